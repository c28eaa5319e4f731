import { type Cents, cents } from '../../base/money.ts'
import * as limits from './limits.ts'

/** Spec 2.2, Dataset: pricing_model. What each of them does is our choice. */
export type FilePrice = {
  readonly pricingModel: 'fixed' | 'time_decay' | 'demand_curve'
  /** What the provider asks, or the house price. */
  readonly basePriceCents: Cents
  /** Since the upload. */
  readonly ageMs: number
  /** Other tenants that paid for something of the dataset in the last 30 days. */
  readonly otherBuyers: number
}

/**
 * What a whole file costs now.
 *
 * - `fixed`: the base price.
 * - `time_decay`: halves every 180 days from the upload on, down to a quarter of the base price.
 * - `demand_curve`: the base price, and a tenth of it more each time that the number of other
 *   buyers in the last 30 days, plus one, doubles; twice the base price at most (1,023 buyers).
 *
 * Rounded to whole cents. What has a price is never free, and nothing becomes dearer than twice
 * or cheaper than a quarter of its base price.
 */
export function filePriceCents(price: FilePrice): Cents {
  const { basePriceCents } = price
  if (basePriceCents === 0) return basePriceCents
  return cents(Math.max(1, Math.round(basePriceCents * factorOf(price))))
}

function factorOf({ pricingModel, ageMs, otherBuyers }: FilePrice): number {
  switch (pricingModel) {
    case 'fixed':
      return 1
    case 'time_decay':
      return decayFactor(ageMs)
    case 'demand_curve':
      return demandFactor(otherBuyers)
  }
}

/** A clock that was set back makes nothing dearer than it was new. */
export function decayFactor(ageMs: number): number {
  const halfLives = Math.max(0, ageMs) / (limits.decayHalfLifeDays * limits.dayMs)
  return Math.max(limits.decayFloor, 2 ** -halfLives)
}

export function demandFactor(otherBuyers: number): number {
  return Math.min(
    limits.demandCeiling,
    1 + limits.demandStepPerDoubling * Math.log2(1 + otherBuyers),
  )
}

/** The clip's part of the whole price, rounded up, so that a clip of paid content is never free. */
export function clipPriceCents(
  wholePriceCents: Cents,
  clip: { range: { startMs: number; endMs: number }; durationMs: number },
): Cents {
  const lengthMs = clip.range.endMs - clip.range.startMs
  return cents(Math.ceil((wholePriceCents * lengthMs) / clip.durationMs))
}
