import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { useResource } from '../../api/resource.ts'
import { to } from '../../app/address.ts'
import { account } from '../../app/balance.ts'
import { screens } from '../../app/screens.ts'
import { isOperator, may, me } from '../../app/session.ts'
import { speak, t } from '../../i18n/index.ts'
import { DayChart } from '../../ui/day-chart.tsx'
import { bytes, counted, money, number } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Box, Meter, ScreenHead, Skeleton, Tile } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { askFigures, type Figures, type Rank } from './figures.ts'
import { w } from './words.ts'

/** How the house does, and what waits for somebody; for who may not know that, the ways on. */
export function Overview() {
  return may('usage:read') ? <HowItGoes /> : <WaysOn />
}

function WaysOn() {
  const places = screens.flatMap(({ path, place }) => {
    return place?.isOpen() && path !== '/' ? [{ path, ...place }] : []
  })
  return (
    <>
      <ScreenHead title={me.value?.tenant.name ?? ''} />
      <p class="faint">{w().noFigures}</p>
      <ul class="cards">
        {places.map(({ path, name, icon }) => (
          <li key={path} class="card">
            <a class="card-link" href={to(path)}>
              <Icon name={icon} /> {t().places[name]}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

function HowItGoes() {
  const figures = useResource(askAll, ['objects', 'money', 'queue', 'datasets', 'notices'])
  return (
    <>
      <ScreenHead title={me.value?.tenant.name ?? ''} />
      <Show of={figures} waiting={<Skeleton lines={5} tall />}>
        {(data) => (
          <>
            {data.news}
            <div class="tiles">{data.isSeller ? <Selling {...data} /> : <Buying {...data} />}</div>
            {data.points.length > 0 && (
              <DayChart
                title={data.isSeller ? w().earned : w().spent}
                note={w().perDay}
                format={money}
                points={data.points}
              />
            )}
            <div class="two">
              <Ranks ranks={data.ranks} isSeller={data.isSeller} />
              <Todo {...data} />
            </div>
            {data.analytics && <Asked words={data.analytics.top_keywords} />}
          </>
        )}
      </Show>
      {isOperator.value && <Fetched load={settingUp} />}
    </>
  )
}

/** For who runs the server. */
const settingUp = async () =>
  (await import('../operate/first-hour/first-hour-tile.tsx')).FirstHourTile

/** What befell the house stands above the rest, and comes with it: nothing is pushed down. */
async function askAll(signal: AbortSignal) {
  const [known, news] = await Promise.all([
    askFigures(signal),
    isManager() ? askForNews(signal).catch(() => null) : null,
  ])
  return { ...known, news }
}

/** For who answers for the house, and fetched for them alone. */
async function askForNews(signal: AbortSignal) {
  const { askNews, OffMarketNews } = await import('./news/off-market-news.tsx')
  const [news] = await Promise.all([askNews(signal), speak()])
  return news.ids.length === 0 ? null : <OffMarketNews {...news} />
}

function isManager(): boolean {
  return me.value?.roles.some((role) => role === 'owner' || role === 'admin') ?? false
}

/** What some alone see is fetched for them alone. */
function Fetched({ load }: { load: () => Promise<ComponentType> }) {
  const tile = useSignal<ComponentType | undefined>(undefined)
  useEffect(() => {
    void load().then(async (fetched) => {
      await speak()
      tile.value = fetched
    })
  }, [load])
  const Tile = tile.value
  return Tile ? <Tile /> : null
}

function Selling({ provider, analytics }: Figures) {
  const { total_objects: all, objects_for_sale: forSale } = provider
  return (
    <>
      <Tile
        label={w().earned}
        value={money(analytics?.revenue_summary.seller_credits ?? 0)}
        note={w().thirty}
      />
      <Tile
        label={w().found}
        value={number(analytics?.usage_summary.results ?? 0)}
        note={w().thirty}
      />
      <Tile
        label={w().downloads}
        value={number(analytics?.usage_summary.downloads ?? 0)}
        note={w().thirty}
      />
      <Tile
        label={w().forSale}
        value={number(forSale)}
        note={w().of({ part: number(forSale), all: number(all) })}
      >
        <Meter value={forSale} max={all} label={w().forSale} />
      </Tile>
      <Tile label={w().waiting} value={number(provider.objects_pending_review)} />
      <Tile label={w().stored} value={bytes(provider.total_storage_bytes)} />
    </>
  )
}

function Buying({ spend }: Figures) {
  const own = account.value
  if (!own) return <Skeleton lines={1} tall />
  const { searches_this_month: searches, search_allowance: most } = own
  return (
    <>
      <Tile label={w().left} value={money(own.available_credits)} />
      <Tile label={w().spent} value={money(spend?.total_credits ?? 0)} note={w().thirty} />
      <Tile label={w().downloads} value={number(own.downloads_this_month)} note={w().thisMonth} />
      <Tile
        label={w().searches}
        value={number(searches)}
        note={most === null ? '' : w().of({ part: number(searches), all: number(most) })}
      >
        {most !== null && <Meter value={searches} max={most} label={w().searches} />}
      </Tile>
    </>
  )
}

function Ranks({ ranks, isSeller }: { ranks: readonly Rank[]; isSeller: boolean }) {
  const most = Math.max(1, ...ranks.map(({ credits }) => credits))
  return (
    <Box id="ranks" title={w().byDataset}>
      {ranks.length === 0 && <p class="faint">{w().nothing}</p>}
      <ul class="ranks">
        {ranks.map(({ id, name, credits }) => (
          <li key={id}>
            {isSeller ? <a href={to(`/data/${id}`)}>{name}</a> : <span>{name}</span>}
            <span class="nums">{money(credits)}</span>
            <Meter value={credits} max={most} label={name} />
          </li>
        ))}
      </ul>
    </Box>
  )
}

/** What waits for somebody of the house, with the way there. */
function Todo({ provider, outlook, spend, isSeller, toReview, stuck = [] }: Figures) {
  const { objects_pending_review: pending, objects_failed: failed } = provider
  const soon = provider.objects_expiring_soon
  const isNew = !isSeller && (spend?.total_credits ?? 0) === 0
  const isUnpaid = outlook?.account === null
  const isIdle = pending + failed + toReview + stuck.length === 0 && !isNew && !isUnpaid
  return (
    <Box id="todo" title={w().todo}>
      {isIdle && <p class="faint">{w().done}</p>}
      <ul class="todo">
        {toReview > 0 && (
          <li>
            <Icon name="review" />
            <a href={to('/review')}>{counted(w().toReview, toReview)}</a>
          </li>
        )}
        {isUnpaid && (
          <li>
            <Icon name="coin" />
            <a href={to('/earnings')}>{w().account}</a>
          </li>
        )}
        {pending > 0 && (
          <li>
            <Icon name="clock" />
            <span>{counted(w().inReview, pending)}</span>
          </li>
        )}
        {soon > 0 && (
          <li>
            <Icon name="alert" />
            <span>{counted(w().soon, soon)}</span>
          </li>
        )}
        {stuck.map(({ id, name, state, n }) => (
          <li key={`${id} ${state}`}>
            <Icon name="alert" />
            <a href={to(`/data/${id}?state=${state}`)}>
              {w().stuck[state]({ n, shown: number(n), name })}
            </a>
          </li>
        ))}
        {failed > 0 && !stuck.some(({ state }) => state === 'failed') && (
          <li>
            <Icon name="alert" />
            <span>{counted(w().unread, failed)}</span>
          </li>
        )}
        {isNew && may('search:query') && (
          <li>
            <Icon name="search" />
            <a href={to('/search')}>{w().search}</a>
          </li>
        )}
        {isNew && may('objects:write') && (
          <li>
            <Icon name="upload" />
            <a href={to('/uploads')}>{w().upload}</a>
          </li>
        )}
      </ul>
    </Box>
  )
}

type Words = readonly { keyword: string; searches: number }[]

function Asked({ words }: { words: Words }) {
  return (
    <section class="wanted" aria-labelledby="asked">
      <h2 id="asked">{w().asked}</h2>
      {words.length === 0 && <p class="faint">{w().askedHint}</p>}
      <ul>
        {words.slice(0, 12).map(({ keyword, searches }) => (
          <li key={keyword}>
            {keyword} <span class="nums faint">{number(searches)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
