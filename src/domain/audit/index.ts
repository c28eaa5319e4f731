/**
 * Audit: who did what to which thing when.
 *
 * Owns the table audit_event, to which rows are only ever added; triggers refuse the rest.
 * Every room writes here inside the transaction of the deed itself, so that there is no deed
 * without its record and no record of a deed that was rolled back.
 * It is read by the owners of a tenant, as far as their tenant's things are concerned, and by the
 * operator. Refuses nothing: whoever may do a thing may have it recorded. Details hold ids and
 * reasons, never secrets, passwords or document text.
 */

import { desc } from 'drizzle-orm'
import { bind } from '../../base/bind.ts'
import { newId, type TenantId } from '../../base/ids.ts'
import type { Secrets } from '../../base/secrets.ts'
import { placeholdersOf, prepared } from '../../store/prepared.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { type AuditRequest, listAllEvents, listTenantEvents } from './list-events.ts'
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

/** The time of the entry that was written last, which need not be the latest time. */
export function lastAuditAtMs(db: Db): number | undefined {
  const last = db
    .select({ at: auditEvents.at })
    .from(auditEvents)
    .orderBy(desc(auditEvents.auditNo))
  return last.limit(1).get()?.at
}

export type Audit = ReturnType<typeof openAudit>

/** The reading side; writing needs nothing but the transaction of the deed. */
export function openAudit({ store, secrets }: { store: { readonly db: Db }; secrets: Secrets }) {
  const reading = { db: store.db, cursorKey: secrets.signing('audit-cursor') }
  return {
    list: ({ tenantId }: { readonly tenantId: TenantId }, request: AuditRequest) =>
      listTenantEvents(reading, tenantId, request),
    ...bind(reading, { listAll: listAllEvents }),
  }
}

export type { AuditEvent, AuditPage, AuditRequest } from './list-events.ts'
export type { AuditFilters } from './queries.ts'
