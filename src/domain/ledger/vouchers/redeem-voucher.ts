import { Forbidden, NotFound, RateLimited } from '../../../base/errors.ts'
import type { TenantId, VoucherId } from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { requireSession, type SessionPrincipal } from '../../identity/index.ts'
import { recordDeed } from '../../record-deed.ts'
import { redeemed, spendable } from '../books/account.ts'
import { post } from '../books/post.ts'
import { creditsOf } from '../credits/credits.ts'
import { voucherAttemptsPerWindow, voucherWindowMs } from '../limits.ts'
import type { LedgerRoom } from '../room.ts'
import { hashOfCode } from './code.ts'
import { attemptsSince, findOpenVoucher, insertAttempt, markRedeemed } from './queries.ts'

export type Redemption = {
  voucherId: VoucherId
  credits: Cents
  availableCredits: Cents
  redeemedAtMs: number
}

/**
 * Turns a voucher into credits of the caller's tenant. Throws Forbidden unless an owner or admin
 * asks in a session, RateLimited after ten attempts an hour, and the same NotFound for a code that
 * is unknown, used or expired.
 */
export async function redeemVoucher(
  room: LedgerRoom,
  cmd: Command,
  { code }: { code: string },
): Promise<Redemption> {
  const { principal } = cmd
  requireSession(principal)
  requireManager(principal)
  await countAttempt(room, principal.tenantId)
  return cmd.write((tx) => redeem(room, tx, { cmd, principal, codeHash: hashOfCode(code) }))
}

function requireManager({ roles }: SessionPrincipal): void {
  if (roles.includes('owner') || roles.includes('admin')) return
  throw new Forbidden({
    reason: 'role_required',
    message: 'Only an owner or an admin may redeem a voucher.',
  })
}

/** In a write of its own, because an attempt counts also when it fails. */
async function countAttempt({ store, clock }: LedgerRoom, tenantId: TenantId): Promise<void> {
  const nowMs = clock.nowMs()
  await store.write((tx) => {
    const { name, left, seconds } = leftAt(tx, { tenantId, nowMs })
    if (left <= 0) throw new RateLimited(seconds, name)
    insertAttempt(tx, { tenantId, nowMs, untilMs: nowMs - voucherWindowMs })
  })
}

/** How often a tenant may try yet, and when that grows. */
export function voucherAttempts(
  { store, clock }: LedgerRoom,
  { tenantId }: { tenantId: TenantId },
) {
  return leftAt(store.db, { tenantId, nowMs: clock.nowMs() })
}

function leftAt(db: Db, { tenantId, nowMs }: { tenantId: TenantId; nowMs: number }) {
  const sinceMs = nowMs - voucherWindowMs
  const { times, firstAtMs = nowMs } = attemptsSince(db, { tenantId, sinceMs, nowMs })
  return {
    name: 'voucher-redeem',
    quota: voucherAttemptsPerWindow,
    windowSeconds: voucherWindowMs / 1000,
    left: voucherAttemptsPerWindow - times,
    seconds: Math.max(1, Math.ceil((firstAtMs - sinceMs) / 1000)),
  }
}

type Redeeming = { cmd: Command; principal: SessionPrincipal; codeHash: Buffer }

function redeem(
  { clock }: LedgerRoom,
  tx: Tx,
  { cmd, principal, codeHash }: Redeeming,
): Redemption {
  const nowMs = clock.nowMs()
  const { tenantId } = principal
  const voucher = findOpenVoucher(tx, codeHash)
  if (!voucher || (voucher.expiresAt !== null && voucher.expiresAt <= nowMs)) {
    throw new NotFound('voucher')
  }
  const { voucherId, credits } = voucher
  markRedeemed(tx, voucherId, { redeemedByTenantId: tenantId, redeemedAt: nowMs })
  const transferId = `voucher:${voucherId}`
  const sides = { debit: redeemed, credit: spendable(tenantId) }
  const deed = { transferId, groupId: transferId, code: 'voucher', ref: voucherId, atMs: nowMs }
  post(tx, { ...deed, ...sides, amountMinor: credits })
  recordDeed(tx, cmd, {
    atMs: nowMs,
    tenantId,
    action: 'voucher.redeemed',
    subject: { type: 'voucher', id: voucherId },
    details: { credits },
  })
  const availableCredits = creditsOf(tx, tenantId)
  return { voucherId, credits: cents(credits), availableCredits, redeemedAtMs: nowMs }
}
