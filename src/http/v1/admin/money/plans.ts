import { isoOf } from '../../../../base/clock.ts'
import type { TenantId } from '../../../../base/ids.ts'
import type { TenantPlan } from '../../../../domain/ledger/index.ts'
import { patch } from '../../../route.ts'
import { TenantParams } from './credits.schema.ts'
import { PlanBody, PlanReply } from './plans.schema.ts'

export const changePlan = patch('/v1/admin/tenants/:id', {
  id: 'changePlan',
  summary: 'Put a tenant on a plan',
  description: 'From now on; the rest of this month costs nothing.',
  tag: 'Administration',
  access: 'platform_admin',
  params: TenantParams,
  body: PlanBody,
  reply: PlanReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params, body }) =>
    rooms.ledger.changePlan(cmd, { tenantId: params.id as TenantId, plan: body.plan }),
  present: presentPlan,
})

function presentPlan(plan: TenantPlan) {
  return {
    tenant_id: plan.tenantId,
    plan: plan.plan,
    monthly_fee_credits: plan.monthlyFeeCredits,
    next_fee_at: isoOf(plan.nextFeeAtMs),
  }
}
