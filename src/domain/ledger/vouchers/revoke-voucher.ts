import { Conflict, NotFound } from '../../../base/errors.ts'
import type { VoucherId } from '../../../base/ids.ts'
import type { Command } from '../../command.ts'
import { requirePlatformAdmin } from '../../identity/index.ts'
import { recordDeed } from '../../record-deed.ts'
import type { LedgerRoom } from '../room.ts'
import { type Voucher, voucherOf } from './list-vouchers.ts'
import { endVoucher, findVoucher } from './queries.ts'

/**
 * Nobody redeems it any more. Throws Forbidden unless a platform admin asks, NotFound, and Conflict
 * where it was redeemed or revoked.
 */
export function revokeVoucher(
  { clock }: LedgerRoom,
  cmd: Command,
  voucherId: VoucherId,
): Promise<Voucher> {
  const { principal } = cmd
  requirePlatformAdmin(principal)
  return cmd.write((tx) => {
    const row = findVoucher(tx, voucherId)
    if (!row) throw new NotFound('voucher')
    if (row.redeemedAt !== null) throw over('redeemed')
    if (row.endedAt !== null) throw over('revoked')
    const atMs = clock.nowMs()
    endVoucher(tx, voucherId, atMs)
    recordDeed(tx, cmd, {
      atMs,
      tenantId: principal.tenantId,
      action: 'voucher.revoked',
      subject: { type: 'voucher', id: voucherId },
      details: { credits: row.credits },
    })
    return voucherOf({ ...row, endedAt: atMs }, atMs)
  })
}

function over(what: 'redeemed' | 'revoked'): Conflict {
  return new Conflict({ reason: `already_${what}`, message: `This voucher was ${what} already.` })
}
