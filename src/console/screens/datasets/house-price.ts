import { housePriceCredits } from '../../app/balance.ts'
import { price } from '../../ui/format.ts'
import { w } from './words.ts'

/** What a file costs whose dataset says nothing: a sum for whoever may know it. */
export function housePrice(): string {
  const credits = housePriceCredits.value
  return credits === undefined ? w().housePrice : `${price(credits)} · ${w().housePrice}`
}
