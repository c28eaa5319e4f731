import { join } from 'node:path'
import * as columns from './columns.ts'
import { openRingFile, type Ring, rings } from './ring-file.ts'

export const historyName = 'metrics.history'

/** A request that is over. */
type Served = { route: string; status: number; ms: number }

/** What somebody else knows of this moment, and since the start. */
export type Gauges = Pick<
  Record<columns.ColumnName, number>,
  | 'residentBytes'
  | 'jobsOpen'
  | 'jobsDue'
  | 'databaseBytes'
  | 'logBytes'
  | 'storedBytes'
  | 'freeBytes'
  | 'inFlight'
> & { shedSoFar: number; processorSoFarMs: number; busySoFarMs: number }

export type Moment = Omit<columns.Sample, 'times' | 'searchTimes'> & {
  atMs: number
  medianMs: number | undefined
  p95Ms: number | undefined
  searches: number
  searchMedianMs: number | undefined
  searchP95Ms: number | undefined
}

export type Stretch = {
  stepMs: number
  /** The oldest first; undefined where the server did not run. */
  moments: readonly { atMs: number; moment: Moment | undefined }[]
}

export type MetricsHistory = ReturnType<typeof openHistory>

type Wanted = { spanMs: number; stepMs: number }

/** So many can be drawn: a year of days. */
const pointsMax = 370
const stepsMs = [1, 15, 60, 180, 1_440, 10_080].map((minutes) => minutes * 60_000)

/**
 * How the server did, of the last hours by the minute and of the last years by the day: in one file
 * of the data folder that never grows. It is the machine's own, and in no backup.
 */
export function openHistory(dataDir: string) {
  const file = openRingFile(join(dataDir, historyName))
  let since: { atMs: number; shed: number; processorMs: number; busyMs: number } | undefined
  let counted = nothingYet()

  return {
    served({ route, status, ms }: Served): void {
      counted.requests++
      if (status >= 500) counted.failures++
      counted.slowestMs = Math.max(counted.slowestMs, ms)
      increment(counted.times, ms)
      if (!isSearch.test(route)) return
      counted.slowestSearchMs = Math.max(counted.slowestSearchMs, ms)
      increment(counted.searchTimes, ms)
    },

    /** Writes down what happened since the last time. Throws what the disk throws. */
    sample(nowMs: number, gauges: Gauges): void {
      const { shedSoFar, processorSoFarMs, busySoFarMs, ...known } = gauges
      const sample: columns.Sample = {
        ...counted,
        ...known,
        covered: 0,
        shed: 0,
        processorMs: 0,
        busyMs: 0,
      }
      // The first time nobody knows how long what was counted took.
      if (since) {
        sample.covered = Math.max(0, nowMs - since.atMs)
        sample.shed = shedSoFar - since.shed
        sample.processorMs = processorSoFarMs - since.processorMs
        sample.busyMs = busySoFarMs - since.busyMs
      }
      const soFar = { shed: shedSoFar, processorMs: processorSoFarMs, busyMs: busySoFarMs }
      since = { atMs: nowMs, ...soFar }
      counted = nothingYet()
      for (const ring of rings) {
        const atMs = startOf(nowMs, ring)
        const before = file.read(ring, atMs)
        const row = columns.rowOf(sample)
        file.write(ring, { atMs, row: before ? columns.merged(before, row) : row })
      }
    },

    /** The last so many hours, in steps as short as are kept and can be drawn. */
    read({ nowMs, hours }: { nowMs: number; hours: number }): Stretch {
      const spanMs = hours * 3_600_000
      const stepMs = stepsMs.find(
        (step) => spanMs / step <= pointsMax && ringFor({ spanMs, stepMs: step }),
      )
      return stretchOf(nowMs, { spanMs, stepMs: stepMs ?? (stepsMs.at(-1) as number) })
    },

    [Symbol.dispose]: () => file[Symbol.dispose](),
  }

  function stretchOf(nowMs: number, { spanMs, stepMs }: Wanted): Stretch {
    const ring = ringFor({ spanMs, stepMs }) ?? rings[2]
    const lastMs = startOf(nowMs, { stepMs })
    const count = Math.max(1, Math.round(spanMs / stepMs))
    const moments = Array.from({ length: count }, (_, i) => {
      const atMs = lastMs - (count - 1 - i) * stepMs
      return { atMs, moment: momentOf(atMs, rowFrom(ring, { atMs, stepMs })) }
    })
    return { stepMs, moments }
  }

  function rowFrom(ring: Ring, { atMs, stepMs }: { atMs: number; stepMs: number }) {
    let row: number[] | undefined
    for (let ms = atMs; ms < atMs + stepMs; ms += ring.stepMs) {
      const next = file.read(ring, startOf(ms, ring))
      row = row && next ? columns.merged(row, next) : (next ?? row)
    }
    return row
  }
}

const isSearch = /\/search$/

function nothingYet() {
  return {
    requests: 0,
    failures: 0,
    slowestMs: 0,
    slowestSearchMs: 0,
    times: columns.emptyTimes(),
    searchTimes: columns.emptyTimes(),
  }
}

function increment(times: number[], ms: number): void {
  const bucket = columns.bucketOf(ms)
  times[bucket] = (times[bucket] as number) + 1
}

function startOf(ms: number, { stepMs }: { stepMs: number }): number {
  return Math.floor(ms / stepMs) * stepMs
}

/** The finest ring that goes back so far and whose steps the wanted ones are made of. */
function ringFor({ spanMs, stepMs }: Wanted): Ring | undefined {
  return rings.find((ring) => ring.stepMs * ring.slots >= spanMs && stepMs % ring.stepMs === 0)
}

function momentOf(atMs: number, row: readonly number[] | undefined): Moment | undefined {
  if (!row) return undefined
  const { times, searchTimes, ...known } = columns.sampleOf(row)
  const { slowestMs, slowestSearchMs } = known
  return {
    ...known,
    atMs,
    medianMs: columns.quantileOf(times, { part: 0.5, slowestMs }),
    p95Ms: columns.quantileOf(times, { part: 0.95, slowestMs }),
    searches: searchTimes.reduce((sum, n) => sum + n, 0),
    searchMedianMs: columns.quantileOf(searchTimes, { part: 0.5, slowestMs: slowestSearchMs }),
    searchP95Ms: columns.quantileOf(searchTimes, { part: 0.95, slowestMs: slowestSearchMs }),
  }
}
