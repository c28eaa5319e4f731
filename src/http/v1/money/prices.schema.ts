import * as z from 'zod'
import { monetizationModes, pricingModels } from '../../../domain/catalog/index.ts'
import { idText, qInt, timestamp } from '../../fields.ts'

const millisecond = qInt(0, 99_999_999_999)

export const PricesQuery = z.object({
  asset_id: idText,
  start_ms: millisecond.optional(),
  end_ms: millisecond.optional(),
})

const credits = z.int().meta({ description: 'In cents' })

export const PricesReply = z
  .object({
    asset_id: z.string(),
    dataset_id: z.string(),
    own: z.boolean().meta({ description: 'Own content costs nothing' }),
    monetization_mode: z.enum(monetizationModes),
    pricing_model: z.enum(pricingModels),
    passage: z
      .object({ rate: z.enum(['standard', 'premium']), credits })
      .meta({ description: 'One passage found by a search' }),
    file: z
      .object({ credits, base_credits: credits })
      .meta({ description: 'The whole file, and its price before the pricing model' }),
    clip: z
      .object({ start_ms: z.int(), end_ms: z.int(), credits })
      .nullable()
      .meta({ description: 'The part that was asked about' }),
    citation: z.object({ credits }),
    outcome_fee_bp: z.int().meta({ description: 'Of reported revenue, in basis points' }),
    price_version: z.int(),
    currency: z.string().meta({ description: 'ISO 4217' }),
    available_credits: credits,
    quoted_at: timestamp,
  })
  .meta({ id: 'Prices' })
