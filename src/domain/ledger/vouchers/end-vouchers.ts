import { recordAudit } from '../../audit/index.ts'
import type { LedgerRoom } from '../room.ts'
import { endOpenVouchers } from './queries.ts'

/** For the operator: no open voucher can be redeemed any more. Gives how many there were. */
export function endVouchersAsOperator({ store, clock }: LedgerRoom): Promise<number> {
  const atMs = clock.nowMs()
  return store.write((tx) => {
    const ended = endOpenVouchers(tx, atMs)
    if (ended === 0) return 0
    recordAudit(tx, {
      atMs,
      tenantId: null,
      actor: { type: 'operator', id: null },
      action: 'voucher.all_ended',
      subject: { type: 'voucher', id: 'all' },
      details: { ended },
    })
    return ended
  })
}
