import { useSignal } from '@preact/signals'
import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { to } from '../../app/address.ts'
import { t } from '../../i18n/index.ts'
import { money, month } from '../../ui/format.ts'
import { Badge, type Tone } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { w } from './words.ts'

type Statement = Reply<'listPayouts'>['payouts'][number]

export const tones: Readonly<Partial<Record<Statement['status'], Tone>>> = {
  approved: 'info',
  processing: 'info',
  paid: 'good',
  failed: 'bad',
  held: 'warn',
  reversed: 'bad',
}

/** Two years at once. */
const rowsAtOnce = 24

/** One for each month that is over, newest first. */
export function Statements() {
  const older = useSignal<readonly Statement[]>([])
  const cursor = useSignal<string | null | undefined>(undefined)
  const first = useResource(
    (until) => kontor.listPayouts({ limit: rowsAtOnce }, { signal: until }),
    ['money'],
  )
  const fetchMore = async (from: string) => {
    const page = await kontor.listPayouts({ limit: rowsAtOnce, cursor: from })
    older.value = [...older.value, ...page.payouts]
    cursor.value = page.next_cursor
  }
  return (
    <Show of={first}>
      {({ payouts, next_cursor }) => {
        const next = cursor.value === undefined ? next_cursor : cursor.value
        if (payouts.length === 0) return <p class="faint">{w().noPayouts}</p>
        return (
          <>
            <Table list={[...payouts, ...older.value]} />
            {next && (
              <button type="button" class="button" onClick={() => void fetchMore(next)}>
                {t().buttons.more}
              </button>
            )}
          </>
        )
      }}
    </Show>
  )
}

function Table({ list }: { list: readonly Statement[] }) {
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">{w().month}</th>
          <th scope="col">{w().state}</th>
          <th scope="col" class="extra">
            {w().ofWhich}
          </th>
          <th scope="col" class="end">
            {w().yours}
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((one) => (
          <tr key={one.payout_statement_id}>
            <th scope="row">
              <a href={to(`/earnings/${one.payout_statement_id}`)}>
                {month(one.billing_period_start)}
              </a>
            </th>
            <td>
              <Badge tone={tones[one.status] ?? 'neutral'}>{w().states[one.status]}</Badge>
            </td>
            <td class="extra faint">
              {w().parts({ held: euros(one.held_amount), released: euros(one.released_amount) })}
            </td>
            <td class="end nums">{euros(one.seller_earnings)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Statements are in euros, everything else in cents. */
function euros(amount: number): string {
  return money(Math.round(amount * 100))
}
