// How a server did is kept in one file of one length: by the minute, by the quarter, by the day.
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type Gauges,
  historyName,
  openHistory,
} from '../../../src/adapters/history/open-history.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const startMs = Date.parse('2026-03-02T10:00:00Z')
const minuteMs = 60_000
const dayMs = 1_440 * minuteMs

const gauges: Gauges = {
  inFlight: 0,
  shedSoFar: 0,
  processorSoFarMs: 0,
  busySoFarMs: 0,
  residentBytes: 100,
  jobsOpen: 0,
  jobsDue: 0,
  databaseBytes: 10,
  logBytes: 1,
  storedBytes: 5,
  freeBytes: 1_000,
}

const request = { route: '/v1/objects', status: 200, ms: 4 }

test('each minute has its requests, their times and what there was of everything', () => {
  using folder = temporaryFolder()
  using history = openHistory(folder.path)
  history.sample(startMs, gauges)
  for (const ms of [2, 2, 2, 900]) history.served({ ...request, ms })
  history.served({ route: '/v1/search', status: 503, ms: 40 })
  const more = { shedSoFar: 3, processorSoFarMs: 30_000, busySoFarMs: 6_000, residentBytes: 200 }
  history.sample(startMs + minuteMs, { ...gauges, ...more })
  const { stepMs, moments } = history.read({ nowMs: startMs + minuteMs, hours: 1 })
  assert.equal([stepMs, moments.length], [minuteMs, 60])
  assert.is(moments[57]?.moment, undefined, 'before it ran')
  const last = moments[59]?.moment
  assert.equal(
    [last?.requests, last?.failures, last?.shed, last?.searches, last?.slowestMs],
    [5, 1, 3, 1, 900],
  )
  assert.equal([last?.covered, last?.processorMs, last?.busyMs], [minuteMs, 30_000, 6_000])
  assert.equal([last?.residentBytes, last?.freeBytes], [200, 1_000])
  const { medianMs = 0, p95Ms = 0, searchMedianMs = 0 } = last ?? {}
  assert.ok(medianMs > 1 && medianMs <= 2.5, `${medianMs}`)
  assert.ok(p95Ms > 500 && p95Ms <= 900, `${p95Ms}`)
  assert.ok(searchMedianMs > 25 && searchMedianMs <= 40, `${searchMedianMs}`)
})

test('longer steps have the sum of what came, the largest, the least room, the last size', () => {
  using folder = temporaryFolder()
  using history = openHistory(folder.path)
  for (let minute = 0; minute < 30; minute++) {
    history.served(request)
    const [residentBytes, databaseBytes] = [100 + (minute % 7), minute]
    const freeBytes = minute === 3 ? 5 : 1_000
    const given = { ...gauges, residentBytes, databaseBytes, freeBytes }
    history.sample(startMs + minute * minuteMs, given)
  }
  const { stepMs, moments } = history.read({ nowMs: startMs + 29 * minuteMs, hours: 168 })
  assert.is(stepMs, 60 * minuteMs)
  const last = moments.at(-1)?.moment
  assert.equal(
    [last?.requests, last?.residentBytes, last?.databaseBytes, last?.freeBytes],
    [30, 106, 29, 5],
  )
  assert.is(
    history.read({ nowMs: startMs + dayMs, hours: 26_280 }).moments.at(-1)?.moment?.requests,
    30,
  )
})

test('it goes on after a restart, within the same day and quarter, and never grows', () => {
  using folder = temporaryFolder()
  const sizes: number[] = []
  for (let run = 0; run < 3; run++) {
    using history = openHistory(folder.path)
    history.served(request)
    history.sample(startMs + run * minuteMs, gauges)
    sizes.push(statSync(join(folder.path, historyName)).size)
  }
  using history = openHistory(folder.path)
  assert.is(
    history.read({ nowMs: startMs + 2 * minuteMs, hours: 168 }).moments.at(-1)?.moment?.requests,
    3,
  )
  history.sample(startMs + 400 * dayMs, gauges)
  assert.is(
    history.read({ nowMs: startMs + 400 * dayMs, hours: 24 }).moments.at(-2)?.moment,
    undefined,
  )
  sizes.push(statSync(join(folder.path, historyName)).size)
  assert.is(new Set(sizes).size, 1)
  assert.ok((sizes[0] as number) < 2_100_000, `${sizes[0]} bytes`)
})

test('what is no such file, or another version’s, begins anew', () => {
  using folder = temporaryFolder()
  writeFileSync(join(folder.path, historyName), 'something else')
  using history = openHistory(folder.path)
  assert.is(history.read({ nowMs: startMs, hours: 1 }).moments.at(-1)?.moment, undefined)
  history.sample(startMs, gauges)
  assert.is(history.read({ nowMs: startMs, hours: 1 }).moments.at(-1)?.moment?.storedBytes, 5)
})

test.run()
