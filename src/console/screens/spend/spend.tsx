import { kontor } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { query, setQuery, to } from '../../app/address.ts'
import { may } from '../../app/session.ts'
import { DayChart, everyDay } from '../../ui/day-chart.tsx'
import { counted, day, money, number } from '../../ui/format.ts'
import { InParts } from '../../ui/in-parts.tsx'
import { Empty, Meter, ScreenHead, Skeleton, Tile } from '../../ui/parts.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Show } from '../../ui/show.tsx'
import { askSpend, type Group, type Outlook, periodIn, periods, type Spent } from './ask-spend.ts'
import { Invoices } from './invoices.tsx'
import { Redeem } from './redeem.tsx'
import { w } from './words.ts'

/** What the house spent, on what and by which key, and how long it lasts. */
export function Spend() {
  const outlook = useResource(
    (until) => kontor.projectSpend(undefined, { signal: until }),
    ['money'],
  )
  const spent = useResource((until) => askSpend(periodIn(query.value), until), ['money'])
  return (
    <>
      <ScreenHead title={w().title}>
        <Redeem />
        <Periods />
      </ScreenHead>
      <Show of={outlook} waiting={<Skeleton lines={1} tall />}>
        {(data) => <Tiles {...data} />}
      </Show>
      <Show of={spent} waiting={<Skeleton lines={4} tall />}>
        {(data) => <Charts {...data} />}
      </Show>
      {may('billing:read') && <Invoices />}
    </>
  )
}

function Periods() {
  const chosen = periodIn(query.value)
  return (
    <Segments
      name="days"
      legend={w().period}
      options={periods.map((days) => [String(days), w().days[days]])}
      chosen={String(chosen)}
      choose={(days) => setQuery({ days })}
    />
  )
}

function Tiles(outlook: Outlook) {
  const { lasts_until: end, searches, search_allowance: most } = outlook
  const part = { part: number(searches), all: number(most ?? 0) }
  return (
    <div class="tiles">
      <Tile
        label={w().left}
        value={money(outlook.available_credits)}
        note={end === null ? w().lastsLong : w().lasts(day(end))}
      />
      <Tile label={w().thisMonth} value={money(outlook.spent_credits)} />
      <Tile label={w().projected} value={money(outlook.projected_credits)} note={w().pace} />
      <Tile label={w().daily} value={money(outlook.daily_credits)} note={w().pace} />
      <Tile
        label={w().searches}
        value={most === null ? number(searches) : w().ofAllowance(part)}
        note={most === null ? w().noAllowance : w().willReach(number(outlook.projected_searches))}
      >
        {most !== null && <Meter value={searches} max={most} label={w().searches} />}
      </Tile>
    </div>
  )
}

function Charts({ byDay, byDataset, byKey }: Spent) {
  if (byDay.groups.length === 0) {
    return (
      <Empty icon="chart" title={w().empty} hint={w().emptyHint}>
        <a class="button button-main" href={to('/search')}>
          {w().search}
        </a>
      </Empty>
    )
  }
  return (
    <>
      <DayChart
        key={byDay.from}
        title={w().spent}
        note={w().perDay}
        format={money}
        points={everyDay(byDay)}
      />
      <p class="faint">{w().total(money(byDay.total_credits))}</p>
      <div class="halves">
        <Ranks
          title={w().byDataset}
          groups={byDataset.groups}
          none={w().noDataset}
          place="/catalog"
        />
        <Ranks
          title={w().byKey}
          groups={byKey.groups}
          none={w().noKey}
          place={may('keys:write') ? '/keys' : undefined}
        />
      </div>
    </>
  )
}

type RanksProps = {
  title: string
  groups: readonly Group[]
  /** What has neither. */
  none: string
  place?: string | undefined
}

/** The dearest first, as the server sorts them; what has no id has no screen. */
function Ranks({ title, groups, none, place }: RanksProps) {
  const most = Math.max(1, ...groups.map(({ credits }) => credits))
  return (
    <section class="box" aria-label={title}>
      <h2>{title}</h2>
      {groups.length === 0 && <p class="faint">{w().nothing}</p>}
      <InParts of={groups}>
        {(shown) => (
          <ul class="ranks">
            {shown.map(({ key, label, credits, events }) => (
              <li key={key}>
                <Name name={nameOf({ key, label, none })} href={placeOf({ key, place })} />
                <span class="nums">
                  <span class="faint">{counted(w().events, events)}</span> {money(credits)}
                </span>
                <Meter value={Math.max(0, credits)} max={most} label={label} />
              </li>
            ))}
          </ul>
        )}
      </InParts>
    </section>
  )
}

function Name({ name, href }: { name: string; href: string | undefined }) {
  return href === undefined ? <span>{name}</span> : <a href={href}>{name}</a>
}

const othersKey = 'others'

/** Names of the server's own are said in the language of the page. */
function nameOf({ key, label, none }: Pick<Group, 'key' | 'label'> & { none: string }): string {
  if (key === null) return none
  return key === othersKey ? w().others : label
}

function placeOf({ key, place }: { key: string | null; place: string | undefined }) {
  if (key === null || key === othersKey || place === undefined) return undefined
  return to(`${place}/${key}`)
}
