import * as z from 'zod'
import { isoOf } from '../../../../base/clock.ts'
import type { HistoryMoment } from '../../../../domain/running.ts'
import { qInt, timestamp } from '../../../fields.ts'
import { get } from '../../../route.ts'

/** Three years. */
const hoursMax = 26_280

const count = z.int().nullable()
const milliseconds = z.number().nullable()
const percent = z.number().nullable()

const MetricsReply = z
  .object({
    step_seconds: z.int(),
    points: z.array(
      z.object({
        at: timestamp.meta({ description: 'When the step begins' }),
        requests: count,
        failures: count.meta({ description: 'Answers of 500 and above' }),
        shed: count.meta({ description: 'Refused because there were too many at once' }),
        median_ms: milliseconds,
        p95_ms: milliseconds.meta({ description: 'Of twenty requests nineteen were faster' }),
        slowest_ms: milliseconds,
        searches: count,
        search_median_ms: milliseconds,
        search_p95_ms: milliseconds,
        in_flight: count,
        processor_percent: percent.meta({ description: '100: one processor, all of the time' }),
        busy_percent: percent.meta({ description: 'Of the time the thread that answers worked' }),
        resident_bytes: count,
        jobs_open: count,
        jobs_due: count,
        database_bytes: count,
        log_bytes: count,
        stored_bytes: count.meta({ description: 'Files of all tenants' }),
        free_bytes: count.meta({ description: 'Where the data folder lies' }),
      }),
    ),
  })
  .meta({ id: 'MetricsHistory' })

export const getMetrics = get('/v1/admin/metrics', {
  id: 'getMetrics',
  summary: 'How the server did in the last hours, days or years',
  description:
    'In steps of one length, the oldest first: a day by the minute, a month by the quarter of an ' +
    'hour and three years by the day are kept in a file of the data folder, which stays as long ' +
    'as it is. Each step has the largest that was seen of what goes up and down, and the least ' +
    'free room. Null where the server did not run.',
  tag: 'Administration',
  access: 'platform_admin',
  query: z.object({ hours: qInt(1, hoursMax).default(6) }),
  reply: MetricsReply,
  errors: [400, 401, 403],
  run: ({ rooms, query }) => rooms.service.history(query.hours),
  present: ({ stepMs, moments }) => ({
    step_seconds: stepMs / 1_000,
    points: moments.map(({ atMs, moment }) => ({ at: isoOf(atMs), ...presentMoment(moment) })),
  }),
})

function presentMoment(moment: HistoryMoment | undefined) {
  return {
    requests: moment?.requests ?? null,
    failures: moment?.failures ?? null,
    shed: moment?.shed ?? null,
    median_ms: tenths(moment?.medianMs),
    p95_ms: tenths(moment?.p95Ms),
    slowest_ms: moment && moment.requests > 0 ? tenths(moment.slowestMs) : null,
    searches: moment?.searches ?? null,
    search_median_ms: tenths(moment?.searchMedianMs),
    search_p95_ms: tenths(moment?.searchP95Ms),
    in_flight: moment?.inFlight ?? null,
    processor_percent: partOf(moment, 'processorMs'),
    busy_percent: partOf(moment, 'busyMs'),
    resident_bytes: moment?.residentBytes ?? null,
    jobs_open: moment?.jobsOpen ?? null,
    jobs_due: moment?.jobsDue ?? null,
    database_bytes: moment?.databaseBytes ?? null,
    log_bytes: moment?.logBytes ?? null,
    stored_bytes: moment?.storedBytes ?? null,
    free_bytes: moment?.freeBytes ?? null,
  }
}

function tenths(value: number | undefined): number | null {
  return value === undefined ? null : Math.round(value * 10) / 10
}

function partOf(moment: HistoryMoment | undefined, name: 'processorMs' | 'busyMs') {
  if (!moment || moment.covered === 0) return null
  return tenths((100 * moment[name]) / moment.covered)
}
