import { path, to } from '../../../app/address.ts'
import { w } from './words.ts'

const places = {
  books: '/money',
  payouts: '/money/payouts',
  disputes: '/money/disputes',
  vouchers: '/money/vouchers',
} as const

/** From one part of the money to the others. */
export function Tabs() {
  return (
    <nav class="toolbar" aria-label={w().parts}>
      {(Object.keys(places) as (keyof typeof places)[]).map((name) => (
        <a
          key={name}
          class="button"
          href={to(places[name])}
          aria-current={path.value === places[name] ? 'page' : undefined}
        >
          {w().tabs[name]}
        </a>
      ))}
    </nav>
  )
}
