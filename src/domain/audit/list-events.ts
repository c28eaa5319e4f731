import { setImmediate } from 'node:timers/promises'
import type { AuditId, TenantId } from '../../base/ids.ts'
import type { Json } from '../../base/json.ts'
import { toldToTenant } from '../../base/operators-words.ts'
import {
  type After,
  type PageEnd,
  type PageRequest,
  readPage,
  readPageLater,
} from '../../base/page.ts'
import { requireOrder } from '../../base/period.ts'
import type { SigningKeys } from '../../base/secrets.ts'
import type { Reading } from '../../store/reading.ts'
import type { Db } from '../../store/tx.ts'
import * as queries from './queries.ts'
import type { AuditActor } from './record-audit.ts'

/** One entry of the log. */
export type AuditEvent = {
  readonly auditId: AuditId
  readonly atMs: number
  readonly tenantId: TenantId | null
  readonly actor: AuditActor
  readonly action: string
  readonly subject: { readonly type: string; readonly id: string }
  readonly details: Readonly<Record<string, Json>>
  readonly requestId: string | null
}

export type AuditRequest = Omit<
  queries.AuditFilters,
  'tenantId' | 'actorId' | 'subjectId' | 'requestId'
> &
  PageRequest

export type AuditPage = { readonly events: readonly AuditEvent[] } & PageEnd

export type AuditReading = {
  readonly db: Db
  readonly reading: Reading
  readonly cursorKey: SigningKeys
}

/**
 * What befell a tenant's things, the last deed first, without the operator's own words. Throws
 * InvalidInput for the cursor and for a time that ends before it begins.
 */
export function listTenantEvents(
  { db, cursorKey }: AuditReading,
  tenantId: TenantId,
  { cursor, limit, ...asked }: AuditRequest,
): AuditPage {
  const { action, fromMs, toMs } = asked
  requireOrder({ fromMs, toMs })
  const filters = { tenantId, action, fromMs, toMs }
  const page = { cursor, limit }
  const { rows, nextCursor } = readPage(cursorKey, page, {
    binding: {
      route: 'audit',
      tenantId,
      restriction: null,
      filters: { action: action ?? null, from: fromMs ?? null, to: toMs ?? null },
    },
    read: (part: After<queries.AuditPosition>) => queries.listAuditRows(db, filters, part),
    positionOf: ({ auditNo, at }): queries.AuditPosition => [auditNo, at],
  })
  return {
    events: rows.map(eventOf).map(told),
    total: queries.countAuditRows(db, filters),
    nextCursor,
  }
}

function told(event: AuditEvent): AuditEvent {
  return { ...event, details: toldToTenant(event.action, event.details) }
}

/** For the operator: the last deeds of all tenants, or of one. Throws InvalidInput likewise. */
export function listAllEvents(
  { db }: Pick<AuditReading, 'db'>,
  { limit, ...filters }: queries.AuditFilters & { readonly limit: number },
): { events: AuditEvent[]; total: number } {
  requireOrder(filters)
  const rows = queries.listAuditRows(db, filters, { after: undefined, limit })
  return { events: rows.map(eventOf), total: queries.countAuditRows(db, filters) }
}

/** The same in pages, for a platform admin. Throws InvalidInput, for the cursor as well. */
export async function pageOfAllEvents(
  { db, reading, cursorKey }: AuditReading,
  { tenantId: asker }: { readonly tenantId: TenantId },
  { cursor, limit, ...filters }: queries.AuditFilters & PageRequest,
): Promise<AuditPage> {
  requireOrder(filters)
  const { tenantId, action, actorId, subjectId, requestId, fromMs, toMs } = filters
  const page = { cursor, limit }
  const { rows, nextCursor } = await readPageLater(cursorKey, page, {
    binding: {
      route: 'all-audit',
      tenantId: asker,
      restriction: null,
      filters: {
        of: tenantId ?? null,
        action: action ?? null,
        ...(actorId === undefined ? {} : { actor: actorId }),
        ...(subjectId === undefined ? {} : { subject: subjectId }),
        ...(requestId === undefined ? {} : { request: requestId }),
        from: fromMs ?? null,
        to: toMs ?? null,
      },
    },
    read: (part: After<queries.AuditPosition>) =>
      queries.pageAuditRows({ db, reading }, filters, part),
    positionOf: ({ auditNo, at }): queries.AuditPosition => [auditNo, at],
  })
  const total = await queries.countAudited(reading, filters)
  return { events: rows.map(eventOf), total, nextCursor }
}

/** All of it, a slice at a time, with others let in between. Throws InvalidInput at once. */
export function slicesOfAllEvents(
  { db }: Pick<AuditReading, 'db'>,
  filters: queries.AuditFilters,
): AsyncGenerator<AuditEvent[]> {
  requireOrder(filters)
  return slices(db, filters)
}

const eventsPerSlice = 500

async function* slices(db: Db, filters: queries.AuditFilters): AsyncGenerator<AuditEvent[]> {
  for (let after: queries.AuditPosition | undefined; ; ) {
    const rows = queries.listAuditRows(db, filters, { after, limit: eventsPerSlice })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(eventOf)
    after = [last.auditNo, last.at]
    await setImmediate()
  }
}

/** What befell one thing of a tenant, for the room whose thing it is. */
export function historyOf(
  db: Db,
  stretch: queries.AuditSubject & { readonly offset: number; readonly limit: number },
): { events: AuditEvent[]; total: number } {
  return {
    events: queries.listRowsAbout(db, stretch).map(eventOf),
    total: queries.countRowsAbout(db, stretch),
  }
}

function eventOf(row: queries.AuditRow): AuditEvent {
  return {
    auditId: row.auditId as AuditId,
    atMs: row.at,
    tenantId: row.tenantId as TenantId | null,
    actor: { type: row.actorType, id: row.actorId },
    action: row.action,
    subject: { type: row.subjectType, id: row.subjectId },
    details: JSON.parse(row.details),
    requestId: row.requestId,
  }
}
