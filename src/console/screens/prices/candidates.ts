import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { housePriceCredits } from '../../app/balance.ts'

export type Dataset = Reply<'getDataset'>
export type Simulation = Reply<'simulatePrices'>
export type Line = Simulation['simulated'][number]
export type Model = Dataset['pricing_model']

export const models: readonly Model[] = ['fixed', 'time_decay', 'demand_curve']

/** Parts of a price that somebody who changes it thinks of. */
const parts = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 2, 3]
/** Where the marketplace sets the price and whoever asks may not know it. */
const firstGuess = 100

/** What the address asks for, and of what it tries some parts where it asks for no price. */
export type Asked = { credits: number | null; from: number; model: Model }

export function askedIn(query: URLSearchParams, dataset: Dataset): Asked {
  const credits = Number(query.get('price') ?? Number.NaN)
  const isPrice = Number.isSafeInteger(credits) && credits >= 0
  const model = models.find((one) => one === query.get('model')) ?? dataset.pricing_model
  const from = dataset.base_price_credits ?? housePriceCredits.value ?? firstGuess
  return { credits: isPrice ? credits : null, from, model }
}

/** The price that is tried, that of now, and some around them; each once, the lowest first. */
export function pricesAround({ credits, from }: Asked, dataset: Dataset): number[] {
  const around = credits ?? from
  const all = [...parts.map((part) => Math.round(around * part)), around]
  if (dataset.base_price_credits !== null) all.push(dataset.base_price_credits)
  return [...new Set(all)].sort((a, b) => a - b)
}

export function simulate(dataset: Dataset, asked: Asked, signal: AbortSignal) {
  const prices = pricesAround(asked, dataset).map((credits) => {
    return { base_price_credits: credits, pricing_model: asked.model }
  })
  return kontor.simulatePrices({ id: dataset.dataset_id, prices }, { signal })
}
