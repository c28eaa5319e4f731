import { sql } from 'drizzle-orm'
import type { ColumnProfile } from '../../../base/column-profile.ts'
import type { DatasetId, ObjectId } from '../../../base/ids.ts'
import { deletesBy, findsBy, insertsInto } from '../../../store/prepared.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { objectColumns } from '../tables.ts'
import { isOnShow } from '../visibility.ts'

/** What a large dataset is described by: its newest tables. */
const tablesMax = 40

export function findColumns(db: Db, objectId: ObjectId): ColumnProfile | null {
  return findColumnsRow(db, objectId)?.profile ?? null
}

const findColumnsRow = findsBy(objectColumns, objectColumns.objectId)

/** Of the tables on show in a dataset, the newest first. */
export function listColumnsShown(db: Db, datasetId: DatasetId): ColumnProfile[] {
  const rows = db.all<{ profile: string }>(sql`
    SELECT profile FROM object_columns AS described CROSS JOIN object USING (object_id)
    WHERE described.dataset_id = ${datasetId} AND ${isOnShow}
    ORDER BY object_id DESC LIMIT ${tablesMax}`)
  return rows.map(({ profile }) => JSON.parse(profile))
}

/** Null takes away what was there. */
export function putColumns(tx: Tx, objectId: ObjectId, profile: ColumnProfile | null): void {
  removeColumns(tx, objectId)
  if (profile) insertColumns(tx, { objectId, profile })
}

const insertColumns = insertsInto(objectColumns)
const removeColumns = deletesBy(objectColumns, objectColumns.objectId)
