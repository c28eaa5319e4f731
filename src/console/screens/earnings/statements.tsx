import { useSignal } from '@preact/signals'
import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { pagesInTurn } from '../../api/pages.ts'
import { useResource } from '../../api/resource.ts'
import { to } from '../../app/address.ts'
import { money, month } from '../../ui/format.ts'
import { More } from '../../ui/more.tsx'
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
  const pages = useSignal(1)
  const statements = useResource((until) => ask(pages.value, until), ['money'])
  return (
    <Show of={statements}>
      {({ list, hasMore }) =>
        list.length === 0 ? (
          <p class="faint">{w().noPayouts}</p>
        ) : (
          <>
            <Table list={list} />
            {hasMore && <More show={() => void pages.value++} />}
          </>
        )
      }
    </Show>
  )
}

async function ask(pages: number, signal: AbortSignal) {
  const { all, hasMore } = await pagesInTurn(pages, (from) =>
    kontor.listPayouts({ limit: rowsAtOnce, ...from }, { signal }),
  )
  return { list: all.flatMap(({ payouts }) => payouts), hasMore }
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
              {one.reversed_amount > 0 && `, ${w().back(euros(one.reversed_amount))}`}
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
