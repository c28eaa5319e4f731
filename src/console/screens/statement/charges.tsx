import { useSignal } from '@preact/signals'
import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { clock, counted, moment, money, number } from '../../ui/format.ts'
import { Badge, Box } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { w } from './words.ts'

type Charge = Reply<'listStatementEvents'>['events'][number]

const rowsAtOnce = 100
/** More than anybody prints; the CSV has all there are. */
const rowsMax = 5_000

/** A table, and not a grid of those in sight: all that is shown is printed. */
export function Charges({ id }: { id: string }) {
  const most = useSignal(rowsAtOnce)
  const charges = useResource((until) => listCharges({ id, most: most.value }, until))
  return (
    <Box id="charges" title={w().rows}>
      <p class="faint">{w().who}</p>
      <Show of={charges}>
        {({ list, total }) =>
          total === 0 ? (
            <p class="faint">{w().none}</p>
          ) : (
            <>
              <Table list={list} isWhole={list.length === total} />
              <p class="pages" role="status">
                <span class="faint">
                  {list.length === total
                    ? counted(w().count, total)
                    : w().shown({ part: number(list.length), all: number(total) })}
                </span>
                {list.length < Math.min(total, rowsMax) && (
                  <button
                    type="button"
                    class="button no-print"
                    onClick={() => {
                      most.value = rowsMax
                    }}
                  >
                    {w().all}
                  </button>
                )}
              </p>
            </>
          )
        }
      </Show>
    </Box>
  )
}

async function listCharges({ id, most }: { id: string; most: number }, signal: AbortSignal) {
  const list: Charge[] = []
  let cursor: string | null = null
  let all = 0
  do {
    const asked = { id, limit: rowsAtOnce, ...(cursor === null ? {} : { cursor }) }
    const page: Reply<'listStatementEvents'> = await kontor.listStatementEvents(asked, { signal })
    list.push(...page.events)
    all = page.total
    cursor = page.next_cursor
  } while (cursor !== null && list.length < most)
  return { list, total: all }
}

function Table({ list, isWhole }: { list: readonly Charge[]; isWhole: boolean }) {
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">{w().what}</th>
          <th scope="col" class="extra">
            {w().dataset}
          </th>
          <th scope="col" class="extra">
            {w().when}
          </th>
          <th scope="col" class="end extra">
            {w().gross}
          </th>
          <th scope="col" class="end">
            {w().yours}
          </th>
        </tr>
      </thead>
      <tbody>
        {list.map((charge) => (
          <Row key={charge.event_id} charge={charge} />
        ))}
      </tbody>
      {isWhole && <Sum of={list.filter((one) => one.provider_part_from !== 'earned')} />}
    </table>
  )
}

/** What the statement says: without what was given back before it was made. */
function Sum({ of }: { of: readonly Charge[] }) {
  const gross = of.reduce((sum, one) => sum + one.gross_credits, 0)
  const yours = of.reduce((sum, one) => sum + one.seller_credits, 0)
  return (
    <tfoot>
      <tr>
        <th scope="row">{w().sum}</th>
        <td class="extra" />
        <td class="extra" />
        <td class="end nums extra">{money(gross)}</td>
        <td class="end nums">
          <strong>{money(yours)}</strong>
        </td>
      </tr>
    </tfoot>
  )
}

function Row({ charge }: { charge: Charge }) {
  const { title, start_ms: from, end_ms: end, refunded_at: refunded, quantity } = charge
  return (
    <tr>
      <th scope="row">
        <bdi>{title ?? w().erased}</bdi>{' '}
        <span class="faint">
          {kinds()[charge.kind] ?? charge.kind}
          {quantity > 1 && ` × ${number(quantity)}`}
          {from !== null && end !== null && ` · ${w().moment(`${clock(from)}–${clock(end)}`)}`}
        </span>{' '}
        {refunded !== null && (
          <div class="row-small">{refundOf(charge.provider_part_from)(moment(refunded))}</div>
        )}
        {charge.dispute === 'open' && <Badge tone="warn">{w().contested}</Badge>}
      </th>
      <td class="extra">{charge.dataset_name ?? w().erased}</td>
      <td class="extra">{moment(charge.occurred_at)}</td>
      <td class="end nums extra">{money(charge.gross_credits)}</td>
      <td class="end nums">{money(charge.seller_credits)}</td>
    </tr>
  )
}

/** From where it came, as far as it matters to whom it was taken from. */
function refundOf(from: Charge['provider_part_from']): (when: string) => string {
  const { refunded } = w()
  return from === 'earned' || from === 'payable' ? refunded[from] : refunded.platform
}

/** A kind that came later has its own name for a word. */
const kinds = (): Readonly<Record<string, string>> => w().kinds
