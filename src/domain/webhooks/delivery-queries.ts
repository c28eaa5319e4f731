import { and, asc, desc, eq, getTableColumns, lt, lte, sql } from 'drizzle-orm'
import type { DeliveryId, TenantId, WebhookId } from '../../base/ids.ts'
import type { After } from '../../base/page.ts'
import { insertsInto } from '../../store/prepared.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { type DeliveryState, webhookDeliveries as deliveries } from './tables.ts'

export type DeliveryRow = typeof deliveries.$inferSelect

export const insertDelivery = insertsInto(deliveries)

export function findDelivery(
  db: Db,
  { tenantId, deliveryId }: { tenantId: TenantId; deliveryId: DeliveryId },
): DeliveryRow | undefined {
  return db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.deliveryId, deliveryId), eq(deliveries.tenantId, tenantId)))
    .get()
}

export type DeliveryFilters = {
  readonly tenantId: TenantId
  readonly webhookId?: WebhookId | undefined
  readonly state?: DeliveryState | undefined
}

/** The last one first. */
export function listDeliveryRows(
  db: Db,
  { tenantId, webhookId, state }: DeliveryFilters,
  { after, limit }: After<string>,
): DeliveryRow[] {
  return db
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.tenantId, tenantId),
        webhookId === undefined ? undefined : eq(deliveries.webhookId, webhookId),
        state === undefined ? undefined : eq(deliveries.state, state),
        after === undefined ? undefined : lt(deliveries.deliveryId, after as DeliveryId),
      ),
    )
    .orderBy(desc(deliveries.deliveryId))
    .limit(limit)
    .all()
}

export function findAnyDelivery(db: Db, deliveryId: DeliveryId): DeliveryRow | undefined {
  return db.select().from(deliveries).where(eq(deliveries.deliveryId, deliveryId)).get()
}

type AnyFilters = {
  readonly tenantId: TenantId | undefined
  readonly webhookId: WebhookId | undefined
  readonly state: DeliveryState | undefined
}

/**
 * Of all tenants, the last one first. What waits or failed is found by the index of these, which
 * its condition is written out for; what was taken is most of what there is.
 */
export function listAllDeliveryRows(
  db: Db,
  { tenantId, webhookId, state }: AnyFilters,
  { after, limit }: After<string>,
) {
  return db
    .select(shown)
    .from(deliveries)
    .where(
      and(
        state === undefined ? undefined : writtenOut[state],
        tenantId === undefined ? undefined : eq(deliveries.tenantId, tenantId),
        webhookId === undefined ? undefined : eq(deliveries.webhookId, webhookId),
        after === undefined ? undefined : lt(deliveries.deliveryId, after as DeliveryId),
      ),
    )
    .orderBy(desc(deliveries.deliveryId))
    .limit(limit)
    .all()
}

const {
  about: _about,
  body: _body,
  firstTryAt: _first,
  requestHeaders: _sent,
  ...answered
} = getTableColumns(deliveries)
/** Messages and answers may be long, and are read where they are shown. */
const { answerHeaders: _said, answerBody: _answer, ...shown } = answered

const writtenOut = {
  waiting: sql`state <> 'delivered' AND state = 'waiting'`,
  failed: sql`state <> 'delivered' AND state = 'failed'`,
  delivered: sql`state = 'delivered'`,
} as const

export function tallyDeliveries(db: Db): { waiting: number; failed: number } {
  const rows = db.all<{ state: 'waiting' | 'failed'; n: number }>(sql`
    SELECT state, count(*) AS n FROM webhook_delivery
    WHERE state <> 'delivered' GROUP BY state`)
  return { waiting: 0, failed: 0, ...Object.fromEntries(rows.map(({ state, n }) => [state, n])) }
}

export function countWaiting(db: Db, webhookId: WebhookId): number {
  const row = db.get<{ n: number }>(sql`SELECT count(*) AS n FROM webhook_delivery
    WHERE webhook_id = ${webhookId} AND state = 'waiting'`)
  return row?.n ?? 0
}

/** What is to be sent to an endpoint now, that which waits longest first. */
export function listDue(
  db: Db,
  { webhookId, nowMs, limit }: { webhookId: WebhookId; nowMs: number; limit: number },
): DeliveryRow[] {
  return db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.webhookId, webhookId), lte(deliveries.nextTryAt, nowMs)))
    .orderBy(asc(deliveries.nextTryAt), asc(deliveries.deliveryId))
    .limit(limit)
    .all()
}

export function updateDelivery(
  tx: Tx,
  deliveryId: DeliveryId,
  change: Partial<DeliveryRow>,
): number {
  return tx.update(deliveries).set(change).where(eq(deliveries.deliveryId, deliveryId)).run()
    .changes
}

/**
 * Of what waits about one thing, the earliest is due, unless it has a time of its own, and the
 * rest is not: called after each change of who waits.
 */
export function settleLine(
  tx: Tx,
  { webhookId, about, atMs }: { webhookId: WebhookId; about: string; atMs: number },
): void {
  const line = sql`webhook_id = ${webhookId} AND about = ${about} AND state = 'waiting'`
  const first = sql`(SELECT delivery_id FROM webhook_delivery WHERE ${line}
    ORDER BY event_number, delivery_id LIMIT 1)`
  tx.run(sql`UPDATE webhook_delivery SET next_try_at = NULL
    WHERE ${line} AND next_try_at IS NOT NULL AND delivery_id <> ${first}`)
  tx.run(sql`UPDATE webhook_delivery SET next_try_at = ${atMs}
    WHERE delivery_id = ${first} AND next_try_at IS NULL`)
}

/** What was put off by a clock that was ahead waits as long as was meant, from now on. */
export function putRight(tx: Tx, nowMs: number): void {
  tx.run(sql`UPDATE webhook_delivery
    SET next_try_at = next_try_at - coalesce(last_try_at, created_at) + ${nowMs},
      last_try_at = min(last_try_at, ${nowMs})
    WHERE webhook_id IN (SELECT webhook_id FROM webhook) AND next_try_at > ${nowMs}
      AND coalesce(last_try_at, created_at) > ${nowMs}`)
}

/** Everything that was not taken yet, as if it had never been tried. */
export function startAnew(tx: Tx, { webhookId, atMs }: { webhookId: WebhookId; atMs: number }) {
  tx.run(sql`UPDATE webhook_delivery SET state = 'waiting', tries = 0, first_try_at = NULL,
    next_try_at = NULL WHERE webhook_id = ${webhookId} AND state <> 'delivered'`)
  const abouts = tx.all<{ about: string }>(sql`SELECT DISTINCT about FROM webhook_delivery
    WHERE webhook_id = ${webhookId} AND state = 'waiting'`)
  for (const { about } of abouts) settleLine(tx, { webhookId, about, atMs })
}

type Over = { beforeMs: number; eventsBeforeMs: number; max: number }

/** What failed at an endpoint that is not active goes on with it: it stays as long as events. */
export function deleteOver(tx: Tx, { beforeMs, eventsBeforeMs, max }: Over): number {
  return tx.run(sql`
    DELETE FROM webhook_delivery WHERE delivery_id IN (
      SELECT delivery_id FROM webhook_delivery AS d WHERE state <> 'waiting'
        AND created_at < ${beforeMs}
        AND (state = 'delivered' OR created_at < ${eventsBeforeMs} OR EXISTS (
          SELECT 1 FROM webhook AS w WHERE w.webhook_id = d.webhook_id AND w.state = 'active'))
      ORDER BY created_at LIMIT ${max})`).changes
}
