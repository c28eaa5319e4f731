import { and, count, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { TenantId, WebhookId } from '../../base/ids.ts'
import type { After } from '../../base/page.ts'
import { later, prepared } from '../../store/prepared.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { type WebhookState, webhookDeliveries, webhooks } from './tables.ts'

export type WebhookRow = typeof webhooks.$inferSelect
export type WebhookKey = { tenantId: TenantId; webhookId: WebhookId }

export function insertWebhook(tx: Tx, row: WebhookRow): void {
  tx.insert(webhooks).values(row).run()
}

export function findWebhook(db: Db, { tenantId, webhookId }: WebhookKey): WebhookRow | undefined {
  return db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.webhookId, webhookId), eq(webhooks.tenantId, tenantId)))
    .get()
}

export function listWebhookRows(
  db: Db,
  { tenantId, after, limit }: After<string> & { tenantId: TenantId },
): WebhookRow[] {
  const earlier = after === undefined ? undefined : lt(webhooks.webhookId, after as WebhookId)
  return db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.tenantId, tenantId), earlier))
    .orderBy(desc(webhooks.webhookId))
    .limit(limit)
    .all()
}

export function findAnyWebhook(db: Db, webhookId: WebhookId): WebhookRow | undefined {
  return db.select().from(webhooks).where(eq(webhooks.webhookId, webhookId)).get()
}

export type WebhookFilters = {
  readonly tenantId: TenantId | undefined
  readonly state: WebhookState | undefined
}

/** Of all tenants, or of one; each has a few. */
export function listAllWebhookRows(
  db: Db,
  filters: WebhookFilters,
  { after, limit }: After<string>,
): WebhookRow[] {
  const earlier = after === undefined ? undefined : lt(webhooks.webhookId, after as WebhookId)
  return db
    .select()
    .from(webhooks)
    .where(and(filtered(filters), earlier))
    .orderBy(desc(webhooks.webhookId))
    .limit(limit)
    .all()
}

export function countAllWebhooks(db: Db, filters: WebhookFilters): number {
  return db.select({ n: count() }).from(webhooks).where(filtered(filters)).get()?.n ?? 0
}

function filtered({ tenantId, state }: WebhookFilters): SQL | undefined {
  return and(
    tenantId === undefined ? undefined : eq(webhooks.tenantId, tenantId),
    state === undefined ? undefined : eq(webhooks.state, state),
  )
}

export function countWebhooks(db: Db, tenantId: TenantId): number {
  const row = db.select({ n: count() }).from(webhooks).where(eq(webhooks.tenantId, tenantId)).get()
  return row?.n ?? 0
}

export function updateWebhook(tx: Tx, webhookId: WebhookId, change: Partial<WebhookRow>): void {
  if (Object.keys(change).length === 0) return
  tx.update(webhooks).set(change).where(eq(webhooks.webhookId, webhookId)).run()
}

export function deleteWebhook(tx: Tx, webhookId: WebhookId): void {
  tx.delete(webhookDeliveries).where(eq(webhookDeliveries.webhookId, webhookId)).run()
  tx.delete(webhooks).where(eq(webhooks.webhookId, webhookId)).run()
}

/** Asked with every event and every second, mostly to find none: compiled once. */
const active = prepared((db) =>
  db.select().from(webhooks).where(eq(webhooks.state, 'active')).prepare(),
)
const activeOfTenant = prepared((db) =>
  db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.state, 'active'), eq(webhooks.tenantId, later('tenantId'))))
    .prepare(),
)
const withDue = prepared((db) =>
  db
    .select()
    .from(webhooks)
    .where(
      and(
        eq(webhooks.state, 'active'),
        sql`EXISTS (SELECT 1 FROM webhook_delivery AS d
          WHERE d.webhook_id = ${webhooks.webhookId} AND d.next_try_at <= ${later('nowMs')})`,
      ),
    )
    .prepare(),
)

/** Those that events are sent to: of one tenant, or of all. */
export function listActive(db: Db, tenantId?: string): WebhookRow[] {
  return tenantId === undefined ? active(db).all({}) : activeOfTenant(db).all({ tenantId })
}

export function listActiveOf(
  db: Db,
  { tenantId, makers }: { tenantId: TenantId; makers: readonly string[] },
): WebhookRow[] {
  const own = and(eq(webhooks.tenantId, tenantId), inArray(webhooks.createdBy, [...makers]))
  return db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.state, 'active'), own))
    .all()
}

/** Those with something that is to be sent now. */
export function listWithDue(db: Db, nowMs: number): WebhookRow[] {
  return withDue(db).all({ nowMs })
}

/** When the next try of all is due. */
export function findNextDue(db: Db): number | null {
  const row = db.get<{ at: number | null }>(sql`SELECT min((SELECT min(d.next_try_at)
    FROM webhook_delivery AS d WHERE d.webhook_id = w.webhook_id AND d.next_try_at > 0)) AS at
    FROM webhook AS w WHERE w.state = 'active'`)
  return row?.at ?? null
}
