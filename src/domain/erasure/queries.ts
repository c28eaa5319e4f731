import { sql } from 'drizzle-orm'
import type { DatasetId, ObjectId, TenantId, UserId } from '../../base/ids.ts'
import type { Db, Tx } from '../../store/tx.ts'
import type { BlobKey } from '../catalog/index.ts'
import type { Deed } from './what-goes.ts'

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

/** Somebody who runs the platform is of this tenant. */
export function hasPlatformAdmin(db: Db, tenantId: TenantId): boolean {
  const row = db.get(sql`
    SELECT 1 FROM user CROSS JOIN membership USING (user_id)
    WHERE is_platform_admin = 1 AND tenant_id = ${tenantId} LIMIT 1`)
  return row !== undefined
}

export function countsOf(db: Db, tenantId: TenantId): Counts {
  return db.get<Counts>(sql`
    SELECT (SELECT count(*) FROM membership WHERE tenant_id = ${tenantId}) AS users,
      (SELECT count(*) FROM api_key WHERE tenant_id = ${tenantId} AND revoked_at IS NULL)
        AS apiKeys,
      (SELECT count(*) FROM dataset WHERE tenant_id = ${tenantId}
        AND status <> 'deleted') AS datasets,
      (SELECT count(*) FROM object WHERE tenant_id = ${tenantId}
        AND status <> 'deleted') AS objects,
      (SELECT coalesce(sum(size_bytes), 0) FROM object WHERE tenant_id = ${tenantId}
        AND status <> 'deleted') AS bytes,
      (SELECT count(*) FROM passage WHERE tenant_id = ${tenantId}) AS passages,
      (SELECT count(*) FROM wallet JOIN membership USING (user_id)
        WHERE tenant_id = ${tenantId}) AS wallets,
      (SELECT count(*) FROM search_activity WHERE tenant_id = ${tenantId}) AS searches`)
}

/** What the books still hold for these owners. */
export function listMoney(db: Db, owners: readonly string[]): Money[] {
  return db.all<Money>(sql`
    SELECT unit, kind, sum(posted) AS minor FROM account
    WHERE owner IN (SELECT value FROM json_each(${JSON.stringify(owners)}))
    GROUP BY unit, kind HAVING sum(posted) <> 0 OR sum(held) <> 0 ORDER BY unit, kind`)
}

/** What is on its way and cannot be stopped: each a sentence. */
export function listPending(db: Db, owner: { tenantId: TenantId | null; people: UserId[] }) {
  const { tenantId, people } = owner
  const { withdrawals, statements, disputes } = db.get<Record<string, number>>(sql`
    SELECT (SELECT count(*) FROM sol_entry WHERE status = 'pending'
        AND user_id IN (SELECT value FROM json_each(${JSON.stringify(people)}))) AS withdrawals,
      (SELECT count(*) FROM payout_statement WHERE tenant_id = ${tenantId}
        AND status = 'processing') AS statements,
      (SELECT count(*) FROM dispute WHERE state = 'open'
        AND ${tenantId} IN (buyer_tenant_id, provider_tenant_id)) AS disputes`)
  return [
    ...(withdrawals ? ['a withdrawal of SOL is on its way'] : []),
    ...(statements ? ['a payout is on its way to the bank'] : []),
    ...(disputes ? ['a dispute is open'] : []),
  ]
}

export function listLiveDatasets(db: Db, tenantId: TenantId): DatasetId[] {
  const rows = db.all<{ datasetId: DatasetId }>(sql`
    SELECT dataset_id AS datasetId FROM dataset
    WHERE tenant_id = ${tenantId} AND status <> 'deleted' ORDER BY dataset_no`)
  return rows.map(({ datasetId }) => datasetId)
}

/** Deleted objects whose passages are still in the index. */
export function listIndexed(db: Db, { tenantId, limit }: { tenantId: TenantId; limit: number }) {
  return db
    .all<{ objectId: ObjectId }>(sql`
      SELECT object_id AS objectId FROM object WHERE tenant_id = ${tenantId}
        AND status = 'deleted' AND index_state <> 'none' ORDER BY object_no LIMIT ${limit}`)
    .map(({ objectId }) => objectId)
}

/** The bytes of deleted objects, also those that were removed already. */
export function listBuried(
  db: Db,
  { tenantId, after, limit }: { tenantId: TenantId; after: number; limit: number },
): { objectNo: number; blobKey: BlobKey }[] {
  return db.all(sql`
    SELECT object_no AS objectNo, blob_key AS blobKey FROM object WHERE tenant_id = ${tenantId}
      AND status = 'deleted' AND blob_key IS NOT NULL AND object_no > ${after}
    ORDER BY object_no LIMIT ${limit}`)
}

/** What is kept for who bought a licence is kept no longer. */
export function endKeeping(tx: Tx, { tenantId, nowMs }: { tenantId: TenantId; nowMs: number }) {
  tx.run(sql`
    UPDATE object SET bytes_kept_until = ${nowMs}
    WHERE tenant_id = ${tenantId} AND bytes_kept_until > ${nowMs}`)
}

/** Assets of Surface C that these people put there. */
export function listCards(db: Db, people: readonly UserId[]): ObjectId[] {
  const rows = db.all<{ assetId: ObjectId }>(sql`
    SELECT asset_id AS assetId FROM asset_card
    WHERE user_id IN (SELECT value FROM json_each(${JSON.stringify(people)}))`)
  return rows.map(({ assetId }) => assetId)
}

type Going = { tenantId: TenantId | null; people: readonly UserId[] }

/** Does to a table what is done to it. */
export function runDeed(tx: Tx, deed: Deed, { tenantId, people }: Going): void {
  if (deed.whose === 'tenant' && tenantId === null) return
  const pieces = deed.sql.split(/(:people|:tenant)/).map((piece) => {
    if (piece === ':people') return sql`${JSON.stringify(people)}`
    return piece === ':tenant' ? sql`${tenantId}` : sql.raw(piece)
  })
  tx.run(sql.join(pieces, sql.raw('')))
}
