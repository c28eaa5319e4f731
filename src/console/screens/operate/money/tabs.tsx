import { path, to } from '../../../app/address.ts'
import { useTitle } from '../../../ui/use-title.ts'
import { w } from './words.ts'

const places = {
  books: '/money',
  payouts: '/money/payouts',
  disputes: '/money/disputes',
  vouchers: '/money/vouchers',
} as const

const names = Object.keys(places) as (keyof typeof places)[]

/** From one part of the money to the others; windows are known by the part. */
export function Tabs() {
  const here = names.find((name) => path.value === places[name]) ?? 'books'
  useTitle(`${w().tabs[here]} · ${w().title}`)
  return (
    <nav class="toolbar" aria-label={w().parts}>
      {names.map((name) => (
        <a
          key={name}
          class="button"
          href={to(places[name])}
          aria-current={name === here ? 'page' : undefined}
        >
          {w().tabs[name]}
        </a>
      ))}
    </nav>
  )
}
