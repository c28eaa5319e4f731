import * as z from 'zod'
import { isoOf, isoOrNull } from '../../../../base/clock.ts'
import { logLevels } from '../../../../base/log-line.ts'
import { idText, oneOf, qInt, timestamp } from '../../../fields.ts'
import { get } from '../../../route.ts'
import { moment } from '../../period.ts'

const levels = Object.keys(logLevels) as [string, ...string[]]

const LogsReply = z
  .object({
    entries: z.array(
      z.object({
        at: timestamp,
        level: z.string().meta({ description: `${levels.join(', ')}, or another's number` }),
        message: z.string(),
        request_id: z.string().nullable(),
        facts: z.record(z.string(), z.unknown()),
      }),
    ),
    remembered_since: timestamp
      .nullable()
      .meta({ description: 'Of the oldest line that is remembered' }),
  })
  .meta({ id: 'Logs' })

export const getLogs = get('/v1/admin/logs', {
  id: 'getLogs',
  summary: "What the server's log has said lately, the newest first",
  description:
    'What kontor logs shows: without secrets, addresses of people and of their machines. The ' +
    'last four million characters are remembered, since the server started; all of it is where ' +
    'the server writes its log. What is not written (--log-level) is not here either.',
  tag: 'Administration',
  access: 'platform_admin',
  query: z.object({
    level: oneOf(levels).default('info').meta({ description: 'This one and what is worse' }),
    request_id: idText.optional(),
    slower_than_ms: qInt(0, 86_400_000)
      .optional()
      .meta({ description: 'Requests and statements that took as long, by what the line says' }),
    since: moment('start', 'A date (from its start) or a time, inclusive').optional(),
    limit: qInt(1, 1_000).default(200),
  }),
  reply: LogsReply,
  errors: [400, 401, 403],
  run({ rooms, query: { level, request_id: requestId, since: sinceMs, ...query } }) {
    const { slower_than_ms: leastMs, limit } = query
    return rooms.service.logs({ level: logLevels[level] ?? 0, requestId, leastMs, sinceMs, limit })
  },
  present: ({ entries, rememberedSinceMs }) => ({
    entries: entries.map(({ atMs, requestId, ...entry }) => ({
      at: isoOf(atMs),
      request_id: requestId,
      ...entry,
    })),
    remembered_since: isoOrNull(rememberedSinceMs),
  }),
})
