import type { Management } from '../../client/index.ts'
import { type OptionHelp, UsageError, type Values } from '../command.ts'

/** What can be said of a dataset, when it is made and later. */
export const datasetOptions = {
  visibility: { type: 'string', help: 'private, restricted or listed', value: '<who>' },
  price: {
    type: 'string',
    help: 'of a passage, in cents; house: what the house takes',
    value: '<cents>',
  },
  description: { type: 'string', help: 'for buyers' },
  tags: { type: 'string', help: 'words that buyers filter by', value: '<a,b>' },
  modality: { type: 'string', help: 'document, image, video, audio, text, mixed', value: '<kind>' },
  monetization: {
    type: 'string',
    help: 'open, premium, restricted or outcome_share',
    value: '<mode>',
  },
  license: {
    type: 'string',
    help: 'the address of its licence; none: it has none',
    value: '<url>',
  },
  pricing: { type: 'string', help: 'fixed, time_decay or demand_curve', value: '<model>' },
} as const satisfies Record<string, OptionHelp>

/** The fields that were given, as the API has them; which words it takes is said by the API. */
export function datasetFields(values: Values): Management.PatchDataset {
  const { visibility, price, description, tags, modality, monetization, pricing, status } = values
  const { license } = values
  const given = {
    visibility,
    description,
    status,
    source_modality: modality,
    monetization_mode: monetization,
    pricing_model: pricing,
    license: license === 'none' ? null : license,
    base_price_credits: price === undefined ? undefined : priceOf(price),
    tags: typeof tags === 'string' ? tags.split(',').map((tag) => tag.trim()) : undefined,
  }
  const said = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(said) as Management.PatchDataset
}

function priceOf(text: string | boolean): number | null {
  if (text === 'house') return null
  if (/^\d{1,9}$/.test(String(text))) return Number(text)
  throw new UsageError("--price must be whole cents, or house for the house's own price.")
}

export function priceText({ base_price_credits: price }: Management.Dataset): string {
  return price === null ? "the house's price" : `${price} cents a passage`
}
