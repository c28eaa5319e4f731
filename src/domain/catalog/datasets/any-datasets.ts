import type { DatasetId } from '../../../base/ids.ts'
import { type After, type PageRequest, readPage } from '../../../base/page.ts'
import { requirePlatformAdmin } from '../../identity/index.ts'
import type { Principal } from '../../principal.ts'
import type { Dataset } from '../dataset.ts'
import type { CatalogRoom } from '../room.ts'
import type { DatasetList } from './list-datasets.ts'
import * as queries from './queries.ts'

export type ListAnyDatasetsRequest = PageRequest & queries.AnyDatasetFilters

/**
 * Datasets of all tenants or of one, or those of a name, newest first. Throws Forbidden, and
 * InvalidInput for a cursor that is not its.
 */
export function listAnyDatasets(
  { store: { db }, cursorKey }: CatalogRoom,
  principal: Principal,
  { tenantId, name, ...page }: ListAnyDatasetsRequest,
): DatasetList {
  requirePlatformAdmin(principal)
  const { rows, nextCursor } = readPage(cursorKey, page, {
    binding: {
      route: 'listAnyDatasets',
      tenantId: principal.tenantId,
      restriction: null,
      filters: { tenantId: tenantId ?? null, ...(name === undefined ? {} : { name }) },
    },
    read: (part: After<DatasetId>) => queries.pageAnyDatasets(db, { tenantId, name, ...part }),
    positionOf: ({ datasetId }) => datasetId,
  })
  return {
    datasets: queries.withSums(db, rows),
    total: queries.countAnyDatasets(db, { tenantId, name }),
    nextCursor,
  }
}

/** One dataset of any tenant that is not deleted. Throws Forbidden, NotFound. */
export function getAnyDataset(
  { store: { db } }: CatalogRoom,
  principal: Principal,
  { datasetId }: { datasetId: string },
): Dataset {
  requirePlatformAdmin(principal)
  return queries.withSums(db, [queries.getLiveDataset(db, datasetId)])[0] as Dataset
}
