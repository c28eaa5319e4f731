import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { to } from '../../app/address.ts'
import { tell } from '../../app/announce.tsx'
import type { ScreenProps } from '../../app/screen.ts'
import { calendarDate, date, money, month } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Badge, FactList, ScreenHead, Skeleton, Tile } from '../../ui/parts.tsx'
import { saveBlob } from '../../ui/save-as.ts'
import { Show } from '../../ui/show.tsx'
import { tones } from '../earnings/statements.tsx'
import { w as earningsWords } from '../earnings/words.ts'
import { Charges } from './charges.tsx'
import { w } from './words.ts'

type Statement = Reply<'getPayoutStatement'>

/** A month that is over: what it brought, what became of it, and every charge it is made of. */
export function StatementScreen({ params: { id = '' } }: ScreenProps) {
  const statement = useResource(
    (until) => kontor.getPayoutStatement({ id }, { signal: until }),
    ['money'],
  )
  return (
    <>
      <p class="no-print">
        <a href={to('/earnings')}>{w().back}</a>
      </p>
      <Show of={statement} isScreen waiting={<Skeleton lines={4} tall />}>
        {(data) => <Inside statement={data} />}
      </Show>
    </>
  )
}

function Inside({ statement }: { statement: Statement }) {
  const { payout_statement_id: id, status, period, reversed_credits: reversed } = statement
  const { release_at: releaseAt, held_credits: held } = statement
  const isWaiting = held > 0
  return (
    <>
      <ScreenHead title={w().title(month(`${period}-01`))}>
        <Badge tone={tones[status] ?? 'neutral'}>{earningsWords().states[status]}</Badge>
        <button type="button" class="button no-print" onClick={() => void saveCsv(period)}>
          <Icon name="download" size={16} /> {w().csv}
        </button>
        <button type="button" class="button no-print" onClick={() => print()}>
          {w().print}
        </button>
      </ScreenHead>
      <div class="tiles">
        <Tile label={w().gross} value={money(statement.gross_credits)} />
        <Tile label={w().yours} value={money(statement.seller_credits)} note={w().yoursNote} />
        <Tile
          label={w().held}
          value={money(held)}
          note={isWaiting ? w().heldNote(date(releaseAt)) : w().wasHeld(date(releaseAt))}
        />
        <Tile
          label={w().released}
          value={money(statement.released_credits)}
          note={w().releasedNote}
        />
        {reversed > 0 && (
          <Tile label={w().reversed} value={money(reversed)} note={w().reversedNote} />
        )}
      </div>
      <section class="box">
        <FactList
          facts={[
            [w().number, id],
            [w().from, calendarDate(statement.billing_period_start)],
            [w().until, calendarDate(lastOf(statement))],
            [w().why, whyHeld(statement)],
            [w().whyReversed, statement.reversal_reason],
            [w().paidOn, statement.paid_at && date(statement.paid_at)],
            [w().bank, statement.failure],
          ]}
        />
      </section>
      <Charges id={id} />
    </>
  )
}

/** A hold that has no reason is that of a dispute. */
function whyHeld({ status, hold_reason: reason }: Statement): string | null {
  return status === 'held' && reason === null ? w().disputed : reason
}

/** A period ends where the next begins; people name its last day. */
function lastOf({ billing_period_end: end }: Statement): string {
  return new Date(Date.parse(end) - 1).toISOString()
}

/** By the server, in pieces, however long the month. */
function saveCsv(period: string): Promise<void> {
  return tell(async () => {
    const csv = await kontor.exportUsage({ period, format: 'csv', side: 'provider' })
    saveBlob({ blob: await csv.blob(), filename: `kontor-${period}.csv` })
  })
}
