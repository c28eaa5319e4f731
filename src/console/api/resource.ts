import {
  batch,
  type ReadonlySignal,
  type Signal,
  signal,
  useSignal,
  useSignalEffect,
} from '@preact/signals'
import { useRef, useState } from 'preact/hooks'
import type { KontorError } from '../../client/index.ts'

/** What was asked for: old data stays in sight while new data is on its way, or does not come. */
export type Loaded<T> =
  | { state: 'loading'; data?: T }
  | { state: 'ready'; data: T }
  | { state: 'failed'; data?: T; error: Error }

/** How often something changed, by its name: `objects`, `money`, `queue`… */
const changes = new Map<string, Signal<number>>()

export function changesOf(topic: string): Signal<number> {
  const known = changes.get(topic) ?? signal(0)
  changes.set(topic, known)
  return known
}

/**
 * Whoever shows such data asks again. Told by the server, and by what the user did; `*` is all of
 * it, but not what is asked of nobody's change: a search costs something.
 */
export function changed(topic: string): void {
  const topics = topic === '*' ? [...changes.keys()] : [topic]
  for (const one of topics) changesOf(one).value++
}

/** What did not come because there was no line, or nobody whom the server knew. */
const lost = new Set<() => void>()

/** There is a line to the server once more, or a session. What came already may have cost. */
export function askAgain(): void {
  batch(() => {
    for (const again of lost) again()
    changed('*')
  })
}

export type Resource<T> = {
  loaded: ReadonlySignal<Loaded<T>>
  again(): void
}

/**
 * What a question to the server gives, asked again when a signal that it reads or one of the topics
 * changes. An answer that comes too late is thrown away. `ask` gives undefined for no question.
 */
export function useResource<T>(
  ask: (until: AbortSignal) => Promise<T> | undefined,
  topics: readonly string[] = [],
): Resource<T> {
  const loaded = useSignal<Loaded<T>>({ state: 'loading' })
  const tries = useSignal(0)
  const newest = useRef(ask)
  newest.current = ask
  const [again] = useState(() => () => void tries.value++)
  useSignalEffect(() => {
    tries.value
    for (const topic of topics) changesOf(topic).value
    const controller = new AbortController()
    const { signal: until } = controller
    const pending = newest.current(until)
    if (pending) follow(pending, { loaded, until, again })
    return () => {
      controller.abort()
      lost.delete(again)
    }
  })
  return { loaded, again }
}

type Following<T> = { loaded: Signal<Loaded<T>>; until: AbortSignal; again(): void }

function follow<T>(pending: Promise<T>, { loaded, until, again }: Following<T>): void {
  const before = loaded.peek().data
  const kept = before === undefined ? {} : { data: before }
  loaded.value = { state: 'loading', ...kept }
  pending.then(
    (data) => {
      if (!until.aborted) loaded.value = { state: 'ready', data }
    },
    (error: Error) => {
      if (until.aborted) return
      loaded.value = { state: 'failed', error, ...kept }
      const { status } = error as Partial<KontorError>
      if (status === 0 || status === 401) lost.add(again)
    },
  )
}
