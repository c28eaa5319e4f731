import type { Reply } from '../../../../client/index.ts'
import { kontor } from '../../../api/kontor.ts'
import { useResource } from '../../../api/resource.ts'
import { query, setQuery } from '../../../app/address.ts'
import { DayChart } from '../../../ui/day-chart.tsx'
import { bytes, number } from '../../../ui/format.ts'
import { ScreenHead, Skeleton, Tile } from '../../../ui/parts.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Show } from '../../../ui/show.tsx'
import { LiveSwitch, useLive } from '../work/live.tsx'
import { Routes } from './routes.tsx'
import { nameFor } from './time-name.ts'
import { w } from './words.ts'

type History = Reply<'getMetrics'>
type Figure = Exclude<keyof History['points'][number], 'at'>

/** In hours: as much as is kept by the minute, by the quarter of an hour, and by the day. */
const spans = {
  hour: 1,
  threeHours: 3,
  day: 24,
  week: 168,
  month: 744,
  year: 8_760,
} as const
type Span = keyof typeof spans

/** What a step of a minute changes is worth another look each minute. */
const everyMs = 60_000

/** How the server did: of hours by the minute, and of months by the day. */
export function Metrics() {
  const live = useLive(everyMs)
  const known = useResource(async (signal) => {
    live.beat.value
    const [history, traffic] = await Promise.all([
      kontor.getMetrics({ hours: spanInHours('threeHours') }, { signal }),
      kontor.getTraffic(undefined, { signal }),
    ])
    return { history, traffic }
  })
  return (
    <>
      <ScreenHead title={w().title}>
        <LiveSwitch live={live} />
      </ScreenHead>
      <div class="toolbar">
        <Spans otherwise="threeHours" />
      </div>
      <Show of={known} waiting={<Skeleton lines={6} tall />}>
        {({ history, traffic }) => (
          <>
            <Sums {...history} />
            <div class="halves">
              {chartsOf(history).map(({ of, ...look }) => (
                <Chart key={of} history={history} of={of} {...look} />
              ))}
            </div>
            <Routes routes={traffic.routes} />
          </>
        )}
      </Show>
    </>
  )
}

function span(otherwise: Span): Span {
  const named = query.value.get('span') ?? ''
  return named in spans ? (named as Span) : otherwise
}

export function spanInHours(otherwise: Span): number {
  return spans[span(otherwise)]
}

/** How far back is looked, in the address. */
export function Spans({ otherwise }: { otherwise: Span }) {
  return (
    <Segments
      name="span"
      legend={w().span}
      options={(Object.keys(spans) as Span[]).map((one) => [one, w().spans[one]])}
      chosen={span(otherwise)}
      choose={(one) => setQuery({ span: one === otherwise ? undefined : one })}
    />
  )
}

/** What never happened needs no picture: the tiles say so. */
function chartsOf({ points }: History) {
  return charts().filter(({ of }) => points.some((point) => (point[of] ?? 0) > 0))
}

/** What is drawn, with the words and the units of each. */
function charts() {
  const { charts: names, ms, percent } = w()
  const milliseconds = (value: number) => ms(number(Math.round(value)))
  const parts = (value: number) => percent(number(Math.round(value * 10) / 10))
  return [
    { of: 'requests', title: names.requests, format: number },
    { of: 'p95_ms', title: names.slow, format: milliseconds },
    { of: 'searches', title: names.searches, format: number },
    { of: 'search_p95_ms', title: names.slowSearches, format: milliseconds },
    { of: 'failures', title: names.failures, format: number },
    { of: 'jobs_due', title: names.queue, format: number },
    { of: 'resident_bytes', title: names.memory, format: bytes },
    { of: 'processor_percent', title: names.processor, format: parts },
  ] as const satisfies { of: Figure; title: string; format(value: number): string }[]
}

type ChartProps = {
  history: History
  of: Figure
  title: string
  format(value: number): string
}

export function Chart({ history, of, title, format }: ChartProps) {
  const { step_seconds: step, points } = history
  return (
    <DayChart
      title={title}
      note={w().per(stepName(step))}
      format={format}
      points={points.map(({ at, [of]: value }) => ({ date: at, value }))}
      nameOf={nameFor(step)}
      heading={w().time}
    />
  )
}

function stepName(seconds: number): string {
  const { steps } = w()
  if (seconds < 3_600) return seconds === 60 ? steps.minute : steps.minutes(number(seconds / 60))
  if (seconds < 86_400) return seconds === 3_600 ? steps.hour : steps.hours(number(seconds / 3_600))
  return seconds === 86_400 ? steps.day : steps.days(number(seconds / 86_400))
}

function Sums({ points }: History) {
  const sum = (of: 'requests' | 'failures' | 'searches' | 'shed') =>
    number(points.reduce((all, { [of]: value }) => all + (value ?? 0), 0))
  const slowest = Math.max(0, ...points.map(({ slowest_ms: ms }) => ms ?? 0))
  return (
    <div class="tiles">
      <Tile label={w().charts.requests} value={sum('requests')} />
      <Tile label={w().charts.searches} value={sum('searches')} />
      <Tile label={w().charts.failures} value={sum('failures')} note={w().failuresHint} />
      <Tile label={w().shed} value={sum('shed')} note={w().shedHint} />
      <Tile label={w().slowest} value={w().ms(number(Math.round(slowest)))} />
    </div>
  )
}
