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
