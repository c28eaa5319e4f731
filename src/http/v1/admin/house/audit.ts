import { Readable } from 'node:stream'
import * as z from 'zod'
import type { TenantId } from '../../../../base/ids.ts'
import type { AuditEvent } from '../../../../domain/audit/index.ts'
import type { Rooms } from '../../../../domain/rooms.ts'
import { idText } from '../../../fields.ts'
import { get } from '../../../route.ts'
import { periodIn } from '../../period.ts'
import { AuditEventReply, AuditPage, AuditQuery } from '../../tenant/audit.schema.ts'
import { presentAuditEvent } from '../../tenant/audit.ts'

const tenant_id = idText.meta({ description: 'Of one tenant alone' }).optional()
const actor_id = idText.meta({ description: 'What one person or key did' }).optional()
const subject_id = idText.meta({ description: 'What befell one thing' }).optional()
const request_id = idText.meta({ description: 'What one request did' }).optional()
const AllAuditQuery = AuditQuery.extend({ tenant_id, actor_id, subject_id, request_id })
const AllAuditReply = AuditPage(
  AuditEventReply.extend({
    tenant_id: z.string().nullable(),
    actor_name: z.string().nullable().meta({ description: 'Of a person or a key that is known' }),
  }).meta({ id: 'AnyAuditEvent' }),
).meta({ id: 'AnyAuditEvents' })

export const listAllAuditEvents = get('/v1/admin/audit', {
  id: 'listAllAuditEvents',
  summary: 'Who did what to which thing of any tenant, the last deed first',
  description: 'Paged by cursor, and filtered by tenant, action, actor, subject and time.',
  tag: 'Administration',
  access: 'platform_admin',
  query: AllAuditQuery,
  reply: AllAuditReply,
  errors: [400, 401, 403],
  async run({ rooms, principal, query }) {
    const { cursor, limit, ...filters } = query
    const page = await rooms.audit.pageOfAll(principal, { cursor, limit, ...filtersOf(filters) })
    return { ...page, names: namesIn(rooms, page.events) }
  },
  present: ({ events, total, nextCursor, names }) => ({
    audit_events: events.map((event) => presentNamed(event, names)),
    total,
    next_cursor: nextCursor,
  }),
})

export const exportAuditEvents = get('/v1/admin/audit/export', {
  id: 'exportAuditEvents',
  summary: 'The same as JSON Lines, all of it',
  description: 'An entry a line, the last deed first. Streamed in pieces.',
  tag: 'Administration',
  access: 'platform_admin',
  query: AllAuditQuery.omit({ cursor: true, limit: true }),
  reply: null,
  errors: [400, 401, 403],
  raw: true,
  media: ['application/x-ndjson'],
  run({ rooms, query, http: { ctx } }) {
    const slices = rooms.audit.slicesOfAll(filtersOf(query))
    ctx.status = 200
    ctx.set('Content-Type', 'application/x-ndjson; charset=utf-8')
    ctx.set('Content-Disposition', 'attachment; filename="audit.jsonl"')
    ctx.set('Cache-Control', 'private, no-store')
    ctx.body = Readable.from(linesOf(rooms, slices))
  },
})

async function* linesOf(rooms: Rooms, slices: AsyncIterable<readonly AuditEvent[]>) {
  for await (const events of slices) {
    const names = namesIn(rooms, events)
    const lines = events.map((event) => JSON.stringify(presentNamed(event, names)))
    yield `${lines.join('\n')}\n`
  }
}

function namesIn({ identity }: Rooms, events: readonly AuditEvent[]): ReadonlyMap<string, string> {
  const ids = events.flatMap(({ actor }) => actor.id ?? [])
  return identity.namesOfActors({ ids, tenantId: undefined })
}

function presentNamed(event: AuditEvent, names: ReadonlyMap<string, string>) {
  return {
    ...presentAuditEvent(event),
    tenant_id: event.tenantId,
    actor_name: names.get(event.actor.id ?? '') ?? null,
  }
}

type Filters = {
  tenant_id?: string | undefined
  action?: string | undefined
  actor_id?: string | undefined
  subject_id?: string | undefined
  request_id?: string | undefined
}

function filtersOf(asked: Filters & Parameters<typeof periodIn>[0]) {
  const { tenant_id, action, actor_id: actorId, subject_id: subjectId, ...rest } = asked
  const { request_id: requestId, ...query } = rest
  const tenantId = tenant_id as TenantId | undefined
  return { tenantId, action, actorId, subjectId, requestId, ...periodIn(query) }
}
