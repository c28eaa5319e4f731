import { isoOf } from '../../../base/clock.ts'
import type { ObjectId } from '../../../base/ids.ts'
import { currency } from '../../../base/money.ts'
import type { Quote } from '../../../domain/delivery/index.ts'
import { get } from '../../route.ts'
import { PricesQuery, PricesReply } from './prices.schema.ts'

export const getPrices = get('/v1/prices', {
  id: 'getPrices',
  summary: 'What an asset costs: a passage, the whole file, a clip',
  description: 'Buys nothing and promises nothing: the price of a minted link is the one charged.',
  tag: 'Billing',
  access: { scope: 'search:query' },
  query: PricesQuery,
  reply: PricesReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, query }) =>
    rooms.delivery.quote(principal, {
      assetId: query.asset_id as ObjectId,
      startMs: query.start_ms,
      endMs: query.end_ms,
    }),
  present: presentQuote,
})

function presentQuote({ clip, card, ...quote }: Quote) {
  return {
    asset_id: quote.assetId,
    dataset_id: quote.datasetId,
    own: quote.own,
    monetization_mode: quote.monetizationMode,
    pricing_model: quote.pricingModel,
    passage: { rate: quote.passage.rate, credits: quote.passage.credits },
    file: { credits: quote.file.credits, base_credits: quote.file.baseCredits },
    clip: clip && { start_ms: clip.startMs, end_ms: clip.endMs, credits: clip.credits },
    citation: { credits: quote.own ? 0 : card.citationCents },
    outcome_fee_bp: quote.own ? 0 : card.outcomeFeeBp,
    price_version: card.priceVersion,
    currency,
    available_credits: quote.availableCredits,
    quoted_at: isoOf(quote.quotedAtMs),
  }
}
