import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Input } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'
import { type Resource, useResource } from '../../api/resource.ts'
import type { ObjectRow } from './states.ts'

type Question = Omit<Input<'listObjectRows'>, 'offset' | 'limit' | 'cursor'>

const pageRows = 500
const idsAtOnce = 1_000

export type Rows = {
  /** The first rows, and how many there are of all. */
  first: Resource<{ rows: ObjectRow[]; total: number }>
  total: number
  at(index: number): ObjectRow | undefined
  /** Fetches what comes into sight. */
  onSeen(range: { from: number; to: number }): void
}

/** A list of any length: the first rows at once, the others when somebody looks at them. */
export function useRows(question: () => Question): Rows {
  const first = useResource(
    (until) => kontor.listObjectRows({ ...question(), limit: pageRows }, { signal: until }),
    ['objects'],
  )
  const later = useSignal<ReadonlyMap<number, ObjectRow[]>>(new Map())
  const asked = useRef(new Set<number>())
  const loaded = first.loaded.value
  useSignalEffect(() => {
    if (first.loaded.value.state !== 'ready') return
    asked.current = new Set()
    later.value = new Map()
  })
  return {
    first,
    total: loaded.data?.total ?? 0,
    at: (index) => rowAt(index, { first: loaded.data?.rows ?? [], later }),
    onSeen({ from, to }) {
      for (let page = Math.floor(from / pageRows); page * pageRows < to; page++) {
        if (page === 0 || asked.current.has(page)) continue
        asked.current.add(page)
        const offset = page * pageRows
        kontor.listObjectRows({ ...question(), limit: pageRows, offset }).then(
          ({ rows }) => {
            later.value = new Map(later.value).set(page, rows)
          },
          // What does not come is asked for again when it is looked at again.
          () => asked.current.delete(page),
        )
      }
    },
  }
}

type Pages = { first: readonly ObjectRow[]; later: Signal<ReadonlyMap<number, ObjectRow[]>> }

function rowAt(index: number, { first, later }: Pages): ObjectRow | undefined {
  const page = Math.floor(index / pageRows)
  return page === 0 ? first[index] : later.value.get(page)?.[index % pageRows]
}

/** The ids of all that a question finds. */
export async function allIds(question: Question): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const page = { limit: idsAtOnce, offset: ids.length }
    const { rows, total } = await kontor.listObjectRows({ ...question, ...page })
    ids.push(...rows.map(({ object_id }) => object_id))
    if (rows.length === 0 || ids.length >= total) return ids
  }
}
