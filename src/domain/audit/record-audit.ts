import { newId } from '../../base/ids.ts'
import { placeholdersOf, prepared } from '../../store/prepared.ts'
import type { Tx } from '../../store/tx.ts'
import { auditEvents } from './tables.ts'

export type AuditActor = {
  type: 'user' | 'api_key' | 'operator' | 'system'
  id: string | null
}

export type AuditEntry = {
  atMs: number
  /** The tenant whose thing it is. */
  tenantId: string | null
  actor: AuditActor
  /** Noun and past participle: `api_key.revoked`, `object.rejected`. */
  action: string
  subject: { type: string; id: string }
  details?: Readonly<Record<string, unknown>>
  requestId?: string
}

/** Writes one entry into the caller's transaction. */
export function recordAudit(tx: Tx, entry: AuditEntry): void {
  newEvent(tx).run({
    auditId: newId('aud', entry.atMs),
    at: entry.atMs,
    tenantId: entry.tenantId,
    actorType: entry.actor.type,
    actorId: entry.actor.id,
    action: entry.action,
    subjectType: entry.subject.type,
    subjectId: entry.subject.id,
    details: JSON.stringify(entry.details ?? {}),
    requestId: entry.requestId ?? null,
  })
}

/** The database numbers them. */
const newEvent = prepared((tx) => {
  const { auditNo: _, ...columns } = placeholdersOf(auditEvents)
  return tx.insert(auditEvents).values(columns).prepare()
})
