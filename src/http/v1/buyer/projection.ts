import * as z from 'zod'
import { isoOrNull } from '../../../base/clock.ts'
import { currency } from '../../../base/money.ts'
import type { Projection } from '../../../domain/reports/index.ts'
import { timestamp } from '../../fields.ts'
import { get } from '../../route.ts'
import { presentPeriod } from '../period.ts'

const ProjectionReply = z
  .object({
    from: timestamp,
    to: timestamp,
    currency: z.string(),
    spent_credits: z.int(),
    projected_credits: z.int().meta({ description: 'By the end of the month, at this pace' }),
    daily_credits: z.int().meta({
      description:
        'A day, over the last 30 or since the first charge in them; without fees of plans',
    }),
    available_credits: z.int(),
    lasts_until: timestamp.nullable().meta({
      description: 'When the balance is spent at this pace; null: not in sight',
    }),
    search_allowance: z.int().nullable().meta({ description: 'A month; null: no limit' }),
    searches: z.int(),
    projected_searches: z.int(),
  })
  .meta({ id: 'SpendProjection' })

export const projectSpend = get('/v1/agent/spend/projection', {
  id: 'projectSpend',
  summary: 'What this month will have cost if it goes on like this',
  description:
    'Of the UTC month. A key with an allow-list sees its own spend; balance and allowance are ' +
    'of the tenant.',
  tag: 'Reporting',
  access: { scope: 'billing:read' },
  reply: ProjectionReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal }) => rooms.reports.projectSpend(principal),
  present: presentProjection,
})

function presentProjection(projection: Projection) {
  return {
    ...presentPeriod(projection),
    currency,
    spent_credits: projection.spentCents,
    projected_credits: projection.projectedCents,
    daily_credits: projection.dailyCents,
    available_credits: projection.availableCents,
    lasts_until: isoOrNull(projection.lastsUntilMs),
    search_allowance: projection.searchAllowance,
    searches: projection.searches,
    projected_searches: projection.projectedSearches,
  }
}
