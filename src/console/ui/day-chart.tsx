import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../i18n/index.ts'
import { day } from './format.ts'
import { Icon } from './icon.tsx'

/** Null where nothing is known: nothing stands there. */
export type Point = { date: string; value: number | null }

type ChartProps = {
  title: string
  /** What a bar stands for, in a word or two: "per day". */
  note: string
  points: readonly Point[]
  format(value: number): string
  /** What a bar is called, and what all of them are: days, unless this says another thing. */
  nameOf?(date: string): string
  heading?: string
}

const nothing = '–'
const millisecondsPerDay = 86_400_000

type Spent = { from: string; to: string; groups: { key: string | null; credits: number }[] }

/** The server names only days on which something was spent. */
export function everyDay({ from, to, groups }: Spent): Point[] {
  const spent = new Map(groups.map(({ key, credits }) => [key, credits]))
  const points: Point[] = []
  for (let ms = Date.parse(from); ms < Date.parse(to); ms += millisecondsPerDay) {
    const date = new Date(ms).toISOString().slice(0, 10)
    points.push({ date, value: spent.get(date) ?? 0 })
  }
  return points
}

function said(value: number | null, format: ChartProps['format']): string {
  return value === null ? nothing : format(value)
}

/**
 * A bar for each day, or for another time, as SVG: it follows the colours of the page, prints
 * sharp, and is a slider to those who use keys or listen. The same numbers are there as a table.
 */
export function DayChart({ title, note, points, format, nameOf = day, heading }: ChartProps) {
  const chosenAt = useSignal(points.length - 1)
  const isTable = useSignal(false)
  const id = useId()
  const at = Math.max(0, Math.min(points.length - 1, chosenAt.value))
  const chosen = points[at]
  const label = isTable.value ? t().chart.asChart : t().chart.asTable
  return (
    <figure class="chart" aria-labelledby={id}>
      <figcaption>
        <span id={id} class="chart-title">
          {title} <span class="faint">{note}</span>
        </span>
        {chosen && (
          <output class="chart-read">
            {nameOf(chosen.date)} <strong>{said(chosen.value, format)}</strong>
          </output>
        )}
        <button
          type="button"
          class="icon-button"
          aria-pressed={isTable.value}
          aria-label={label}
          title={label}
          onClick={() => {
            isTable.value = !isTable.value
          }}
        >
          <Icon name={isTable.value ? 'chart' : 'menu'} />
        </button>
      </figcaption>
      {isTable.value ? (
        <Table
          points={points}
          format={format}
          nameOf={nameOf}
          title={title}
          heading={heading ?? t().chart.day}
        />
      ) : (
        <Plot
          points={points}
          format={format}
          nameOf={nameOf}
          label={`${title} ${note}`}
          at={at}
          choose={(index) => {
            chosenAt.value = Math.max(0, Math.min(points.length - 1, index))
          }}
        />
      )}
    </figure>
  )
}

const [height, foot, head] = [200, 24, 20]
/** Room that a name needs, by its letters. */
const namePixels = (name = '') => 36 + 8 * name.length

type Drawn = Pick<ChartProps, 'points' | 'format'> & { nameOf(date: string): string }
type PlotProps = Drawn & {
  label: string
  at: number
  choose(index: number): void
}

function Plot({ points, format, nameOf, label, at, choose }: PlotProps) {
  const width = useSignal(720)
  const plot = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = plot.current
    if (!box) return
    // Drawn in the pixels that there are: letters keep their size.
    const watch = new ResizeObserver(() => {
      width.value = box.clientWidth
    })
    watch.observe(box)
    return () => watch.disconnect()
  }, [])
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    choose(at + by)
  }
  const onPoint = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect()
    choose(Math.floor(((event.clientX - box.left) / box.width) * points.length))
  }
  const chosen = points[at]
  return (
    <div
      class="chart-plot"
      ref={plot}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, points.length - 1)}
      aria-valuenow={at}
      aria-valuetext={chosen && `${nameOf(chosen.date)}: ${said(chosen.value, format)}`}
      onKeyDown={onKey}
      onPointerMove={onPoint}
    >
      <Bars points={points} format={format} nameOf={nameOf} at={at} width={width.value} />
    </div>
  )
}

type BarsProps = Drawn & { at: number; width: number }

function Bars({ points, format, nameOf, at, width }: BarsProps) {
  const max = roundMax(Math.max(0, ...points.map(({ value }) => value ?? 0)))
  const step = width / Math.max(1, points.length)
  const room = namePixels(points[0] && nameOf(points[0].date))
  const every = Math.max(1, Math.ceil(room / step))
  const heightOf = (value: number) => (max === 0 ? 0 : (value / max) * (height - foot - head))
  const last = points.length - 1
  const isNamed = (i: number) => (last - i) % every === 0 && (i + 1) * step > room / 2
  return (
    <svg width={width} height={height} aria-hidden="true">
      <line class="chart-base" x1="0" x2={width} y1={height - foot} y2={height - foot} />
      {points.map(({ date, value }, i) => (
        <g key={date} class={i === at ? 'chart-day is-chosen' : 'chart-day'}>
          <rect class="chart-hit" x={i * step} y="0" width={step} height={height - foot} />
          {value !== null && value > 0 && (
            <path d={barAt({ x: i * step, step, height: heightOf(value) })} />
          )}
          {isNamed(i) && (
            <text
              class="chart-date"
              x={i === last ? width : i * step + step / 2}
              y={height - 5}
              text-anchor={i === last ? 'end' : 'middle'}
            >
              {nameOf(date)}
            </text>
          )}
        </g>
      ))}
      {(max === 0 ? [] : [0.5, 1]).map((part) => (
        <Rule key={part} width={width} y={height - foot - heightOf(max * part)}>
          {format(max * part)}
        </Rule>
      ))}
    </svg>
  )
}

function Rule({ width, y, children }: { width: number; y: number; children: string }) {
  return (
    <g class="chart-rule">
      <line x1="0" x2={width} y1={y} y2={y} />
      <text x="2" y={y - 5}>
        {children}
      </text>
    </g>
  )
}

type TableProps = Drawn & { title: string; heading: string }

function Table({ points, format, nameOf, title, heading }: TableProps) {
  return (
    <div class="chart-table" tabIndex={0} role="region" aria-label={title}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col" class="end">
              {title}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ date, value }) => (
            <tr key={date}>
              <th scope="row">{nameOf(date)}</th>
              <td class="end nums">{said(value, format)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Rounded at the top, square where it stands; never so low that it cannot be seen. */
function barAt(bar: { x: number; step: number; height: number }): string {
  const [left, width, high] = [bar.x + bar.step * 0.16, bar.step * 0.68, Math.max(3, bar.height)]
  const r = Math.min(3, high, width / 2)
  const up = `M${left} ${height - foot}v${-(high - r)}q0 ${-r} ${r} ${-r}`
  return `${up}h${width - 2 * r}q${r} 0 ${r} ${r}v${high - r}Z`
}

/** 1, 2 or 5 times a power of ten, not below the largest value. */
function roundMax(value: number): number {
  if (value <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(value))
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10)
}
