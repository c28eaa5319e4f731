import type { ColumnProfile } from '../../../base/column-profile.ts'
import { type CursorBinding, openCursor, sealCursor } from '../../../base/cursor.ts'
import { NotFound } from '../../../base/errors.ts'
import type { DatasetId } from '../../../base/ids.ts'
import { columnsShown } from '../columns/columns-shown.ts'
import type { Dataset } from '../dataset.ts'
import type { CatalogRoom } from '../room.ts'
import { type Caller, restrictionOf } from '../visibility.ts'
import {
  countOwnDatasets,
  type DatasetFilters,
  findOwnDataset,
  pageOwnDatasets,
  withSums,
} from './queries.ts'

export type ListDatasetsRequest = DatasetFilters & {
  cursor?: string | undefined
  limit: number
}

export type DatasetList = { datasets: Dataset[]; total: number; nextCursor: string | null }

/** The caller's own datasets, newest first. Throws InvalidInput for a cursor that is not its. */
export function listDatasets(
  { store: { db }, cursorKey }: CatalogRoom,
  caller: Caller,
  { cursor, limit, status, visibility }: ListDatasetsRequest,
): DatasetList {
  const binding: CursorBinding = {
    route: 'datasets',
    tenantId: caller.tenantId,
    restriction: restrictionOf(caller),
    filters: { status: status ?? null, visibility: visibility ?? null },
  }
  const after =
    cursor === undefined ? undefined : (openCursor(cursorKey, binding, cursor) as DatasetId)
  const rows = pageOwnDatasets(db, caller, { status, visibility, limit: limit + 1, after })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    datasets: withSums(db, page),
    total: countOwnDatasets(db, caller, { status, visibility }),
    nextCursor: last ? sealCursor(cursorKey, binding, last.datasetId) : null,
  }
}

/** A dataset and what its tables are like. */
export type DatasetDetail = Dataset & { columns: ColumnProfile | null }

/** One own dataset. Throws NotFound for an unknown, foreign and deleted one alike. */
export function getDataset(
  { store: { db } }: CatalogRoom,
  caller: Caller,
  { datasetId }: { datasetId: string },
): DatasetDetail {
  const row = findOwnDataset(db, caller, datasetId)
  if (!row) throw new NotFound('dataset')
  return { ...(withSums(db, [row])[0] as Dataset), columns: columnsShown(db, row.datasetId) }
}
