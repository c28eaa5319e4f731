import type { TenantId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { recordEvent } from '../../events/index.ts'
import type { LedgerRoom } from '../room.ts'

/** Below what a balance is low; 0: nobody is told. */
export type LowTerms = Pick<LedgerRoom, 'creditsLow'>

type Spent = { tenantId: TenantId; leftCents: number; spentCents: number; nowMs: number }

/** Tells of a balance that this charge has brought below the threshold: once on its way down. */
export function noteLow(
  { creditsLow }: LowTerms,
  tx: Tx,
  { tenantId, leftCents, spentCents, nowMs }: Spent,
): void {
  if (leftCents >= creditsLow || leftCents + spentCents < creditsLow) return
  const data = { available_credits: leftCents, threshold_credits: creditsLow }
  recordEvent(tx, { stream: tenantId, type: 'credits.low', atMs: nowMs, data })
}
