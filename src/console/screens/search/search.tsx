import { useComputed } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { detailsOf, KontorError } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { query, setQuery, to } from '../../app/address.ts'
import { account, refreshBalance } from '../../app/balance.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { t } from '../../i18n/index.ts'
import { money, number, price } from '../../ui/format.ts'
import { Empty, Failed, Meter, ScreenHead, Skeleton } from '../../ui/parts.tsx'
import { AsCode } from './as-code.tsx'
import { ask, byAsset, type Found, hitsAtOnce, likenessIn, questionIn } from './ask.ts'
import { AssetCard } from './asset-card.tsx'
import { AssetPanel } from './asset-panel.tsx'
import { Clear } from './clear.tsx'
import { Facets, isNarrowed } from './facets.tsx'
import { OnlyIn } from './only-in.tsx'
import { SearchBox } from './search-box.tsx'
import { w } from './words.ts'

/** What can be gone back from. */
const step = { isStep: true }

/** Everything that was asked is in the address: it can be kept, sent and gone back to. */
export function Search() {
  // What is chosen among the hits asks nothing new.
  const asked = useComputed(() => {
    return JSON.stringify(likenessIn(query.value) ?? questionIn(query.value))
  })
  const found = useResource((until) => {
    const question = asked.value === undefined ? undefined : JSON.parse(asked.value)
    return ask(question, until)
  })
  const q = query.value.get('q') ?? ''
  const loaded = found.loaded.value
  useEffect(() => {
    if (loaded.state === 'ready') void refreshBalance()
  }, [loaded.data])
  return (
    <div class="search">
      <ScreenHead title={w().title}>
        <Allowance />
      </ScreenHead>
      <SearchBox q={q} />
      {asked.value === undefined ? <Start /> : <Answer found={found} />}
    </div>
  )
}

function Answer({ found }: { found: ReturnType<typeof useResource<Found>> }) {
  const loaded = found.loaded.value
  const { data } = loaded
  const hits = data?.results ?? []
  const chosenId = query.value.get('hit')
  const chosen = hits.find(({ passage_id }) => passage_id === chosenId)
  const body = useRef<HTMLDivElement>(null)
  const step = (by: number) => {
    const at = hits.findIndex(({ passage_id }) => passage_id === chosenId)
    const next = hits[Math.max(0, Math.min(hits.length - 1, at + by))]
    if (next) setQuery({ hit: next.passage_id })
  }
  useShortcuts([
    { keys: 'j', label: w().next, run: () => step(1), repeats: true },
    { keys: 'k', label: w().previous, run: () => step(-1), repeats: true },
  ])
  useEffect(() => showChosen(body.current), [chosen?.passage_id])
  const close = () => {
    // What the panel was opened from has the focus again.
    body.current?.querySelector<HTMLElement>('[aria-current] .hit-open')?.focus()
    setQuery({ hit: undefined })
  }
  return (
    <div ref={body} class={chosen ? 'search-body has-panel' : 'search-body'}>
      <Facets counts={data?.facets ?? undefined} />
      <section class="search-hits" aria-busy={loaded.state === 'loading'}>
        {loaded.state === 'failed' && <Refused error={loaded.error} again={found.again} />}
        {data && <Summary found={data} />}
        {!data && loaded.state === 'loading' && <Skeleton lines={5} tall />}
        {data && hits.length === 0 && (
          <Empty icon="search" title={w().none} hint={w().noneHint}>
            {isNarrowed() ? (
              <Clear />
            ) : (
              <a class="button" href={to('/catalog')}>
                {t().places.catalog}
              </a>
            )}
          </Empty>
        )}
        <ul class="hits">
          {byAsset(hits).map((group) => (
            <li key={group[0].passage_id}>
              <AssetCard hits={group} chosenId={chosenId} />
            </li>
          ))}
        </ul>
        {data && <Pages found={data} />}
      </section>
      {chosen && data && (
        <AssetPanel key={chosen.passage_id} hit={chosen} searchId={data.search_id} close={close} />
      )}
    </div>
  )
}

