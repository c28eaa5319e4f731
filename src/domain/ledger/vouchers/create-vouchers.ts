import { InvalidInput } from '../../../base/errors.ts'
import { newId, type VoucherId } from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import type { Command } from '../../command.ts'
import { requirePlatformAdmin } from '../../identity/index.ts'
import { recordDeed } from '../../record-deed.ts'
import type { LedgerRoom } from '../room.ts'
import { hashOfCode, newCode } from './code.ts'
import { insertVoucher } from './queries.ts'

export type VouchersRequest = {
  credits: Cents
  count: number
  note?: string | undefined
  expiresAtMs?: number | undefined
}

export type NewVoucher = {
  voucherId: VoucherId
  /** Shown this once: only its hash is kept. */
  code: string
  credits: Cents
  expiresAtMs: number | null
}

/**
 * Makes vouchers, each good for one redemption. They are worth nothing in the books until then.
 * Throws Forbidden unless a platform admin asks, InvalidInput for an end in the past.
 */
export async function createVouchers(
  room: LedgerRoom,
  cmd: Command,
  request: VouchersRequest,
): Promise<NewVoucher[]> {
  const { principal } = cmd
  requirePlatformAdmin(principal)
  const nowMs = room.clock.nowMs()
  const { credits, count, note, expiresAtMs = null } = request
  if (expiresAtMs !== null && expiresAtMs <= nowMs) throw inThePast()
  return cmd.write((tx) =>
    Array.from({ length: count }, () => {
      const voucher = { voucherId: newId('vch', nowMs), code: newCode(), credits, expiresAtMs }
      const { voucherId, code } = voucher
      insertVoucher(tx, {
        voucherId,
        codeHash: hashOfCode(code),
        credits,
        note: note ?? null,
        createdBy: principal.userId,
        createdAt: nowMs,
        expiresAt: expiresAtMs,
        redeemedByTenantId: null,
        redeemedAt: null,
        endedAt: null,
      })
      recordDeed(tx, cmd, {
        atMs: nowMs,
        tenantId: principal.tenantId,
        action: 'voucher.created',
        subject: { type: 'voucher', id: voucherId },
        details: { credits, ...(note === undefined ? {} : { note }) },
      })
      return voucher
    }),
  )
}

function inThePast(): InvalidInput {
  return new InvalidInput({
    field: 'expires_at',
    reason: 'in_the_past',
    message: 'expires_at must lie in the future.',
  })
}
