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

import { bind } from '../../base/bind.ts'
import type { TenantId } from '../../base/ids.ts'
import type { Secrets } from '../../base/secrets.ts'
import { type Reading, readingHere } from '../../store/reading.ts'
import type { Db } from '../../store/tx.ts'
import {
  type AuditRequest,
  listAllEvents,
  listTenantEvents,
  pageOfAllEvents,
  slicesOfAllEvents,
} from './list-events.ts'

export type Audit = ReturnType<typeof openAudit>

type AuditDeps = {
  store: { readonly db: Db }
  secrets: Secrets
  /** For what is looked for among all tenants' entries; without it whoever asks waits. */
  reading?: Reading
}

/** The reading side; writing needs nothing but the transaction of the deed. */
export function openAudit({ store: { db }, secrets, reading = readingHere(db) }: AuditDeps) {
  const lists = { db, reading, cursorKey: secrets.signing('audit-cursor') }
  return {
    list: ({ tenantId }: { readonly tenantId: TenantId }, request: AuditRequest) =>
      listTenantEvents(lists, tenantId, request),
    ...bind(lists, {
      listAll: listAllEvents,
      pageOfAll: pageOfAllEvents,
      slicesOfAll: slicesOfAllEvents,
    }),
  }
}

export { type AuditEvent, historyOf } from './list-events.ts'
export { lastAuditAtMs, wasRecorded } from './queries.ts'
export { type AuditActor, type AuditEntry, recordAudit } from './record-audit.ts'
