import { setQuery } from '../../app/address.ts'
import { clock, language, number } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Meter } from '../../ui/parts.tsx'
import type { Hit } from './ask.ts'
import { Marked } from './marked.tsx'
import { Preview } from './preview.tsx'
import { w } from './words.ts'

const moreMax = 3

type AssetCardProps = { hits: readonly [Hit, ...Hit[]]; chosenId: string | null }

/** An asset with its best passage, and some of its others. */
export function AssetCard({ hits, chosenId }: AssetCardProps) {
  const [hit, ...more] = hits
  const isChosen = hits.some(({ passage_id }) => passage_id === chosenId)
  return (
    <article class="hit" aria-current={isChosen ? 'true' : undefined}>
      <div class="hit-text">
        <h2>
          <button
            type="button"
            class="hit-open"
            dir="auto"
            onClick={() => setQuery({ hit: hit.passage_id })}
          >
            {hit.title}
          </button>
        </h2>
        <p class="hit-snippet" dir="auto" lang={hit.lang}>
          <Marked text={hit.snippet} />
        </p>
        <p class="hit-meta">
          <span>{w().kinds[hit.kind]}</span>
          {hit.page !== null && <span>{w().page(number(hit.page))}</span>}
          {hit.time_start_ms !== null && (
            <span class="nums">
              <Icon name="play" size={12} /> {rangeOf(hit)}
            </span>
          )}
          {hit.lang !== 'und' && <span>{language(hit.lang)}</span>}
          <span class="hit-score" title={`${w().relevance} ${hit.score.toFixed(2)}`}>
            <Meter value={hit.score} max={1} label={w().relevance} />
          </span>
        </p>
        {more.length > 0 && (
          <ul class="hit-more">
            {more.slice(0, moreMax).map((one) => (
              <li key={one.passage_id}>
                <button
                  type="button"
                  aria-current={one.passage_id === chosenId ? 'true' : undefined}
                  onClick={() => setQuery({ hit: one.passage_id })}
                >
                  <span>{placeOf(one)}</span>
                  <span dir="auto" lang={one.lang}>
                    <Marked text={one.snippet} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Preview hit={hit} />
    </article>
  )
}

function rangeOf({ time_start_ms: from, time_end_ms: to }: Hit): string {
  return `${clock(from ?? 0)}–${clock(to ?? from ?? 0)}`
}

function placeOf({ page, time_start_ms: from, kind }: Hit): string {
  if (page !== null) return w().page(number(page))
  return from === null ? w().kinds[kind] : clock(from)
}
