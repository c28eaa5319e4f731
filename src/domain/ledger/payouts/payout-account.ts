import { Forbidden, NotFound } from '../../../base/errors.ts'
import { bicFor, ibanOf } from '../../../base/iban.ts'
import type { Db } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { type Principal, requireScope, requireSession } from '../../identity/index.ts'
import { recordDeed } from '../../record-deed.ts'
import type { LedgerRoom } from '../room.ts'
import { findPayoutAccount, type PayoutAccountRow, setPayoutAccountRow } from './queries.ts'

export type PayoutAccount = PayoutAccountRow

export type PayoutAccountRequest = {
  holderName: string
  iban: string
  bic?: string | undefined
}

/**
 * Says where a provider is paid; statements that are under way keep the old account. Throws
 * Forbidden unless an owner or admin asks in a session, InvalidInput for an account that cannot be.
 */
export async function setPayoutAccount(
  room: LedgerRoom,
  cmd: Command,
  request: PayoutAccountRequest,
): Promise<PayoutAccount> {
  const { principal } = cmd
  requireSession(principal)
  if (!principal.roles.includes('owner') && !principal.roles.includes('admin')) throw notTheirs()
  const { tenantId } = principal
  const updatedAt = room.clock.nowMs()
  const iban = ibanOf(request.iban)
  const bic = bicFor({ iban, bic: request.bic })
  const account = { tenantId, holderName: request.holderName, iban, bic, updatedAt }
  return cmd.write((tx) => {
    setPayoutAccountRow(tx, account)
    recordDeed(tx, cmd, {
      atMs: updatedAt,
      tenantId,
      action: 'payout_account.changed',
      subject: { type: 'tenant', id: tenantId },
      // The whole number is for the bank alone.
      details: { iban_ends_in: iban.slice(-4) },
    })
    return account
  })
}

/** Throws Forbidden without billing:read, NotFound where none was set. */
export function readPayoutAccount(db: Db, principal: Principal): PayoutAccount {
  requireScope(principal, 'billing:read')
  const account = findPayoutAccount(db, principal.tenantId)
  if (!account) throw new NotFound('payout account')
  return account
}

function notTheirs(): Forbidden {
  return new Forbidden({
    reason: 'role_required',
    message: 'Only an owner or an admin may set the payout account.',
  })
}
