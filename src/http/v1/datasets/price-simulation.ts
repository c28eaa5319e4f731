import * as z from 'zod'
import { amountMaxCents, cents, currency } from '../../../base/money.ts'
import { pricingModels } from '../../../domain/catalog/index.ts'
import { type PriceSimulation, simulatedDownloadsMax } from '../../../domain/reports/index.ts'
import { int, oneOf, timestamp } from '../../fields.ts'
import { post } from '../../route.ts'
import { presentPeriod } from '../period.ts'
import { DatasetParams } from './datasets.schema.ts'

const candidatesMax = 20

const SimulatePricesBody = z
  .object({
    prices: z
      .array(
        z.object({
          base_price_credits: int({ min: 0, max: amountMaxCents }).transform(cents),
          pricing_model: oneOf(pricingModels)
            .optional()
            .meta({ description: "Left out: the dataset's own" }),
        }),
      )
      .min(1, 'must name at least one')
      .max(candidatesMax, `must name at most ${candidatesMax}`),
  })
  .meta({ id: 'SimulatePrices' })

const brought = { gross_credits: z.int(), seller_credits: z.int() }

const SimulationReply = z
  .object({
    from: timestamp,
    to: timestamp,
    currency: z.string(),
    downloads: z.int().meta({ description: 'By others, without those that were given back' }),
    capped: z.boolean().meta({
      description: `There were more: these are the latest ${simulatedDownloadsMax}`,
    }),
    actual: z.object(brought).meta({ description: 'What they did bring, in cents' }),
    simulated: z.array(
      z.object({
        base_price_credits: z.int(),
        pricing_model: z.enum(pricingModels),
        ...brought,
      }),
    ),
  })
  .meta({ id: 'PriceSimulation' })

export const simulatePrices = post('/v1/datasets/:id/price-simulation', {
  id: 'simulatePrices',
  summary: 'What the downloads of the last 30 days would have brought at other prices',
  description:
    'As if the same buyers had bought the same things; demand is counted by the day. Nothing is ' +
    'changed, and nothing is promised.',
  tag: 'Datasets',
  access: { scope: 'usage:read' },
  params: DatasetParams,
  body: SimulatePricesBody,
  reply: SimulationReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params, body }) =>
    rooms.reports.simulatePrices(principal, {
      datasetId: params.id,
      candidates: body.prices.map((one) => ({
        basePriceCents: one.base_price_credits,
        pricingModel: one.pricing_model,
      })),
    }),
  present: presentSimulation,
})

function presentSimulation({ downloads, isCapped, actual, simulated, ...period }: PriceSimulation) {
  return {
    ...presentPeriod(period),
    currency,
    downloads,
    capped: isCapped,
    actual: { gross_credits: actual.grossCents, seller_credits: actual.sellerCents },
    simulated: simulated.map((one) => ({
      base_price_credits: one.basePriceCents,
      pricing_model: one.pricingModel,
      gross_credits: one.grossCents,
      seller_credits: one.sellerCents,
    })),
  }
}
