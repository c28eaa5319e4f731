import { batch, type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { changed, type Resource } from '../../api/resource.ts'
import { query, setQuery } from '../../app/address.ts'
import { tell } from '../../app/announce.tsx'
import { idOf, type Queue, type QueueItem, useQueue } from './queue.ts'
import { type Decision, send, type Undecided, type Verdict } from './send.ts'

/** With so few left in sight more are fetched. */
const refillBelow = 20

export type Desk = {
  queue: Resource<Queue>
  items: readonly QueueItem[]
  total: number
  at: number
  item: QueueItem | undefined
  chosen: Signal<ReadonlyMap<string, QueueItem>>
  undecided: Signal<readonly Undecided[]>
  show(index: number): void
  more(): void
  toggle(item: QueueItem): void
  chooseAll(): void
  /** On those that are chosen or, without any, on the one that is shown. */
  subjects(): readonly QueueItem[]
  decide(verdict: Verdict): Promise<void>
  /** Those whose decision did not arrive. */
  decideAgain(): Promise<void>
}

/** What a reviewer has before them: the queue, the file in it, and those that are chosen. */
export function useDesk(): Desk {
  const shown = useRef<Shown | undefined>(undefined)
  const { queue, more, all } = useQueue(() => shown.current?.item.object_id)
  const gone = useSignal<ReadonlySet<string>>(new Set())
  const undecided = useSignal<readonly Undecided[]>([])
  const onTheirWay = useSignal(0)
  const { state, data } = queue.loaded.value
  const waiting = (data?.items ?? []).filter((one) => !gone.value.has(idOf(one)))
  const { items, at } = useShown(shown, { waiting, gone: gone.value, filter: data?.filter ?? '' })
  const item = items[at]
  const chosen = useChosen(items, data)
  useEffect(() => {
    const isNearEnd = at > 0 && items.length - at < refillBelow
    if (isNearEnd && data?.hasMore && state === 'ready' && onTheirWay.value === 0) more()
  })
  const subjects = () => (chosen.value.size > 0 || !item ? [...chosen.value.values()] : [item])
  const perform = async (decisions: readonly Decision[]) => {
    const ids = new Set(decisions.map((one) => idOf(one.item)))
    const left = items.slice(at).filter((one) => !ids.has(idOf(one)))
    // The next one is there at once: what does not arrive comes back.
    gone.value = new Set([...gone.value, ...ids])
    undecided.value = undecided.value.filter((one) => one.isLost && !ids.has(idOf(one.item)))
    onTheirWay.value++
    const refused = await send(decisions)
    const lost = new Set(refused.filter(({ isLost }) => isLost).map((one) => idOf(one.item)))
    batch(() => {
      onTheirWay.value--
      gone.value = new Set([...gone.value].filter((id) => !lost.has(id)))
      undecided.value = [...undecided.value, ...refused]
      // Without a line there is nobody to ask.
      const isRefused = refused.length > lost.size
      if (isRefused || (lost.size === 0 && left.length < refillBelow)) changed('queue')
    })
  }
  return {
    queue,
    items,
    total: Math.max(0, (data?.total ?? 0) - (data?.items.length ?? 0) + waiting.length),
    at,
    item,
    chosen,
    undecided,
    more,
    subjects,
    show(index) {
      const next = items[Math.max(0, Math.min(items.length - 1, index))]
      setQuery({ object: next?.object_id, page: undefined })
    },
    async decide(verdict) {
      const decisions = subjects().map((one) => ({ item: one, verdict }))
      if (!decisions.length) return
      const ids = new Set(decisions.map((one) => idOf(one.item)))
      const isLeft = (one: QueueItem) => !ids.has(idOf(one))
      const next = items.slice(at).find(isLeft) ?? items.findLast(isLeft)
      chosen.value = new Map()
      setQuery({ object: next?.object_id, page: undefined })
      await perform(decisions)
    },
    decideAgain: () => perform(undecided.value.filter(({ isLost }) => isLost)),
    toggle(one) {
      const some = new Map(chosen.value)
      if (!some.delete(idOf(one))) some.set(idOf(one), one)
      chosen.value = some
    },
    chooseAll() {
      void tell(async () => {
        const found = await all()
        chosen.value = new Map(found.map((one) => [idOf(one), one]))
      })
    },
  }
}

/** What the list does not have any more is not decided on, and not said to be chosen. */
function useChosen(items: readonly QueueItem[], data: Queue | undefined) {
  const chosen = useSignal<ReadonlyMap<string, QueueItem>>(new Map())
  const listed = useRef({ filter: '', ids: new Set<string>() })
  useEffect(() => {
    if (!data) return
    const before = listed.current
    const ids = new Set(items.map(idOf))
    listed.current = { filter: data.filter, ids }
    // Beyond the end of the list nobody sees what goes on.
    const isBeyond = (id: string) => before.filter === data.filter && !before.ids.has(id)
    const kept = [...chosen.value].filter(([id]) => ids.has(id) || isBeyond(id))
    if (kept.length < chosen.value.size) chosen.value = new Map(kept)
  })
  return chosen
}

type Shown = { item: QueueItem; at: number; filter: string }
type Sought = { waiting: readonly QueueItem[]; gone: ReadonlySet<string>; filter: string }

/**
 * The file that a reviewer looks at stays before them, also when a colleague has decided on it or
 * others came before it: keys that are about to be pressed are meant for it and for no other. Of
 * another search it is no part.
 */
function useShown(shown: { current: Shown | undefined }, { waiting, gone, filter }: Sought) {
  const before = shown.current?.filter === filter ? shown.current : undefined
  const wanted = query.value.get('object') ?? before?.item.object_id
  const isWanted = (one: QueueItem) => idOf(one) === wanted
  const isHeld = before && isWanted(before.item) && !gone.has(idOf(before.item))
  // Where nothing waits no key can mean another one.
  const items =
    isHeld && waiting.length > 0 && !waiting.some(isWanted)
      ? waiting.toSpliced(before.at, 0, before.item)
      : waiting
  const at = Math.max(0, items.findIndex(isWanted))
  const item = items[at]
  shown.current = item && { item, at, filter }
  return { items, at }
}
