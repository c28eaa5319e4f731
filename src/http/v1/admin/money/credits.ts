import { isoOf } from '../../../../base/clock.ts'
import type { TenantId } from '../../../../base/ids.ts'
import type { CreditGrant } from '../../../../domain/ledger/index.ts'
import { post } from '../../../route.ts'
import { CreditGrantReply, GrantCreditsBody, TenantParams } from './credits.schema.ts'

export const grantCredits = post('/v1/admin/tenants/:id/credits', {
  id: 'grantCredits',
  summary: 'Put credits (cents) on the balance of a tenant',
  description: 'From 1 to 1,000,000,000, recorded in the audit log with the reason.',
  tag: 'Administration',
  access: 'platform_admin',
  params: TenantParams,
  body: GrantCreditsBody,
  status: 201,
  reply: CreditGrantReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.ledger.grantCredits(cmd, { tenantId: params.id as TenantId, ...body }),
  present: presentGrant,
})

function presentGrant(grant: CreditGrant) {
  return {
    tenant_id: grant.tenantId,
    credits: grant.credits,
    available_credits: grant.availableCredits,
    transfer_id: grant.transferId,
    reason: grant.reason,
    granted_at: isoOf(grant.grantedAtMs),
  }
}
