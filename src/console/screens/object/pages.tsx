import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import type { Reply } from '../../../client/index.ts'
import { kontor, prefix } from '../../api/kontor.ts'
import { useResource } from '../../api/resource.ts'
import { query, setQuery } from '../../app/address.ts'
import { type Shortcut, useShortcuts } from '../../app/shortcuts.ts'
import { number } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Problem, Skeleton } from '../../ui/parts.tsx'
import { Show } from '../../ui/show.tsx'
import { unlessLeaving } from './leaving.ts'
import { w } from './words.ts'

/** As wide as the server draws them. */
const widths = [400, 800, 1600] as const
type Shape = { width: number; height: number }
type PagesProps = {
  id: string
  /** Of the first page: the others have its place until they come. */
  shape: Shape | null
}

/** Whether a file is shown page by page. */
export function isPaged(type: string | null): boolean {
  return type !== null && /^(application\/pdf|image\/(?!svg))/.test(type)
}

/** What the server drew of a file, page by page, with the words that it recognised. */
export function Pages({ id, shape }: PagesProps) {
  const pages = useResource(
    (until) => unlessLeaving(id, () => kontor.listPages({ id }, { signal: until })),
    ['objects'],
  )
  return (
    <Show of={pages} waiting={<Skeleton lines={8} tall />}>
      {({ total, message, with_words }) =>
        total === 0 ? (
          <p class="faint">{message}</p>
        ) : (
          <Leaves id={id} shape={shape} total={total} withWords={with_words} />
        )
      }
    </Show>
  )
}

type LeavesProps = PagesProps & { total: number; withWords: readonly number[] }

function Leaves({ id, shape, total, withWords }: LeavesProps) {
  const isMarked = useSignal(false)
  const isLarge = useSignal(false)
  const at = Math.min(total, Math.max(1, Math.trunc(Number(query.value.get('page'))) || 1))
  const turn = (page: number) => {
    const next = Math.min(total, Math.max(1, page))
    if (next !== at) setQuery({ page: next === 1 ? undefined : `${next}` })
  }
  const isMirrored = document.documentElement.dir === 'rtl'
  const [back, forth] = isMirrored ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
  const enlarge = () => {
    isLarge.value = !isLarge.value
  }
  const leafing: Shortcut[] = [
    { keys: forth ?? '', label: w().nextPage, run: () => turn(at + 1), repeats: true },
    { keys: back ?? '', label: w().previousPage, run: () => turn(at - 1), repeats: true },
  ]
  const larger = { keys: 'z', label: w().larger, run: enlarge }
  useShortcuts(total > 1 ? [...leafing, larger] : [larger])
  return (
    <div class="leaves">
      <div class="leaves-tools">
        {total > 1 && <PageTurner at={at} total={total} turn={turn} />}
        <button
          type="button"
          class="button button-quiet"
          aria-pressed={isLarge.value}
          onClick={enlarge}
        >
          {w().larger}
        </button>
        {withWords.length > 0 && (
          <button
            type="button"
            class="button button-quiet"
            aria-pressed={isMarked.value}
            onClick={() => {
              isMarked.value = !isMarked.value
            }}
          >
            {w().boxes}
          </button>
        )}
      </div>
      {isMarked.value && !withWords.includes(at) && <p class="faint">{w().noWords}</p>}
      <section
        class={isLarge.value ? 'sheet sheet-large' : 'sheet'}
        aria-label={w().sheet}
        tabIndex={0}
      >
        <Sheet id={id} page={at} total={total} shape={shape} isLarge={isLarge.value}>
          {isMarked.value && withWords.includes(at) && <Boxes key={at} id={id} page={at} />}
        </Sheet>
      </section>
    </div>
  )
}

type TurnerProps = { at: number; total: number; turn(page: number): void }

function PageTurner({ at, total, turn }: TurnerProps) {
  return (
    <>
      <button
        type="button"
        class="button button-quiet"
        aria-label={w().previousPage}
        disabled={at === 1}
        onClick={() => turn(at - 1)}
      >
        <Icon name="back" />
      </button>
      <label class="field leaves-at">
        <span>{w().pageAt}</span>
        <input
          type="number"
          class="nums"
          min={1}
          max={total}
          value={at}
          onChange={({ currentTarget }) => turn(currentTarget.valueAsNumber || at)}
        />
        <span class="nums">{w().pageOf(number(total))}</span>
      </label>
      <button
        type="button"
        class="button button-quiet"
        aria-label={w().nextPage}
        disabled={at === total}
        onClick={() => turn(at + 1)}
      >
        <Icon name="forth" />
      </button>
      <span class="sr" role="status">
        {w().pageNow({ page: number(at), total: number(total) })}
      </span>
    </>
  )
}

type SheetProps = PagesProps & {
  page: number
  total: number
  isLarge: boolean
  children: ComponentChildren
}

/** The page before stays in sight until the next one is there. */
function Sheet({ id, page, total, shape, isLarge, children }: SheetProps) {
  const drawn = useSignal(0)
  const failed = useSignal<{ page: number; error: Error } | undefined>(undefined)
  const place = `${prefix}/v1/objects/${id}/pages/${page}/image`
  const ask = () => {
    // A picture that does not come says nothing; asked again, the server says why.
    kontor.pageImage({ id, page }).catch((error: Error) => {
      failed.value = { page, error }
    })
  }
  const refused = failed.value?.page === page ? failed.value.error : undefined
  const { width, height } = shape ?? { width: 210, height: 297 }
  return (
    <>
      <Problem error={refused} />
      <div class="picture" aria-busy={drawn.value !== page && !refused} hidden={!!refused}>
        <img
          src={`${place}?width=800`}
          srcset={widths.map((one) => `${place}?width=${one} ${one}w`).join(', ')}
          sizes={isLarge ? '100vw' : '(max-width: 54rem) 90vw, 33vw'}
          style={drawn.value === 0 ? { aspectRatio: width / height } : {}}
          alt={w().pageNow({ page: number(page), total: number(total) })}
          onLoad={() => {
            drawn.value = page
          }}
          onError={ask}
        />
        {drawn.value === page && children}
      </div>
    </>
  )
}

function Boxes({ id, page }: { id: string; page: number }) {
  const found = useResource((until) => kontor.wordBoxes({ id, page }, { signal: until }))
  return (
    <Show of={found} waiting={<span />}>
      {(words) => <Marks {...words} />}
    </Show>
  )
}

function Marks({ width, height, words }: Reply<'wordBoxes'>) {
  const named = words.map((box, place) => ({ ...box, place }))
  return (
    <svg class="boxes" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {named.map(({ place, left, top, width: wide, height: high, word }) => (
        <rect key={place} x={left} y={top} width={wide} height={high}>
          <title>{word}</title>
        </rect>
      ))}
    </svg>
  )
}
