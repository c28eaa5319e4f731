import { and, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { TenantId } from '../../base/ids.ts'
import type { PeriodRequest } from '../../base/period.ts'
import type { Reading } from '../../store/reading.ts'
import type { Db } from '../../store/tx.ts'
import { auditEvents } from './tables.ts'

export type AuditRow = typeof auditEvents.$inferSelect

export type AuditFilters = PeriodRequest & {
  /** Left out: of all tenants, and of none. */
  readonly tenantId?: TenantId | undefined
  /** An action such as `api_key.revoked`, or a noun such as `api_key` for all that befell it. */
  readonly action?: string | undefined
  /** Of one person or key. */
  readonly actorId?: string | undefined
  /** What befell one thing. */
  readonly subjectId?: string | undefined
  /** What one request did. */
  readonly requestId?: string | undefined
}

/** Where an entry stands: its number, and its time. */
export type AuditPosition = readonly [auditNo: number, at: number]

/**
 * The last deed first. The number tells the order of the deeds, also when the clock erred; where a
 * time is asked for, the clock does: so the entries of long ago are found without those since.
 */
export function listAuditRows(
  db: Db,
  filters: AuditFilters,
  { after, limit }: { after: AuditPosition | undefined; limit: number },
): AuditRow[] {
  const { below, order } = placed(filters, after)
  return db
    .select()
    .from(auditEvents)
    .where(and(matching(filters), below))
    .orderBy(...order)
    .limit(limit)
    .all()
}

function placed({ fromMs, toMs }: AuditFilters, after: AuditPosition | undefined) {
  const { auditNo, at } = auditEvents
  if (fromMs === undefined && toMs === undefined) {
    return { below: after && lt(auditNo, after[0]), order: [desc(auditNo)] }
  }
  const below = after && sql`(${at}, ${auditNo}) < (${after[1]}, ${after[0]})`
  return { below, order: [desc(at), desc(auditNo)] }
}

/**
 * The same, looked for by who only reads: the entries of one person in a stretch of time may be few
 * among a great many.
 */
export async function pageAuditRows(
  { db, reading }: { db: Db; reading: Reading },
  filters: AuditFilters,
  { after, limit }: { after: AuditPosition | undefined; limit: number },
): Promise<AuditRow[]> {
  const { below, order } = placed(filters, after)
  const found = await reading.all<{ no: number }>(sql`
    SELECT audit_no AS no FROM audit_event WHERE ${and(matching(filters), below) ?? sql`TRUE`}
    ORDER BY ${sql.join(order, sql`, `)} LIMIT ${limit}`)
  const numbers = JSON.stringify(found.map(({ no }) => no))
  const among = sql`${auditEvents.auditNo} IN (SELECT value FROM json_each(${numbers}))`
  return db
    .select()
    .from(auditEvents)
    .where(among)
    .orderBy(...order)
    .all()
}

export async function countAudited(reading: Reading, filters: AuditFilters): Promise<number> {
  const { n } = await reading.get<{ n: number }>(sql`
    SELECT count(*) AS n FROM audit_event WHERE ${matching(filters) ?? sql`TRUE`}`)
  return n
}

export function countAuditRows(db: Db, filters: AuditFilters): number {
  const row = db.select({ n: count() }).from(auditEvents).where(matching(filters)).get()
  return row?.n ?? 0
}

export type AuditSubject = { readonly tenantId: TenantId; readonly subjectId: string }

/** What befell one thing of a tenant, the last deed first. */
export function listRowsAbout(
  db: Db,
  { offset, limit, ...subject }: AuditSubject & { offset: number; limit: number },
): AuditRow[] {
  return db
    .select()
    .from(auditEvents)
    .where(isAbout(subject))
    .orderBy(desc(auditEvents.auditNo))
    .limit(limit)
    .offset(offset)
    .all()
}

export function countRowsAbout(db: Db, subject: AuditSubject): number {
  const row = db.select({ n: count() }).from(auditEvents).where(isAbout(subject)).get()
  return row?.n ?? 0
}

/** By the index of subjects, which knows no tenants. */
function isAbout({ tenantId, subjectId }: AuditSubject): SQL | undefined {
  return and(eq(auditEvents.subjectId, subjectId), sql`+${auditEvents.tenantId} = ${tenantId}`)
}

/** Whether that befell this thing. */
export function wasRecorded(db: Db, deed: { action: string; subjectId: string }): boolean {
  const { subjectId, action } = auditEvents
  const rows = db.select({ one: sql`1` }).from(auditEvents)
  const about = and(eq(subjectId, deed.subjectId), sql`+${action} = ${deed.action}`)
  return rows.where(about).limit(1).get() !== undefined
}

/** The time of the entry that was written last, which need not be the latest time. */
export function lastAuditAtMs(db: Db): number | undefined {
  const last = db
    .select({ at: auditEvents.at })
    .from(auditEvents)
    .orderBy(desc(auditEvents.auditNo))
  return last.limit(1).get()?.at
}

function matching(filters: AuditFilters): SQL | undefined {
  const { tenantId, action, actorId, subjectId, requestId, fromMs, toMs } = filters
  return and(
    tenantId === undefined ? undefined : eq(auditEvents.tenantId, tenantId),
    action === undefined ? undefined : of(action),
    actorId === undefined ? undefined : eq(auditEvents.actorId, actorId),
    subjectId === undefined ? undefined : eq(auditEvents.subjectId, subjectId),
    requestId === undefined ? undefined : eq(auditEvents.requestId, requestId),
    fromMs === undefined ? undefined : gte(auditEvents.at, fromMs),
    toMs === undefined ? undefined : lt(auditEvents.at, toMs),
  )
}

/** An action is a noun, a dot and a participle: the noun alone stands for all of its actions. */
function of(action: string): SQL {
  if (action.includes('.')) return eq(auditEvents.action, action)
  // As the index has it.
  const noun = sql`substr(${auditEvents.action}, 1, instr(${auditEvents.action}, '.'))`
  return sql`${noun} = ${`${action}.`}`
}
