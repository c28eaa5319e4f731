import { isoOf } from '../../../base/clock.ts'
import type { AuditEvent } from '../../../domain/audit/index.ts'
import { requireEveryDataset } from '../../../domain/identity/index.ts'
import { get } from '../../route.ts'
import { periodIn } from '../period.ts'
import { AuditQuery, AuditReply } from './audit.schema.ts'

/** `admin:*` is an owner's (spec 5.2.5): the log is for owners and keys with all of their power. */
export const listAuditEvents = get('/v1/audit', {
  id: 'listAuditEvents',
  summary: "Who did what to which of the tenant's things, the last deed first",
  description:
    'Paged by cursor, and filtered by action and time. Entries are never changed or ' +
    'deleted through the API.',
  tag: 'Administration',
  access: { scope: 'admin:*' },
  query: AuditQuery,
  reply: AuditReply,
  errors: [400, 401, 403],
  run({ rooms, principal, query }) {
    requireEveryDataset(principal)
    const { cursor, limit, action } = query
    return rooms.audit.list(principal, { cursor, limit, action, ...periodIn(query) })
  },
  present: ({ events, total, nextCursor }) => ({
    audit_events: events.map(presentAuditEvent),
    total,
    next_cursor: nextCursor,
  }),
})

export function presentAuditEvent({ actor, subject, ...event }: AuditEvent) {
  return {
    audit_id: event.auditId,
    occurred_at: isoOf(event.atMs),
    actor: { type: actor.type, id: actor.id },
    action: event.action,
    subject: { type: subject.type, id: subject.id },
    details: event.details,
    request_id: event.requestId,
  }
}
