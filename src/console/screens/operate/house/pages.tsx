import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { pagesInTurn } from '../../../api/pages.ts'
import { type Resource, useResource } from '../../../api/resource.ts'
import { More } from '../../../ui/more.tsx'
import { Box } from '../../../ui/parts.tsx'
import { Show } from '../../../ui/show.tsx'

export type PageAsked = { limit: number; cursor?: string }
type Answer = { total: number; next_cursor: string | null }
export type Listed<T> = { rows: readonly T[]; total: number; hasMore: boolean }
export type Pages<T> = { listed: Resource<Listed<T>>; more(): void }

const rowsAtOnce = 50

/** A list that comes in pages, one more each time somebody asks for it. */
export function usePages<A extends Answer, T>(
  ask: (page: PageAsked, until: AbortSignal) => Promise<A>,
  rowsOf: (answer: A) => readonly T[],
  topics: readonly string[],
): Pages<T> {
  const wanted = useSignal(1)
  const listed = useResource(async (until) => {
    const { all, last, hasMore } = await pagesInTurn(wanted.value, (from) =>
      ask({ limit: rowsAtOnce, ...from }, until),
    )
    return { rows: all.flatMap(rowsOf), total: last.total, hasMore }
  }, topics)
  return { listed, more: () => void wanted.value++ }
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
        <Box id={id} title={title(total)}>
          {rows.length === 0 && none}
          <ul class="rows">{rows.map(children)}</ul>
          {hasMore && <More show={of.more} />}
        </Box>
      )}
    </Show>
  )
}
