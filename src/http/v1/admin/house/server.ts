import * as z from 'zod'
import { lanes } from '../../../../domain/outbox/index.ts'
import { route } from '../../../route.ts'

const counts = z.object({
  queued: z.int(),
  due: z.int().meta({ description: 'Queued, and their time has come' }),
  running: z.int(),
  by_lane: z.object(Object.fromEntries(lanes.map((lane) => [lane, z.int()]))),
})

const TrafficReply = z
  .object({
    uptime_seconds: z.int(),
    resident_bytes: z.int(),
    in_flight: z.int(),
    shed: z.int().meta({ description: 'Refused because there were too many at once' }),
    jobs: counts,
    routes: z.array(
      z.object({
        route: z.string(),
        requests: z.int(),
        failures: z.int().meta({ description: 'Answers of 500 and above' }),
        median_ms: z.number().meta({ description: 'Of the last 128' }),
        slowest_ms: z.number(),
      }),
    ),
  })
  .meta({ id: 'Traffic' })

export const getTraffic = route({
  id: 'getTraffic',
  method: 'get',
  path: '/v1/admin/traffic',
  summary: 'What was asked of this server since it started, the busiest route first',
  description: 'What kontor top shows: requests, times, work that waits, memory.',
  tag: 'Administration',
  access: 'platform_admin',
  status: 200,
  reply: TrafficReply,
  errors: [400, 401, 403],
  run: ({ rooms: { service, outbox } }) => ({
    ...service.traffic(),
    jobs: { ...outbox.countOpen(), by_lane: outbox.countByLane() },
  }),
  present: ({ uptimeSeconds, residentBytes, inFlight, shed, jobs, routes }) => ({
    uptime_seconds: uptimeSeconds,
    resident_bytes: residentBytes,
    in_flight: inFlight,
    shed,
    jobs,
    routes: routes.map(({ route: name, requests, failures, median, slowest }) => ({
      route: name,
      requests,
      failures,
      median_ms: median,
      slowest_ms: slowest,
    })),
  }),
})

const SettingsReply = z
  .object({
    version: z.string(),
    base_url: z.string(),
    settings: z
      .record(z.string(), z.unknown())
      .meta({ description: 'By their names in kontor.json; what is secret is ***' }),
  })
  .meta({ id: 'SettingsInForce' })

export const getSettings = route({
  id: 'getSettings',
  method: 'get',
  path: '/v1/admin/settings',
  summary: 'The settings that this server was started with; secrets masked',
  description: 'What kontor config shows. They are changed where the server is started.',
  tag: 'Administration',
  access: 'platform_admin',
  status: 200,
  reply: SettingsReply,
  errors: [400, 401, 403],
  run: ({ rooms: { service } }) => ({
    version: service.version,
    baseUrl: service.baseUrl(),
    settings: service.settings(),
  }),
  present: ({ version, baseUrl, settings }) => ({ version, base_url: baseUrl, settings }),
})

const IndexReply = z
  .object({
    models: z.array(
      z.object({
        name: z.string(),
        dimensions: z.int(),
        state: z.enum(['serving', 'making', 'leaving']),
        done: z.int(),
        total: z.int().meta({ description: 'Passages' }),
        sha256: z.string(),
      }),
    ),
  })
  .meta({ id: 'IndexState' })

export const getIndexState = route({
  id: 'getIndexState',
  method: 'get',
  path: '/v1/admin/index',
  summary: 'How far the vectors of the passages are',
  description: 'What kontor index status shows. Empty before the first one is made.',
  tag: 'Administration',
  access: 'platform_admin',
  status: 200,
  reply: IndexReply,
  errors: [400, 401, 403],
  run: ({ rooms }) => rooms.search.vectorProgress(),
  present: (models) => ({
    models: models.map(({ name, dimensions, state, done, total, model }) => ({
      name,
      dimensions,
      state,
      done,
      total,
      sha256: model,
    })),
  }),
})
