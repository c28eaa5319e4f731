import { newId } from '../../base/ids.ts'
import { type FolderCommand, requireOption, UsageError } from '../command.ts'

/** Puts credits on a tenant's balance, with a reason that stays in the audit log. */
export const creditsGrant: FolderCommand = {
  name: 'credits grant',
  use: 'write',
  summary: 'put credits (cents) on the balance of a tenant',
  examples: ['kontor credits grant --tenant "Ada Ltd" --credits 5000 --reason "invoice 2026-17"'],
  operand: 'tenant',
  options: {
    tenant: { type: 'string', help: 'id or name', value: '<tenant>' },
    credits: { type: 'string', help: 'how many cents', value: '<number>' },
    reason: { type: 'string', help: 'why' },
  },
  async act(app, values) {
    const tenant = app.rooms.identity.tenantNamed(requireOption(values, 'tenant'))
    const credits = wholeNumber(requireOption(values, 'credits'))
    const reason = requireOption(values, 'reason')
    const requestId = newId('req', app.clock.nowMs())
    const grant = await app.rooms.ledger.grantCreditsAsOperator(
      { requestId, write: app.store.write },
      { tenantId: tenant.tenantId, credits, reason },
    )
    return {
      lines: [
        `Granted ${credits} credits to ${tenant.name}; the balance is ${grant.availableCredits}.`,
      ],
      data: {
        tenant_id: tenant.tenantId,
        credits,
        available_credits: grant.availableCredits,
        transfer_id: grant.transferId,
      },
    }
  },
}

function wholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UsageError('--credits must be a whole number of cents.')
}
