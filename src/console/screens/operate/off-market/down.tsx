import { moment } from '../../../ui/format.ts'
import { w } from './words.ts'

/** Since when it is down, and why; nothing for what is not. */
export function Down({ when, why }: { when: string | null; why: string | null }) {
  if (when === null) return null
  return <p class="problem">{w().downSince({ when: moment(when), why: why ?? '' })}</p>
}
