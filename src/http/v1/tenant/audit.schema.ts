import * as z from 'zod'
import { pageEnd, pageQuery, text, timestamp } from '../../fields.ts'
import { periodQuery } from '../period.ts'

export const AuditQuery = z.object({
  ...pageQuery,
  action: text({ min: 1, max: 64 })
    .meta({ description: 'An action such as api_key.revoked, or its noun for all actions of it' })
    .optional(),
  ...periodQuery,
})

export const AuditEventReply = z
  .object({
    audit_id: z.string(),
    occurred_at: timestamp,
    actor: z.object({
      type: z.enum(['user', 'api_key', 'operator', 'system']),
      id: z.string().nullable(),
    }),
    action: z.string(),
    subject: z.object({ type: z.string(), id: z.string() }),
    details: z.record(z.string(), z.unknown()),
    request_id: z.string().nullable(),
  })
  .meta({ id: 'AuditEvent' })

export function AuditPage<E extends z.ZodType>(event: E) {
  return z.object({ audit_events: z.array(event), ...pageEnd })
}

export const AuditReply = AuditPage(AuditEventReply).meta({ id: 'AuditEvents' })
