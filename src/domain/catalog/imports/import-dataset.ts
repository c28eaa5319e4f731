import { type DatasetId, newId, type TenantId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import type { AnonymousCommand } from '../../command.ts'
import type { CreateDatasetRequest } from '../datasets/create-dataset.ts'
import { findDatasetRow, insertDataset } from '../datasets/queries.ts'
import { catalogueText } from '../offers/catalogue-text.ts'
import type { CatalogRoom } from '../room.ts'
import { findImportedDataset, putImportedDataset } from './queries.ts'

type ImportedFrom = {
  tenantId: TenantId
  /** Where it comes from. */
  instanceId: string
  sourceDatasetId: string
}
export type ImportDatasetRequest = Required<CreateDatasetRequest> & ImportedFrom

/**
 * Makes a dataset of an archive's here, as a draft without anything in it, under its own id where
 * that is free. Given again it is the one that was made before, unless that was deleted since.
 */
export function importDataset(
  { clock }: CatalogRoom,
  { write, requestId }: AnonymousCommand,
  request: ImportDatasetRequest,
): Promise<{ datasetId: DatasetId; isNew: boolean }> {
  const { instanceId, sourceDatasetId, tenantId, description = null, tags = [], ...rest } = request
  const source = { instanceId, sourceDatasetId, tenantId }
  return write((tx) => {
    const before = madeBefore(tx, source)
    if (before !== undefined) return { datasetId: before, isNew: false }
    const nowMs = clock.nowMs()
    const wanted = sourceDatasetId as DatasetId
    const datasetId = findDatasetRow(tx, wanted) ? newId('dset', nowMs) : wanted
    const { name, sourceModality = 'document', monetizationMode = 'open' } = rest
    const { pricingModel = 'demand_curve', visibility = 'private', basePriceCents = null } = rest
    const { license = null } = rest
    insertDataset(tx, {
      datasetId,
      tenantId,
      name,
      description,
      tags,
      status: 'draft',
      basePriceCents,
      license,
      sourceModality,
      monetizationMode,
      pricingModel,
      visibility,
      catalogueText: catalogueText({ name, description, tags }),
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    })
    putImportedDataset(tx, { ...source, datasetId, importedAtMs: nowMs })
    recordAudit(tx, {
      atMs: nowMs,
      tenantId,
      actor: { type: 'operator', id: null },
      action: 'dataset.imported',
      subject: { type: 'dataset', id: datasetId },
      details: { visibility, from_instance: instanceId, from_dataset: sourceDatasetId },
      requestId,
    })
    return { datasetId, isNew: true }
  })
}

/** The dataset that one of an archive's became here; undefined where it is still to come. */
export function importedDataset(
  { store }: CatalogRoom,
  source: ImportedFrom,
): DatasetId | undefined {
  return madeBefore(store.db, source)
}

function madeBefore(db: Db, source: ImportedFrom): DatasetId | undefined {
  const known = findImportedDataset(db, source)
  const row = known && findDatasetRow(db, known.datasetId)
  const isGone = row?.status === 'deleted' || row?.status === 'pending_deletion'
  return isGone ? undefined : row?.datasetId
}
