import { useComputed, useSignal } from '@preact/signals'
import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { pagesInTurn } from '../../api/pages.ts'
import { type Resource, useResource } from '../../api/resource.ts'
import { query } from '../../app/address.ts'

export type QueueItem = Reply<'reviewQueue'>['items'][number]
export type Queue = Found & { filter: string }
type Found = { items: readonly QueueItem[]; total: number; hasMore: boolean }
export const sorts = ['oldest', 'newest', 'deadline', 'largest', 'name'] as const

const pageItems = 100

export const idOf = ({ object_id: id }: QueueItem) => id

type Queues = {
  queue: Resource<Queue>
  /** Another page of it. */
  more(): void
  /** All that match, also those beyond the last page that was fetched. */
  all(): Promise<readonly QueueItem[]>
}

/** As much of what waits as was asked for. `held` is the file that is looked at already. */
export function useQueue(held: () => string | undefined): Queues {
  const filter = useComputed(() => JSON.stringify(filterIn(query.value)))
  const wanted = useSignal({ filter: '', pages: 1 })
  const pagesOf = (of: string) => (wanted.value.filter === of ? wanted.value.pages : 1)
  const queue = useResource(
    async (signal) => {
      const of = filter.value
      const found = await ask(of, { pages: pagesOf(of), signal })
      const linked = of === '{}' ? query.peek().get('object') : null
      const isThere = !found.hasMore || found.items.some((one) => idOf(one) === linked)
      if (linked === null || isThere || linked === held()) return { ...found, filter: of }
      // Somebody comes to a file that is far down.
      const order = { object_id: linked }
      const far = await kontor.getStagedObject(order, { signal }).catch(() => undefined)
      const items = far?.status === 'staged' ? [far, ...found.items] : found.items
      return { ...found, items, filter: of }
    },
    ['queue'],
  )
  return {
    queue,
    more() {
      const of = filter.value
      wanted.value = { filter: of, pages: pagesOf(of) + 1 }
    },
    async all() {
      const of = filter.peek()
      const { items } = await ask(of, { pages: Number.POSITIVE_INFINITY })
      return of === filter.peek() ? items : []
    },
  }
}

function filterIn(asked: URLSearchParams) {
  const q = asked.get('q')?.trim()
  const dataset = asked.get('dataset')
  const sort = sorts.find((one) => one === asked.get('sort'))
  return {
    ...(q ? { q } : {}),
    ...(dataset ? { dataset_id: dataset } : {}),
    ...(sort ? { sort } : {}),
  }
}

type Extent = { pages: number; signal?: AbortSignal }

async function ask(filter: string, { pages, signal }: Extent): Promise<Found> {
  const question = { ...JSON.parse(filter), limit: pageItems }
  const { all, last, hasMore } = await pagesInTurn(pages, (from) =>
    kontor.reviewQueue({ ...question, ...from }, signal ? { signal } : {}),
  )
  return { items: all.flatMap(({ items }) => items), total: last.total, hasMore }
}
