import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { changed, type Resource, useResource } from '../../api/resource.ts'
import { query, setQuery } from '../../app/address.ts'
import { announce } from '../../app/announce.tsx'
import { number } from '../../ui/format.ts'
import { w } from './words.ts'

export type Queue = Reply<'reviewQueue'>
export type QueueItem = Queue['items'][number]
export const sorts = ['oldest', 'newest', 'deadline', 'largest', 'name'] as const

const pageItems = 100
/** With so few left in sight more are fetched. */
const refillBelow = 20

export type Desk = {
  queue: Resource<Queue>
  items: readonly QueueItem[]
  total: number
  at: number
  item: QueueItem | undefined
  chosen: Signal<ReadonlySet<string>>
  show(index: number): void
  toggle(item: QueueItem): void
  /** On those that are chosen or, without any, on the one that is shown. */
  subjects(): QueueItem[]
  decide(verdict: Verdict): Promise<void>
}

export type Verdict = { decision: 'approved' } | { decision: 'rejected'; reason: string }

/** What a reviewer has before them: the queue, the file in it, and those that are chosen. */
export function useDesk(): Desk {
  const queue = useResource((until) => kontor.reviewQueue(asked(), { signal: until }), ['queue'])
  const gone = useSignal<ReadonlySet<string>>(new Set())
  const chosen = useSignal<ReadonlySet<string>>(new Set())
  const data = queue.loaded.value.data
  const waiting = (data?.items ?? []).filter(({ object_id: id }) => !gone.value.has(id))
  const { items, at } = useShown(waiting, gone.value)
  const item = items[at]
  const show = (index: number) => {
    const { object_id: id } = items[Math.max(0, Math.min(items.length - 1, index))] ?? {}
    setQuery({ object: id, page: undefined })
  }
  const subjects = () => {
    const some = items.filter(({ object_id: id }) => chosen.value.has(id))
    return chosen.value.size > 0 || !item ? some : [item]
  }
  // What the list does not have any more is not decided on, and not said to be chosen.
  useEffect(() => {
    const kept = [...chosen.value].filter((id) => items.some((one) => one.object_id === id))
    if (data && kept.length < chosen.value.size) chosen.value = new Set(kept)
  })
  const decide = async (verdict: Verdict) => {
    const decided = subjects()
    if (!decided.length) return
    const ids = new Set(decided.map(({ object_id: id }) => id))
    const left = items.filter(({ object_id: id }) => !ids.has(id))
    const next = items.slice(at).find(({ object_id: id }) => !ids.has(id)) ?? left.at(-1)
    // The next one is there at once: what the server refuses comes back.
    gone.value = new Set([...gone.value, ...ids])
    chosen.value = new Set()
    setQuery({ object: next?.object_id, page: undefined })
    const refused = await send(decided, verdict)
    gone.value = new Set([...gone.value].filter((id) => !refused.has(id)))
    if (refused.size > 0 || left.length < refillBelow) changed('queue')
  }
  return {
    queue,
    items,
    total: Math.max(0, (data?.total ?? 0) - (data?.items.length ?? 0) + waiting.length),
    at,
    item,
    chosen,
    show,
    subjects,
    decide,
    toggle({ object_id: id }) {
      const set = new Set(chosen.value)
      if (!set.delete(id)) set.add(id)
      chosen.value = set
    },
  }
}

type Shown = { item: QueueItem; at: number; filter: string }

/**
 * The file that a reviewer looks at stays before them, also when a colleague has decided on it or
 * others came before it: keys that are about to be pressed are meant for it and for no other.
 */
function useShown(waiting: readonly QueueItem[], gone: ReadonlySet<string>) {
  const shown = useRef<Shown | undefined>(undefined)
  const filter = JSON.stringify(asked())
  const before = shown.current?.filter === filter ? shown.current : undefined
  const wanted = query.value.get('object') ?? before?.item.object_id
  const isWanted = ({ object_id: id }: QueueItem) => id === wanted
  const isHeld = before && isWanted(before.item) && !gone.has(before.item.object_id)
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

function asked() {
  const { value } = query
  const q = value.get('q')?.trim()
  const dataset = value.get('dataset')
  const sort = sorts.find((one) => one === value.get('sort'))
  return {
    limit: pageItems,
    ...(q ? { q } : {}),
    ...(dataset ? { dataset_id: dataset } : {}),
    ...(sort ? { sort } : {}),
  }
}

/** Gives the ids of those that were not decided on because the request did not arrive. */
async function send(items: readonly QueueItem[], verdict: Verdict): Promise<ReadonlySet<string>> {
  const decisions = items.map(({ object_id }) => ({ object_id, ...verdict }))
  try {
    const { outcomes } = await kontor.decideReviews({ decisions })
    const done = outcomes.filter(({ error }) => error === null)
    const words = verdict.decision === 'approved' ? w().approved : w().rejected
    const [first] = items
    if (done.length === 1 && items.length === 1) announce(words.one(first?.filename ?? ''))
    else if (done.length > 0) announce(words.many(number(done.length)))
    outcomes.forEach(({ error }, i) => {
      const name = items[i]?.filename ?? ''
      if (error) announce(w().notDecided({ name, why: error.message }), 'bad')
    })
    return new Set()
  } catch (error) {
    announce((error as Error).message, 'bad')
    return new Set(items.map(({ object_id }) => object_id))
  }
}
