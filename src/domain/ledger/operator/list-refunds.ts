import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { TenantId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import type { Principal } from '../../identity/index.ts'
import type { RefundRow } from '../disputes/queries.ts'
import type { LedgerRoom } from '../room.ts'
import { refunds } from '../tables.ts'
import { type Page, type PageRequest, pageForOperator } from './page.ts'

type Filter = { tenantId?: TenantId | undefined }

/**
 * What was given back, the newest first; of a tenant: as buyer. Throws Forbidden
 * unless a platform admin asks, InvalidInput for the cursor.
 */
export function listRefunds(
  room: LedgerRoom,
  principal: Principal,
  { tenantId, ...page }: Filter & PageRequest,
): Page<RefundRow> {
  const { db } = room.store
  return pageForOperator<RefundRow, string>(room, principal, page, {
    route: 'admin-refunds',
    filters: [tenantId ?? null],
    read: ({ after, limit }) => listRows(db, { tenantId }, { after: placeOf(after), limit }),
    count: () =>
      db.select({ n: count() }).from(refunds).where(conditionOf({ tenantId })).get()?.n ?? 0,
    idOf: ({ createdAt, eventId }) => `${createdAt} ${eventId}`,
  })
}

type Place = { atMs: number; eventId: string }

function placeOf(text: string | undefined): Place | undefined {
  if (text === undefined) return undefined
  const [at, eventId = ''] = text.split(' ')
  return { atMs: Number(at), eventId }
}

function conditionOf({ tenantId }: Filter): SQL | undefined {
  return tenantId === undefined ? undefined : eq(refunds.buyerTenantId, tenantId)
}

type Position = { after: Place | undefined; limit: number }

function listRows(db: Db, filter: Filter, { after, limit }: Position): RefundRow[] {
  const below =
    after && sql`(${refunds.createdAt}, ${refunds.eventId}) < (${after.atMs}, ${after.eventId})`
  return db
    .select()
    .from(refunds)
    .where(and(conditionOf(filter), below))
    .orderBy(desc(refunds.createdAt), desc(refunds.eventId))
    .limit(limit)
    .all()
}
