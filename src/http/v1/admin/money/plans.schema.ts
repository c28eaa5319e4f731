import * as z from 'zod'
import { PLANS } from '../../../../domain/identity/index.ts'
import { oneOf, timestamp } from '../../../fields.ts'

export const PlanBody = z.object({ plan: oneOf(PLANS) }).meta({ id: 'PlanChange' })

export const PlanReply = z
  .object({
    tenant_id: z.string(),
    plan: z.enum(PLANS),
    monthly_fee_credits: z.int(),
    next_fee_at: timestamp.meta({ description: 'The fee posts then; unpaid falls to free' }),
  })
  .meta({ id: 'TenantPlan' })
