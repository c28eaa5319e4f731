import { inSlicesById } from '../../../base/in-slices.ts'
import { recordAudit } from '../../audit/index.ts'
import type { LedgerRoom } from '../room.ts'
import { countVouchers, endOpenVouchers } from './queries.ts'

/** Vouchers of one transaction. */
const endedPerSlice = 500

/**
 * For the operator: no open voucher can be redeemed any more. Gives how many there were. How many
 * there are is written down before any ends: whatever interrupts it, the next call ends the rest.
 */
export async function endVouchersAsOperator({ store, clock }: LedgerRoom): Promise<number> {
  const endedAt = clock.nowMs()
  const open = countVouchers(store.db, 'open')
  if (open === 0) return 0
  await store.write((tx) =>
    recordAudit(tx, {
      atMs: endedAt,
      tenantId: null,
      actor: { type: 'operator', id: null },
      action: 'voucher.all_ended',
      subject: { type: 'voucher', id: 'all' },
      details: { ended: open },
    }),
  )
  return inSlicesById(store.write, {
    max: endedPerSlice,
    take: (tx, place) => endOpenVouchers(tx, { ...place, endedAt }),
  })
}
