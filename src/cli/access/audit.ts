import { isoOf } from '../../base/clock.ts'
import type { AuditEvent } from '../../domain/audit/index.ts'
import type { FolderCommand } from '../command.ts'
import { limitOption, moreLine } from '../limit-option.ts'
import { timeOption } from '../time-option.ts'

const limitDefault = 50
const limitMax = 10_000

/** Shows the log of all tenants or of one, the last deed first. */
export const audit: FolderCommand = {
  name: 'audit',
  use: 'read',
  anySchema: true,
  summary: 'show who did what to which thing when',
  examples: [
    'kontor audit',
    'kontor audit --tenant "Ada Ltd" --action api_key --from 2027-01-01',
    'kontor audit --action review.rejected --limit 1000 --json',
  ],
  options: {
    tenant: { type: 'string', help: 'of one tenant: id or name', value: '<tenant>' },
    action: { type: 'string', help: 'an action, or its noun for all of it', value: '<action>' },
    from: { type: 'string', help: 'from this day or time', value: '<time>' },
    to: { type: 'string', help: 'to the end of this day, or before this time', value: '<time>' },
    limit: { type: 'string', help: `how many at most (${limitDefault})`, value: '<number>' },
  },
  async act(app, values) {
    const { tenant, action } = values
    const { events, total } = app.rooms.audit.listAll({
      tenantId:
        typeof tenant === 'string' ? app.rooms.identity.tenantNamed(tenant).tenantId : undefined,
      action: typeof action === 'string' ? action : undefined,
      fromMs: timeOption(values, 'from'),
      toMs: timeOption(values, 'to'),
      limit: limitOption(values, { standard: limitDefault, max: limitMax }),
    })
    const more = moreLine({ shown: events.length, total })
    return {
      lines: events.length === 0 ? ['Nothing is on record.'] : [...events.map(lineOf), ...more],
      data: { audit_events: events.map(recordOf), total },
    }
  },
}

function lineOf({ atMs, actor, action, subject, tenantId, details }: AuditEvent): string {
  const by = actor.id ?? actor.type
  const facts = Object.keys(details).length > 0 ? ` ${JSON.stringify(details)}` : ''
  return `${isoOf(atMs)} ${action} ${subject.id} by ${by} of ${tenantId ?? 'no tenant'}${facts}`
}

function recordOf({ atMs, auditId, tenantId, requestId, ...event }: AuditEvent) {
  return {
    audit_id: auditId,
    occurred_at: isoOf(atMs),
    tenant_id: tenantId,
    ...event,
    request_id: requestId,
  }
}
