import { sql } from 'drizzle-orm'
import type { DatasetId, ObjectId, TenantId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { ObjectRecord } from '../object.ts'
import { findObject, findObjectRow, updateObject } from './queries.ts'

/** Read once already, well or not: it can be read anew. */
export function canBeReadAnew({ status, indexState }: ObjectRecord): boolean {
  return status === 'active' && (indexState === 'indexed' || indexState === 'failed')
}

/** Objects of a dataset that can be read anew, in the order of their ids, after one of them. */
export function listReadable(
  db: Db,
  from: { datasetId: DatasetId; failedOnly: boolean; afterId: string; limit: number },
): { objectId: ObjectId; tenantId: TenantId }[] {
  const { datasetId, failedOnly, afterId, limit } = from
  const states = failedOnly ? sql`('failed')` : sql`('indexed', 'failed')`
  return db.all(sql`
    SELECT object_id AS objectId, tenant_id AS tenantId FROM object
    WHERE dataset_id = ${datasetId} AND object_id > ${afterId} AND status = 'active'
      AND index_state IN ${states}
    ORDER BY object_id LIMIT ${limit}`)
}

/** The next dataset, in the order of ids, with objects that can be read anew. */
export function nextReadableDataset(
  db: Db,
  afterId: string,
): { datasetId: DatasetId; tenantId: TenantId } | undefined {
  return db.get(sql`
    SELECT dataset_id AS datasetId, tenant_id AS tenantId FROM dataset
    WHERE dataset_id > ${afterId} AND deleted_at IS NULL AND EXISTS (
      SELECT 1 FROM object WHERE object.dataset_id = dataset.dataset_id
        AND object.status = 'active' AND object.index_state IN ('indexed', 'failed'))
    ORDER BY dataset_id LIMIT 1`)
}

/**
 * Puts an object back into the state in which passages may come. Only in a transaction that also
 * gives it its new ones: in between nobody would find it.
 */
export function beginAnew(tx: Tx, objectId: ObjectId): ObjectRecord | undefined {
  const object = findObject(tx, objectId)
  if (!object || !canBeReadAnew(object)) return undefined
  return updateObject(tx, objectId, { indexState: 'queued' })
}

/** The dataset that an object is in or was in. */
export function findDatasetOf(db: Db, objectId: ObjectId): DatasetId | undefined {
  return findObjectRow(db, objectId)?.datasetId
}
