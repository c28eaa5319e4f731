import { Readable } from 'node:stream'
import type { TenantId } from '../../../../base/ids.ts'
import type { AuditEvent } from '../../../../domain/audit/index.ts'
import { idText } from '../../../fields.ts'
import { route } from '../../../route.ts'
import { periodIn } from '../../period.ts'
import { AuditEventReply, AuditPage, AuditQuery } from '../../tenant/audit.schema.ts'
import { presentAuditEvent } from '../../tenant/audit.ts'

const tenant_id = idText.meta({ description: 'Of one tenant alone' }).optional()
const AllAuditQuery = AuditQuery.extend({ tenant_id })
const AllAuditReply = AuditPage(
  AuditEventReply.extend({ tenant_id: AuditEventReply.shape.request_id }).meta({
    id: 'AnyAuditEvent',
  }),
).meta({ id: 'AnyAuditEvents' })

export const listAllAuditEvents = route({
  id: 'listAllAuditEvents',
  method: 'get',
  path: '/v1/admin/audit',
  summary: 'Who did what to which thing of any tenant, the last deed first',
  description: 'Paged by cursor, and filtered by tenant, action and time.',
  tag: 'Administration',
  access: 'platform_admin',
  query: AllAuditQuery,
  status: 200,
  reply: AllAuditReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) =>
    rooms.audit.pageOfAll(principal, {
      cursor: query.cursor,
      limit: query.limit,
      ...filtersOf(query),
    }),
  present: ({ events, total, nextCursor }) => ({
    audit_events: events.map((event) => ({
      ...presentAuditEvent(event),
      tenant_id: event.tenantId,
    })),
    total,
    next_cursor: nextCursor,
  }),
})

export const exportAuditEvents = route({
  id: 'exportAuditEvents',
  method: 'get',
  path: '/v1/admin/audit/export',
  summary: 'The same as JSON Lines, all of it',
  description: 'An entry a line, the last deed first. Streamed in pieces.',
  tag: 'Administration',
  access: 'platform_admin',
  query: AllAuditQuery.omit({ cursor: true, limit: true }),
  status: 200,
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
    ctx.body = Readable.from(linesOf(slices))
  },
})

async function* linesOf(slices: AsyncIterable<readonly AuditEvent[]>) {
  for await (const events of slices) {
    const lines = events.map((event) =>
      JSON.stringify({ ...presentAuditEvent(event), tenant_id: event.tenantId }),
    )
    yield `${lines.join('\n')}\n`
  }
}

type Filters = { tenant_id?: string | undefined; action?: string | undefined }

function filtersOf({ tenant_id, action, ...query }: Filters & Parameters<typeof periodIn>[0]) {
  return { tenantId: tenant_id as TenantId | undefined, action, ...periodIn(query) }
}
