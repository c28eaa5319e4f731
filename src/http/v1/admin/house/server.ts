import * as z from 'zod'
import { lanes } from '../../../../domain/outbox/index.ts'
import { settingEffects, settingOrigins } from '../../../../domain/running.ts'
import type { SearchNodeReport } from '../../../../domain/search/index.ts'
import { get } from '../../../route.ts'

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

export const getTraffic = get('/v1/admin/traffic', {
  id: 'getTraffic',
  summary: 'What was asked of this server since it started, the busiest route first',
  description: 'What kontor top shows: requests, times, work that waits, memory.',
  tag: 'Administration',
  access: 'platform_admin',
  reply: TrafficReply,
  errors: [400, 401, 403],
  async run({ rooms: { service, outbox } }) {
    const [open, lanes] = await Promise.all([outbox.countOpen(), outbox.countByLane()])
    return { ...service.traffic(), jobs: { ...open, by_lane: lanes } }
  },
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
    sources: z
      .array(
        z.object({
          name: z.string(),
          flag: z.string(),
          environment: z.string(),
          origin: z
            .enum(settingOrigins)
            .meta({ description: 'file: kontor.json in the data folder' }),
          help: z.string(),
          effect: z.enum(settingEffects).meta({
            description:
              'What a change needs besides another start: vectors are made anew by themselves, ' +
              'files that are there are read anew by POST /v1/datasets/{id}/reprocess, and of ' +
              'secrets the manual has a page',
          }),
        }),
      )
      .meta({ description: 'Where each was read, in the order of the manual' }),
  })
  .meta({ id: 'SettingsInForce' })

export const getSettings = get('/v1/admin/settings', {
  id: 'getSettings',
  summary: 'The settings that this server was started with; secrets masked',
  description: 'What kontor config shows. They are changed where the server is started.',
  tag: 'Administration',
  access: 'platform_admin',
  reply: SettingsReply,
  errors: [400, 401, 403],
  run: ({ rooms: { service } }) => ({
    version: service.version,
    baseUrl: service.baseUrl(),
    settings: service.settings(),
    sources: service.settingSources(),
  }),
  present: ({ version, baseUrl, settings, sources }) => ({
    version,
    base_url: baseUrl,
    settings,
    sources: sources.map(({ name, flag, environment, origin, help, effect }) => ({
      name,
      flag,
      environment,
      origin,
      help,
      effect,
    })),
  }),
})

const nodeStates = ['answers', 'loading', 'cut_off', 'left_out'] as const

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
    capabilities: z
      .array(
        z.object({
          name: z.string(),
          state: z.enum(['ready', 'off', 'broken']),
          detail: z.string(),
          remedy: z.string().nullable().meta({ description: 'What to do' }),
        }),
      )
      .meta({ description: 'Models, recognition and what they need, as kontor doctor lists them' }),
    search_nodes: z
      .array(
        z.object({
          url: z.string(),
          state: z.enum(nodeStates).meta({
            description:
              'answers: searches are sent to it. loading: it still copies. cut_off: it hears ' +
              'nothing of this server, so it declines. left_out: it cannot be reached or used',
          }),
          trouble: z.string().nullable().meta({ description: 'Why it is left out' }),
          passages: z.int().nullable().meta({ description: 'That it has; null: it never said' }),
          lag_seconds: z
            .number()
            .nullable()
            .meta({ description: 'Since it last knew that it had everything; null: never' }),
          searches: z.int().meta({ description: 'Sent to it since this server started' }),
          declined: z.int(),
          failed: z.int(),
        }),
      )
      .meta({ description: 'Those of the setting search-nodes, in its order' }),
  })
  .meta({ id: 'IndexState' })

export const getIndexState = get('/v1/admin/index', {
  id: 'getIndexState',
  summary: 'How far the vectors of the passages are, and which models there are',
  description: 'What kontor index status shows. Of models none before the first vector is made.',
  tag: 'Administration',
  access: 'platform_admin',
  reply: IndexReply,
  errors: [400, 401, 403],
  run: async ({ rooms: { search, service } }) => ({
    models: search.vectorProgress(),
    capabilities: await service.capabilities(),
    nodes: search.searchNodes(),
  }),
  present: ({ models, capabilities, nodes }) => ({
    models: models.map(({ name, dimensions, state, done, total, model }) => ({
      name,
      dimensions,
      state,
      done,
      total,
      sha256: model,
    })),
    capabilities: capabilities.map(({ name, state, detail, remedy = null }) => ({
      name,
      state,
      detail,
      remedy,
    })),
    search_nodes: nodes.map(presentNode),
  }),
})

function presentNode({
  url,
  isUp,
  state,
  trouble,
  searches,
  declined,
  failures,
}: SearchNodeReport) {
  const { passages = null, lagMs = null } = state ?? {}
  return {
    url,
    state: stateOfNode({ isUp, said: state?.state }),
    trouble: isUp ? null : (trouble ?? null),
    passages,
    lag_seconds: !isUp || lagMs === null ? null : lagMs / 1_000,
    searches,
    declined,
    failed: failures,
  }
}

type Standing = { isUp: boolean; said: NonNullable<SearchNodeReport['state']>['state'] | undefined }

function stateOfNode({ isUp, said }: Standing): (typeof nodeStates)[number] {
  if (!isUp) return 'left_out'
  if (said === 'loading') return 'loading'
  return said === 'cut off' ? 'cut_off' : 'answers'
}
