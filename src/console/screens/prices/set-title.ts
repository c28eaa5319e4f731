import { money } from '../../ui/format.ts'
import type { Line } from './candidates.ts'
import { w } from './words.ts'

/** What is asked before a price is set, and what the button for it is called. */
export function setTitleOf({ base_price_credits: credits }: Line): string {
  return credits === 0 ? w().setFree : w().setTitle(money(credits))
}
