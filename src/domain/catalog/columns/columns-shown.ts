import { type ColumnProfile, mergeProfiles } from '../../../base/column-profile.ts'
import type { DatasetId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import { listColumnsShown } from './queries.ts'

/** What the tables on show in a dataset are like, taken together; null where there is none. */
export function columnsShown(db: Db, datasetId: DatasetId): ColumnProfile | null {
  return mergeProfiles(listColumnsShown(db, datasetId))
}