/** Beside the hits, or where there is no room for both, above them: then one goes there. */
function showChosen(body: HTMLElement | null): void {
  const panel = body?.querySelector<HTMLElement>('.panel')
  if (!panel) return
  if (getComputedStyle(panel).position === 'sticky') {
    body?.querySelector('.hits [aria-current]')?.scrollIntoView({ block: 'nearest' })
    return
  }
  panel.focus({ preventScroll: true })
  panel.scrollIntoView({ block: 'start' })
}

/** A query that cannot be read shows where; an allowance that is spent, what to do. */
function Refused({ error, again }: { error: Error; again(): void }) {
  const { position } = detailsOf(error)
  const isSpent = error instanceof KontorError && error.code === 'search_allowance_exhausted'
  return (
    <>
      <Failed error={error} again={again} />
      {typeof position === 'number' && <p class="hint">{w().at(number(position))}</p>}
      {isSpent && (
        <p class="hint">
          {w().exhausted} <a href={to('/spend?redeem=1')}>{w().topUp}</a>
        </p>
      )}
    </>
  )
}

function Summary({ found }: { found: Found }) {
  const { total, total_relation: relation, took_ms: ms, charged_credits: credits } = found
  const shown = number(total)
  const count = relation === 'exact' ? w().hits(total, shown) : w().about(shown)
  return (
    <>
      {/* Only the count is said aloud, not the milliseconds. */}
      <p class="sr" role="status">
        {count}
      </p>
      <div class="search-summary">
        <p>
          <strong>{count}</strong> · {w().took(number(ms))} ·{' '}
          {credits === 0 ? w().free : w().cost(money(credits))}
        </p>
        {query.value.has('like') ? <BackToQuestion /> : <AsCode />}
      </div>
      {query.value.has('like') && <p class="hint">{w().alike}</p>}
      {found.corrected_query !== undefined && (
        <p class="hint">{w().corrected(found.corrected_query)}</p>
      )}
    </>
  )
}

/** From what is like a hit to where the hit was found. */
function BackToQuestion() {
  if (!query.value.has('q')) return null
  return (
    <button
      type="button"
      class="button button-quiet"
      onClick={() => setQuery({ like: undefined, hit: undefined, offset: undefined }, step)}
    >
      {w().backToQuestion}
    </button>
  )
}

function Pages({ found: { offset, has_more: hasMore } }: { found: Found }) {
  if (offset === 0 && !hasMore) return null
  const turn = (by: number) => {
    const next = Math.max(0, offset + by * hitsAtOnce)
    setQuery({ offset: next === 0 ? undefined : String(next), hit: undefined }, step)
  }
  return (
    <p class="pages">
      <button type="button" class="button" disabled={offset === 0} onClick={() => turn(-1)}>
        {w().back}
      </button>
      <button type="button" class="button" disabled={!hasMore} onClick={() => turn(1)}>
        {w().more}
      </button>
    </p>
  )
}

function Allowance() {
  const own = account.value
  if (!own || own.search_allowance === null) return null
  const { searches_this_month: part, search_allowance: all } = own
  return (
    <p class="allowance">
      <span class="faint">{w().searches}</span>
      <span class="nums">{w().of({ part: number(part), all: number(all) })}</span>
      <Meter value={part} max={all} label={w().searches} />
    </p>
  )
}

/** Questions that the sample archive answers, and any other is likely to say something to. */
const examples = [
  'boiler low-water alarm',
  'Getriebeschaden am Windrad',
  'cavitation pitting',
  'heat pump noise',
]

function Start() {
  const prices = account.value?.prices
  const id = query.value.get('dataset')
  const within = id === null ? '' : `&dataset=${encodeURIComponent(id)}`
  return (
    <>
      {id !== null && <OnlyIn key={id} id={id} />}
      <Empty icon="search" title={w().start} hint={w().startHint}>
        {prices && (
          <p>
            {w().prices({
              passage: price(prices.retrieval_credits),
              premium: price(prices.retrieval_premium_credits),
              file: price(prices.download_credits),
            })}
          </p>
        )}
        <p class="faint">{w().examples}</p>
        <p class="chips">
          {examples.map((q) => (
            <a key={q} class="chip" href={to(`/search?q=${encodeURIComponent(q)}${within}`)}>
              {q}
            </a>
          ))}
        </p>
      </Empty>
    </>
  )
}
