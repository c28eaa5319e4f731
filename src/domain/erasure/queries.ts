import { sql } from 'drizzle-orm'
import type { DatasetId, ObjectId, TenantId, UserId } from '../../base/ids.ts'
import type { Reading } from '../../store/reading.ts'
import type { Db, Tx } from '../../store/tx.ts'
import type { BlobKey } from '../catalog/index.ts'

export type Money = { unit: 'CREDIT' | 'SOL'; kind: string; minor: number }

export type Counts = {
  users: number
  apiKeys: number
  datasets: number
  objects: number
  bytes: number
  passages: number
  wallets: number
  searches: number
}

/**
 * Also who was removed from it: what is left of a person stays with the tenant. With the plus, all
 * removals are looked through, which are few, and not all that the tenant ever did.
 */
export function listPeopleOf(db: Db, tenantId: TenantId): UserId[] {
  const { ids } = db.get<{ ids: string }>(sql`
    SELECT json_group_array(user_id ORDER BY user_id) AS ids, count(*) AS people FROM (
      SELECT user_id FROM membership WHERE tenant_id = ${tenantId}
      UNION
      SELECT subject_id FROM audit_event
      WHERE +tenant_id = ${tenantId} AND action = 'member.removed')`)
  return JSON.parse(ids)
}

export function isThere(db: Db, tenantId: TenantId): boolean {
  const row = db.get(sql`
    SELECT 1 FROM tenant WHERE tenant_id = ${tenantId} AND erased_at IS NULL`)
  return row !== undefined
}

/** Whether a job is going to see to it that its erasure comes to an end. */
export function isLookedAfter(db: Db, tenantId: TenantId): boolean {
  const row = db.get(sql`
    SELECT 1 FROM job WHERE subject_id = ${tenantId} AND kind = 'erase-tenant'
      AND state IN ('queued', 'running') LIMIT 1`)
  return row !== undefined
}

/** Files and passages as it is kept of each dataset. */
export function countsOf(reading: Reading, tenantId: TenantId): Promise<Counts> {
  const held = sql`FROM dataset CROSS JOIN dataset_holding AS held USING (dataset_id)
    WHERE tenant_id = ${tenantId}`
  return reading.get<Counts>(sql`
    SELECT (SELECT count(*) FROM membership WHERE tenant_id = ${tenantId}) AS users,
      (SELECT count(*) FROM api_key WHERE tenant_id = ${tenantId} AND revoked_at IS NULL)
        AS apiKeys,
      (SELECT count(*) FROM dataset WHERE tenant_id = ${tenantId}
        AND status <> 'deleted') AS datasets,
      (SELECT coalesce(sum(objects), 0) ${held} AND held.status <> 'deleted') AS objects,
      (SELECT coalesce(sum(bytes), 0) ${held} AND held.status <> 'deleted') AS bytes,
      (SELECT coalesce(sum(passages), 0) ${held}) AS passages,
      (SELECT count(*) FROM wallet JOIN membership USING (user_id)
        WHERE tenant_id = ${tenantId}) AS wallets,
      (SELECT count(*) FROM search_activity WHERE tenant_id = ${tenantId}) AS searches`)
}

/** What the books still hold for these owners. */
export function listMoney(db: Db, owners: readonly string[]): Money[] {
  return db.all<Money>(sql`
    SELECT unit, kind, sum(posted) AS minor FROM account
    WHERE unit IN ('CREDIT', 'SOL')
      AND owner IN (SELECT value FROM json_each(${JSON.stringify(owners)}))
    GROUP BY unit, kind HAVING sum(posted) <> 0 OR sum(held) <> 0 ORDER BY unit, kind`)
}

export const pendings = ['withdrawal', 'payout', 'dispute'] as const
export type Pending = (typeof pendings)[number]

/** What is on its way and cannot be stopped. */
export function listPending(
  db: Db,
  owner: { tenantId: TenantId | null; people: UserId[] },
): Pending[] {
  const { tenantId, people } = owner
  const counts = db.get<Record<Pending, number>>(sql`
    SELECT (SELECT count(*) FROM sol_entry WHERE status = 'pending'
        AND user_id IN (SELECT value FROM json_each(${JSON.stringify(people)}))) AS withdrawal,
      (SELECT count(*) FROM payout_statement WHERE tenant_id = ${tenantId}
        AND status = 'processing') AS payout,
      (SELECT count(*) FROM dispute WHERE state = 'open'
        AND ${tenantId} IN (buyer_tenant_id, provider_tenant_id)) AS dispute`)
  return pendings.filter((one) => counts[one] > 0)
}

export function listLiveDatasets(db: Db, tenantId: TenantId): DatasetId[] {
  const rows = db.all<{ datasetId: DatasetId }>(sql`
    SELECT dataset_id AS datasetId FROM dataset
    WHERE tenant_id = ${tenantId} AND status <> 'deleted' ORDER BY dataset_no`)
  return rows.map(({ datasetId }) => datasetId)
}

/**
 * Deleted objects whose passages are still in the index: found among what is hidden, which does not
 * have those whose passages are gone.
 */
export function listIndexed(db: Db, { tenantId, limit }: { tenantId: TenantId; limit: number }) {
  return db
    .all<{ objectId: ObjectId }>(sql`
      SELECT object_id AS objectId FROM dataset CROSS JOIN object INDEXED BY object_hidden
      WHERE dataset.tenant_id = ${tenantId} AND object.dataset_id = dataset.dataset_id
        AND object.index_state <> 'none' AND (object.index_state <> 'indexed'
          OR object.status <> 'active' OR object.taken_down_at IS NOT NULL)
        AND object.status = 'deleted' LIMIT ${limit}`)
    .map(({ objectId }) => objectId)
}

type Buried = { tenantId: TenantId; after: string; limit: number }

/** The bytes of deleted objects, also those that were removed already. */
export function listBuried(
  db: Db,
  { tenantId, after, limit }: Buried,
): { objectId: ObjectId; blobKey: BlobKey }[] {
  return db.all(sql`
    SELECT object_id AS objectId, blob_key AS blobKey FROM object
    WHERE tenant_id = ${tenantId} AND status = 'deleted' AND object_id > ${after}
      AND blob_key IS NOT NULL
    ORDER BY object_id LIMIT ${limit}`)
}

/** What is kept for who bought a licence is kept no longer: of some objects. */
export function endKeeping(
  tx: Tx,
  { objectIds, nowMs }: { objectIds: readonly ObjectId[]; nowMs: number },
): void {
  tx.run(sql`
    UPDATE object SET bytes_kept_until = ${nowMs}
    WHERE object_id IN (SELECT value FROM json_each(${JSON.stringify(objectIds)}))
      AND bytes_kept_until > ${nowMs}`)
}
