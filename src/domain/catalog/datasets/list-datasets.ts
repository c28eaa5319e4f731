import type { ColumnProfile } from '../../../base/column-profile.ts'
import type { DatasetId } from '../../../base/ids.ts'
import { type After, type PageRequest, readPage } from '../../../base/page.ts'
import { columnsShown } from '../columns/columns-shown.ts'
import type { Dataset } from '../dataset.ts'
import type { CatalogRoom } from '../room.ts'
import { type Caller, restrictionOf } from '../visibility.ts'
import * as queries from './queries.ts'

export type ListDatasetsRequest = queries.DatasetFilters & PageRequest

export type DatasetList = { datasets: Dataset[]; total: number; nextCursor: string | null }

/** The caller's own datasets, newest first. Throws InvalidInput for a cursor that is not its. */
export function listDatasets(
  { store: { db }, cursorKey }: CatalogRoom,
  caller: Caller,
  { status, visibility, ...page }: ListDatasetsRequest,
): DatasetList {
  const { rows, nextCursor } = readPage(cursorKey, page, {
    binding: {
      route: 'datasets',
      tenantId: caller.tenantId,
      restriction: restrictionOf(caller),
      filters: { status: status ?? null, visibility: visibility ?? null },
    },
    read: (part: After<DatasetId>) =>
      queries.pageOwnDatasets(db, caller, { status, visibility, ...part }),
    positionOf: ({ datasetId }) => datasetId,
  })
  return {
    datasets: queries.withSums(db, rows),
    total: queries.countOwnDatasets(db, caller, { status, visibility }),
    nextCursor,
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
  const row = queries.getOwnDataset(db, caller, datasetId)
  return {
    ...(queries.withSums(db, [row])[0] as Dataset),
    columns: columnsShown(db, row.datasetId),
  }
}
