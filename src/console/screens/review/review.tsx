import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { query, setQuery, to } from '../../app/address.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { t } from '../../i18n/index.ts'
import { FindField } from '../../ui/find-field.tsx'
import { counted, number } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { LeftBehind } from '../../ui/left-behind.tsx'
import { More } from '../../ui/more.tsx'
import { Empty, ScreenHead, Skeleton } from '../../ui/parts.tsx'
import { Select } from '../../ui/select.tsx'
import { Show } from '../../ui/show.tsx'
import { Candidate } from './candidate.tsx'
import { type Desk, useDesk } from './desk.ts'
import { ExpiryClock } from './expiry-clock.tsx'
import { type QueueItem, sorts } from './queue.ts'
import { RejectDialog } from './reject-dialog.tsx'
import { w } from './words.ts'

/** One file after the other, with what it is and says, decided without the mouse. */
export function Review() {
  const desk = useDesk()
  const isRejecting = useSignal(false)
  const { at, item, show, decide, toggle } = desk
  const approve = () => void decide({ decision: 'approved' })
  const reject = () => {
    if (item) isRejecting.value = true
  }
  useShortcuts([
    { keys: 'j', label: w().next, run: () => show(at + 1), repeats: true },
    { keys: 'k', label: w().previous, run: () => show(at - 1), repeats: true },
    { keys: 'a', label: w().approve, run: approve },
    { keys: 'r', label: w().reject, run: reject },
    { keys: 'x', label: w().choose, run: () => item && toggle(item) },
  ])
  return (
    <div class="filling">
      <ScreenHead title={w().title}>
        <p class="nums" role="status">
          {counted(w().waiting, desk.total)}
        </p>
        <a class="button" href={to('/review/decided')}>
          {w().decided}
        </a>
      </ScreenHead>
      <Tools />
      <Show of={desk.queue}>
        {() =>
          item === undefined ? (
            <>
              {desk.total > 0 ? <Skeleton lines={8} tall /> : <NothingWaits />}
              <NotDecided {...desk} />
            </>
          ) : (
            <div class="review">
              <QueueList {...desk} />
              <Candidate key={item.object_id} item={item} />
              <Verdicts desk={desk} approve={approve} reject={reject} />
            </div>
          )
        }
      </Show>
      <RejectDialog
        items={desk.subjects()}
        open={isRejecting.value}
        close={() => {
          isRejecting.value = false
        }}
        reject={(reason) => void decide({ decision: 'rejected', reason })}
      />
    </div>
  )
}

function Tools() {
  const asked = query.value
  const chosenSort = asked.get('sort') ?? 'oldest'
  return (
    <search class="grid-tools">
      <FindField label={w().find} />
      <Select
        isTool
        label={w().sort}
        options={sorts.map((sort) => [sort, w().sorts[sort]])}
        chosen={chosenSort}
        choose={(sort) => setQuery({ sort })}
      />
    </search>
  )
}

function NothingWaits() {
  const isAsked = ['q', 'dataset'].some((name) => query.value.has(name))
  if (!isAsked) return <Empty icon="check" title={w().empty} hint={w().emptyHint} />
  return (
    <Empty icon="search" title={w().none}>
      <button
        type="button"
        class="button"
        onClick={() => setQuery({ q: undefined, dataset: undefined })}
      >
        {w().all}
      </button>
    </Empty>
  )
}

function QueueList({ queue, items, total, at, chosen, show, more, toggle, chooseAll }: Desk) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <section class="queue" aria-label={w().queue}>
      {chosen.value.size < total && total > 1 && (
        <button type="button" class="button button-quiet" onClick={chooseAll}>
          {w().chooseAll(number(total))}
        </button>
      )}
      <ul ref={list}>
        {items.map((item, index) => (
          <li key={item.object_id} class="queue-line">
            <input
              type="checkbox"
              aria-label={item.filename}
              checked={chosen.value.has(item.object_id)}
              onChange={() => toggle(item)}
            />
            <button
              type="button"
              class="queue-item"
              aria-current={index === at ? 'true' : undefined}
              onClick={() => show(index)}
            >
              <QueueFacts {...item} />
            </button>
          </li>
        ))}
      </ul>
      {queue.loaded.value.data?.hasMore && <More show={more} />}
    </section>
  )
}

function QueueFacts({ filename, dataset_name, review_expires_at, claim }: QueueItem) {
  return (
    <>
      <bdi class="queue-name">{filename}</bdi>
      <span class="queue-facts">
        <span class="queue-shelf">{dataset_name}</span>
        {claim && !claim.is_mine && (
          <span class="queue-claim" title={w().claimedBy(claim.name ?? w().somebody)}>
            <Icon name="person" size={14} />
            {claim.name ?? w().somebody}
          </span>
        )}
        {review_expires_at && <ExpiryClock iso={review_expires_at} />}
      </span>
    </>
  )
}

type VerdictsProps = { desk: Desk; approve(): void; reject(): void }

function Verdicts({ desk, approve, reject }: VerdictsProps) {
  const { at, items, chosen, show } = desk
  return (
    <footer class="verdict">
      <NotDecided {...desk} />
      <button type="button" class="button" disabled={at === 0} onClick={() => show(at - 1)}>
        {w().previous} <kbd>K</kbd>
      </button>
      <button
        type="button"
        class="button"
        disabled={at >= items.length - 1}
        onClick={() => show(at + 1)}
      >
        {w().next} <kbd>J</kbd>
      </button>
      {chosen.value.size > 0 && (
        <>
          <strong role="status">{w().chosen(number(chosen.value.size))}</strong>
          <button
            type="button"
            class="button button-quiet"
            onClick={() => {
              chosen.value = new Map()
            }}
          >
            {w().chooseNone}
          </button>
        </>
      )}
      <span class="spring" />
      <button type="button" class="button button-bad" onClick={reject}>
        {w().reject} <kbd>R</kbd>
      </button>
      <button type="button" class="button button-good" onClick={approve}>
        {w().approve} <kbd>A</kbd>
      </button>
    </footer>
  )
}

/** What the server refused, and what did not arrive, which can be sent again. */
function NotDecided({ undecided, decideAgain }: Desk) {
  const { value: list } = undecided
  if (list.length === 0) return null
  const named = list.map(({ item, why }) => ({ id: item.object_id, name: item.filename, why }))
  return (
    <LeftBehind title={counted(w().notDecided, list.length)} list={named}>
      {list.some(({ isLost }) => isLost) && (
        <button type="button" class="button" onClick={() => void decideAgain()}>
          {t().states.again}
        </button>
      )}
      <button
        type="button"
        class="button"
        onClick={() => {
          undecided.value = []
        }}
      >
        {t().buttons.close}
      </button>
    </LeftBehind>
  )
}
