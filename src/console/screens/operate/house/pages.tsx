import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { pagesInTurn } from '../../../api/pages.ts'
import { type Resource, useResource } from '../../../api/resource.ts'
import { More } from '../../../ui/more.tsx'
import { Show } from '../../../ui/show.tsx'

export type PageAsked = { limit: number; cursor?: string }
type Answer<T> = { rows: readonly T[]; total: number; next: string | null }
export type Listed<T> = { rows: readonly T[]; total: number; hasMore: boolean }
export type Pages<T> = { listed: Resource<Listed<T>>; more(): void }

const rowsAtOnce = 50

/** A list that comes in pages, one more each time somebody asks for it. */
export function usePages<T>(
  ask: (page: PageAsked, until: AbortSignal) => Promise<Answer<T>>,
  topics: readonly string[],
): Pages<T> {
  const wanted = useSignal(1)
  const listed = useResource((until) => asMany(wanted.value, { ask, until }), topics)
  return { listed, more: () => void wanted.value++ }
}

type Asking<T> = {
  ask: (page: PageAsked, until: AbortSignal) => Promise<Answer<T>>
  until: AbortSignal
}

async function asMany<T>(pages: number, { ask, until }: Asking<T>): Promise<Listed<T>> {
  const { all, last, hasMore } = await pagesInTurn(pages, async (from) => {
    const { next: next_cursor, ...page } = await ask({ limit: rowsAtOnce, ...from }, until)
    return { ...page, next_cursor }
  })
  return { rows: all.flatMap(({ rows }) => rows), total: last.total, hasMore }
}

type ListProps<T> = {
  of: Pages<T>
  /** How many there are, as a heading. */
  title(total: number): string
  id: string
  none: ComponentChildren
  children(row: T): ComponentChildren
}

/** A box with the rows, how many there are in all, and the way to more of them. */
export function PageList<T>({ of, title, id, none, children }: ListProps<T>) {
  return (
    <Show of={of.listed}>
      {({ rows, total, hasMore }) => (
        <section class="box" aria-labelledby={id}>
          <h2 id={id}>{title(total)}</h2>
          {rows.length === 0 && none}
          <ul class="rows">{rows.map(children)}</ul>
          {hasMore && <More show={of.more} />}
        </section>
      )}
    </Show>
  )
}
