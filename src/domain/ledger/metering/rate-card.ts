import { type Cents, cents } from '../../../base/money.ts'
import { onceFor } from '../../../base/once-for.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { providerShareBp } from '../limits.ts'
import { findLastRateCard, insertRateCard } from './queries.ts'

/** What things cost, in cents, where the contract leaves it to the operator. (spec 8, 3) */
export type Prices = {
  readonly retrievalStandardCents: Cents
  readonly retrievalPremiumCents: Cents
  readonly citationCents: Cents
  /** Basis points of the revenue that a buyer reports. */
  readonly outcomeFeeBp: number
  /** A whole file where its dataset names no price. */
  readonly downloadCents: Cents
  /** A month of the plan. */
  readonly planStarterCents: Cents
  readonly planProCents: Cents
}

/** In the order of the columns of a card. // our choice */
export const defaultPrices: Prices = {
  retrievalStandardCents: cents(1),
  retrievalPremiumCents: cents(2),
  citationCents: cents(1),
  outcomeFeeBp: 0,
  downloadCents: cents(25),
  planStarterCents: cents(2_900),
  planProCents: cents(19_900),
}

export type RateCard = Prices & { readonly priceVersion: number }

/** The card in force, added as a new version when the settings say something else than the last. */
export function rateCardFor(tx: Tx, prices: Prices, nowMs: number): RateCard {
  const last = findLastRateCard(tx)
  if (isSame(last, prices)) return last
  const card = { ...prices, priceVersion: last.priceVersion + 1 }
  insertRateCard(tx, { ...card, createdAt: nowMs })
  return card
}

/** The same for reading: a version that is not written down yet has the number it will get. */
export function quotedRateCard(db: Db, prices: Prices): RateCard {
  const last = findLastRateCard(db)
  return { ...prices, priceVersion: last.priceVersion + (isSame(last, prices) ? 0 : 1) }
}

/** The prices as one text, in the order of the columns of a card. They never change. */
export const pricesText = onceFor((prices: Prices): string => {
  const names = Object.keys(defaultPrices) as (keyof Prices)[]
  return JSON.stringify(names.map((name) => prices[name]))
})

function isSame(card: Prices, prices: Prices): boolean {
  const names = Object.keys(defaultPrices) as (keyof Prices)[]
  return names.every((name) => card[name] === prices[name])
}

export type Rate = 'standard' | 'premium'

/** What decides the rate of a passage and the provider's part of every charge. */
export type Terms = {
  readonly monetizationMode: 'open' | 'premium' | 'restricted' | 'outcome_share'
  readonly curated: boolean
}

/** Premium and curated datasets are retrieved at the premium rate, all others at the standard. */
export function rateOf({ monetizationMode, curated }: Terms): Rate {
  return monetizationMode === 'premium' || curated ? 'premium' : 'standard'
}

/** Spec 8, Billing and revenue rules 4: 60 %, and 70 % for curated supply. */
export function shareBpOf({ curated }: Pick<Terms, 'curated'>): number {
  return curated ? providerShareBp.curated : providerShareBp.standard
}

export function retrievalCents(card: Prices, rate: Rate): Cents {
  return rate === 'premium' ? card.retrievalPremiumCents : card.retrievalStandardCents
}
