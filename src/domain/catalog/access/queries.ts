import { and, asc, desc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { AccessRequestId, DatasetId, TenantId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { DatasetRow } from '../dataset.ts'
import { accessRequests, datasetAccess, datasets } from '../tables.ts'
import { type Caller, isOnOfferTo } from '../visibility.ts'
import type { AccessRequestStatus } from './access-request.ts'

export type AccessRow = typeof datasetAccess.$inferSelect
export type AccessRequestRow = typeof accessRequests.$inferSelect

type Pair = { datasetId: DatasetId; tenantId: TenantId }

/** A dataset that the catalogue shows to this caller. */
export function findOffered(db: Db, caller: Caller, datasetId: string): DatasetRow | undefined {
  const one = sql`${isOnOfferTo(caller)} AND dataset.dataset_id = ${datasetId}`
  return db.select().from(datasets).where(one).get()
}

export function findAccess(db: Db, pair: Pair): AccessRow | undefined {
  return db.select().from(datasetAccess).where(ofPair(pair)).get()
}

export function insertAccess(tx: Tx, row: AccessRow): void {
  tx.insert(datasetAccess).values(row).run()
}

export function updateAccess(tx: Tx, pair: Pair, set: Pick<AccessRow, 'expiresAtMs'>): void {
  tx.update(datasetAccess).set(set).where(ofPair(pair)).run()
}

/** Whether there was any. */
export function deleteAccess(tx: Tx, pair: Pair): boolean {
  return tx.delete(datasetAccess).where(ofPair(pair)).run().changes > 0
}

/** In the order of the tenants' ids. */
export function pageAccess(
  db: Db,
  page: { datasetId: DatasetId; limit: number; after: TenantId | undefined },
): AccessRow[] {
  const later = page.after === undefined ? undefined : gt(datasetAccess.tenantId, page.after)
  return db
    .select()
    .from(datasetAccess)
    .where(and(eq(datasetAccess.datasetId, page.datasetId), later))
    .orderBy(asc(datasetAccess.tenantId))
    .limit(page.limit)
    .all()
}

export function countAccess(db: Db, datasetId: DatasetId): number {
  const total = sql<number>`count(*)`
  const one = eq(datasetAccess.datasetId, datasetId)
  return db.select({ total }).from(datasetAccess).where(one).get()?.total ?? 0
}

export function insertAccessRequest(tx: Tx, row: AccessRequestRow): AccessRequestRow {
  return tx.insert(accessRequests).values(row).returning().get()
}

export function findOpenRequest(
  db: Db,
  { datasetId, tenantId }: Pair,
): AccessRequestRow | undefined {
  return db
    .select()
    .from(accessRequests)
    .where(
      and(
        eq(accessRequests.datasetId, datasetId),
        eq(accessRequests.tenantId, tenantId),
        eq(accessRequests.status, 'pending'),
      ),
    )
    .get()
}

export function findAccessRequest(
  db: Db,
  { datasetId, accessRequestId }: { datasetId: DatasetId; accessRequestId: string },
): AccessRequestRow | undefined {
  const one = eq(accessRequests.accessRequestId, accessRequestId as AccessRequestId)
  return db
    .select()
    .from(accessRequests)
    .where(and(one, eq(accessRequests.datasetId, datasetId)))
    .get()
}

export function updateAccessRequest(
  tx: Tx,
  accessRequestId: AccessRequestId,
  decision: Pick<AccessRequestRow, 'status' | 'decidedAtMs' | 'decidedBy'>,
): AccessRequestRow {
  return tx
    .update(accessRequests)
    .set(decision)
    .where(eq(accessRequests.accessRequestId, accessRequestId))
    .returning()
    .get()
}

export type AccessRequestFilters = {
  datasetId: DatasetId
  status?: AccessRequestStatus | undefined
}

/** The newest `limit` after (that is, older than) a position. */
export function pageAccessRequests(
  db: Db,
  page: AccessRequestFilters & { limit: number; after: AccessRequestId | undefined },
): AccessRequestRow[] {
  const older = page.after && lt(accessRequests.accessRequestId, page.after)
  return db
    .select()
    .from(accessRequests)
    .where(and(matching(page), older))
    .orderBy(desc(accessRequests.accessRequestId))
    .limit(page.limit)
    .all()
}

export function countAccessRequests(db: Db, filters: AccessRequestFilters): number {
  const total = sql<number>`count(*)`
  return db.select({ total }).from(accessRequests).where(matching(filters)).get()?.total ?? 0
}

type OwnRequestFilters = { status?: AccessRequestStatus | undefined }

/** What a tenant asked for, the newest `limit` after (that is, older than) a position. */
export function pageOwnRequests(
  db: Db,
  caller: Caller,
  page: OwnRequestFilters & { limit: number; after: AccessRequestId | undefined },
): AccessRequestRow[] {
  const older = page.after && lt(accessRequests.accessRequestId, page.after)
  return db
    .select()
    .from(accessRequests)
    .where(and(askedBy(caller, page), older))
    .orderBy(desc(accessRequests.accessRequestId))
    .limit(page.limit)
    .all()
}

export function countOwnRequests(db: Db, caller: Caller, filters: OwnRequestFilters): number {
  const total = sql<number>`count(*)`
  const asked = askedBy(caller, filters)
  return db.select({ total }).from(accessRequests).where(asked).get()?.total ?? 0
}

/** As far as a key's list of datasets reaches. */
function askedBy({ tenantId, datasetAccess }: Caller, { status }: OwnRequestFilters) {
  const listed =
    datasetAccess.mode === 'all_available'
      ? undefined
      : inArray(accessRequests.datasetId, [...datasetAccess.datasetIds])
  const ofStatus = status === undefined ? undefined : eq(accessRequests.status, status)
  return and(eq(accessRequests.tenantId, tenantId), ofStatus, listed)
}

/** What people wrote with their requests goes with the dataset. */
export function dropMessages(tx: Tx, datasetId: DatasetId): void {
  tx.update(accessRequests)
    .set({ message: null })
    .where(eq(accessRequests.datasetId, datasetId))
    .run()
}

function ofPair({ datasetId, tenantId }: Pair): SQL | undefined {
  return and(eq(datasetAccess.datasetId, datasetId), eq(datasetAccess.tenantId, tenantId))
}

function matching({ datasetId, status }: AccessRequestFilters): SQL | undefined {
  const ofStatus = status === undefined ? undefined : eq(accessRequests.status, status)
  return and(eq(accessRequests.datasetId, datasetId), ofStatus)
}
