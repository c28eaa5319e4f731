import { signal, useSignal } from '@preact/signals'
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from '@tanstack/virtual-core'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'

export type Column<T> = {
  key: string
  title: string
  /** A track of the grid, as CSS writes it. */
  width: string
  cell(row: T, index: number): ComponentChildren
  align?: 'end'
  /** Left out where there is little room. */
  extra?: boolean
}

type GridProps<T> = {
  label: string
  columns: readonly Column<T>[]
  total: number
  /** Undefined for what has not come yet. */
  row(index: number): T | undefined
  open?(row: T): void
  /** Chooses a row for what is done with many, or chooses it no more: by Space, too. */
  toggle?(row: T): void
  isChosen?(row: T): boolean
  /** Told which rows come into sight, so that they can be fetched. */
  onSeen?(range: { from: number; to: number }): void
}

const rowPixels = 44
const headPixels = 38
const borderPixels = 1
const spare = 6

/**
 * A table of any length, of which only the rows in sight are in the document. One stop for Tab;
 * arrows, Page, Home and End move inside; its true length is told to those who listen.
 */
export function VirtualGrid<T>(props: GridProps<T>) {
  const { label, columns, total, row, open, toggle, isChosen, onSeen } = props
  const box = useRef<HTMLDivElement>(null)
  const active = useSignal(0)
  const id = useId()
  const rows = useRows({ total, box })
  const shown = rows.getVirtualItems()
  const [from, to] = [shown[0]?.index ?? 0, (shown.at(-1)?.index ?? -1) + 1]
  useEffect(() => onSeen?.({ from, to }), [from, to, onSeen])
  const moveTo = (index: number) => {
    active.value = Math.max(0, Math.min(total - 1, index))
    rows.scrollToIndex(active.value)
  }
  const onKey = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowPixels) - 1)
    const next = stepOf(event.key, { at: active.value, total, page })
    // What is pressed within a row is that one's own deed, whichever row is the active one.
    const chosen = event.target === event.currentTarget ? row(active.value) : undefined
    if (next !== undefined) moveTo(next)
    else if (event.key === 'Enter' && chosen !== undefined) open?.(chosen)
    else if (event.key === ' ' && chosen !== undefined) toggle?.(chosen)
    else return
    event.preventDefault()
  }
  return (
    <div
      class={toggle ? 'grid grid-choosing' : 'grid'}
      role="grid"
      ref={box}
      aria-label={label}
      aria-rowcount={total + 1}
      aria-colcount={columns.length}
      aria-activedescendant={total > 0 ? `${id}-${active.value}` : undefined}
      tabIndex={0}
      onKeyDown={onKey}
      style={{
        '--tracks': columns.map(({ width }) => width).join(' '),
        '--tracks-few': fewTracks(columns),
        '--whole': `${headPixels + total * rowPixels + 2 * borderPixels}px`,
      }}
    >
      <div class="grid-head" role="row" aria-rowindex={1}>
        {columns.map(({ key, title, ...look }) => (
          <span key={key} role="columnheader" class={lookOf(look)}>
            {title}
          </span>
        ))}
      </div>
      <div class="grid-space" role="rowgroup" style={{ blockSize: `${rows.getTotalSize()}px` }}>
        {shown.map(({ index, start }) => {
          const value = row(index)
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
            <div
              key={index}
              id={`${id}-${index}`}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={index === active.value}
              class={value !== undefined && isChosen?.(value) ? 'grid-row is-chosen' : 'grid-row'}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => {
                active.value = index
              }}
              onDblClick={() => value !== undefined && open?.(value)}
            >
              {columns.map((column) => (
                <span key={column.key} role="gridcell" class={lookOf(column)}>
                  {value === undefined ? <i class="grid-wait" /> : column.cell(value, index)}
                </span>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Where there is little room: what is left out has no place, and what is fixed has less. */
function fewTracks(columns: readonly Pick<Column<never>, 'width' | 'extra'>[]): string {
  const shown = columns.filter(({ extra }) => !extra)
  return shown
    .map(({ width }) => (width.endsWith('rem') ? `min(${width}, 7.5rem)` : width))
    .join(' ')
}

type Box = { current: HTMLDivElement | null }

/** The library knows which rows are in sight; whatever it has to say draws the grid again. */
function useRows({ total, box }: { total: number; box: Box }) {
  const [news] = useState(() => signal(0))
  const options = {
    count: total,
    overscan: spare,
    estimateSize: () => rowPixels,
    // The heading stays in sight, and covers what would be below it.
    paddingStart: 0,
    scrollPaddingEnd: headPixels,
    getScrollElement: () => box.current,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => {
      news.value++
    },
  }
  const [rows] = useState(() => new Virtualizer<HTMLDivElement, HTMLDivElement>(options))
  news.value
  rows.setOptions(options)
  useLayoutEffect(() => rows._didMount(), [])
  useLayoutEffect(() => rows._willUpdate())
  return rows
}

type Step = { at: number; total: number; page: number }

function stepOf(key: string, { at, total, page }: Step): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: total - 1,
  }
  return Object.hasOwn(steps, key) ? steps[key] : undefined
}

function lookOf({ align, extra }: { align?: 'end'; extra?: boolean }): string {
  return `${align === 'end' ? 'end' : ''} ${extra ? 'extra' : ''}`.trim()
}
