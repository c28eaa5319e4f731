import * as z from 'zod'
import type { TenantId } from '../../../base/ids.ts'
import { PLANS } from '../../../domain/identity/index.ts'
import { get } from '../../route.ts'
import { TenantParams } from './tenants.schema.ts'

const TenantUsageReply = z
  .object({
    tenant_id: z.string(),
    plan: z.enum(PLANS),
    plans: z
      .array(z.object({ plan: z.enum(PLANS), monthly_fee_credits: z.int() }))
      .meta({ description: 'What each would cost in a month' }),
    available_credits: z.int(),
    accounts: z
      .array(
        z.object({
          unit: z.enum(['CREDIT', 'SOL']),
          kind: z.string(),
          posted: z.int().meta({ description: 'In the smallest part of the unit' }),
          held: z.int(),
        }),
      )
      .meta({ description: 'What the books hold for it, where that is something' }),
    api_keys: z.int(),
    active_api_keys: z.int(),
    searches_this_month: z.int(),
    search_allowance: z.int().nullable(),
    downloads_this_month: z.int(),
    spend_this_month_credits: z.int(),
  })
  .meta({ id: 'TenantUsage' })

export const getTenantUsage = get('/v1/admin/tenants/:id/usage', {
  id: 'getTenantUsage',
  summary: 'What a tenant used in this month, what it has, and what plans would cost it',
  description: 'Months are UTC.',
  tag: 'Administration',
  access: 'platform_admin',
  params: TenantParams,
  reply: TenantUsageReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) => rooms.reports.tenantUse(principal, params.id as TenantId),
  present: (use) => ({
    tenant_id: use.tenantId,
    plan: use.plan,
    plans: use.planFees.map(({ plan, feeCents }) => ({ plan, monthly_fee_credits: feeCents })),
    available_credits: use.availableCredits,
    accounts: use.accounts.map((one) => ({ ...one })),
    api_keys: use.apiKeyCount,
    active_api_keys: use.activeApiKeyCount,
    searches_this_month: use.searchesThisMonth,
    search_allowance: use.searchAllowance,
    downloads_this_month: use.downloadsThisMonth,
    spend_this_month_credits: use.spendThisMonthCredits,
  }),
})
