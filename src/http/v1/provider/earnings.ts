import * as z from 'zod'
import { currency } from '../../../base/money.ts'
import type { Earnings } from '../../../domain/reports/index.ts'
import { timestamp } from '../../fields.ts'
import { get } from '../../route.ts'
import { periodIn, periodQuery, presentPeriod } from '../period.ts'

const brought = {
  gross_credits: z.int().meta({ description: 'Charged to buyers, refunds deducted, in cents' }),
  seller_credits: z.int().meta({ description: "The provider's part of it" }),
}

const EarningsReply = z
  .object({
    from: timestamp,
    to: timestamp,
    currency: z.string(),
    ...brought,
    datasets: z
      .array(
        z.object({
          dataset_id: z.string(),
          name: z.string().nullable().meta({ description: 'Null for one that was erased' }),
          charges: z.int(),
          downloads: z.int().meta({ description: 'Of those charges' }),
          ...brought,
        }),
      )
      .meta({ description: 'Those that brought most first, at most 1000' }),
  })
  .meta({ id: 'Earnings' })

export const getEarnings = get('/v1/provider/earnings', {
  id: 'getEarnings',
  summary: 'What each dataset of the tenant brought',
  description:
    'The last 30 UTC days unless from and to say otherwise; at most 366 days. A key with an ' +
    'allow-list sees its datasets only.',
  tag: 'Reporting',
  access: { scope: 'usage:read' },
  query: z.object(periodQuery),
  reply: EarningsReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => rooms.reports.earnings(principal, periodIn(query)),
  present: presentEarnings,
})

function presentEarnings({ grossCents, sellerCents, datasets, ...period }: Earnings) {
  return {
    ...presentPeriod(period),
    currency,
    gross_credits: grossCents,
    seller_credits: sellerCents,
    datasets: datasets.map((one) => ({
      dataset_id: one.datasetId,
      name: one.name,
      charges: one.charges,
      downloads: one.downloads,
      gross_credits: one.grossCents,
      seller_credits: one.sellerCents,
    })),
  }
}
