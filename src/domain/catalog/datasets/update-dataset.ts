import { InvalidInput } from '../../../base/errors.ts'
import type { PassageId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import { type Dataset, type DatasetRow, requireStep, suspensionOf } from '../dataset.ts'
import { catalogueText } from '../offers/catalogue-text.ts'
import type { CatalogRoom } from '../room.ts'
import type { DatasetStatus } from '../values.ts'
import type { CreateDatasetRequest } from './create-dataset.ts'
import { beginDeletion } from './delete-dataset.ts'
import { getOwnDataset, updateDatasetRow, withSums } from './queries.ts'

/** Only the members that are there change; null empties what may be empty. */
export type UpdateDatasetRequest = {
  datasetId: string
  changes: {
    [K in keyof CreateDatasetRequest]?: CreateDatasetRequest[K] | undefined
  } & {
    status?: DatasetStatus | undefined
    /** What everybody may read of it, in this order. */
    samplePassageIds?: PassageId[] | undefined
  }
}

/**
 * Changes the sent fields of an own dataset; `pending_deletion` begins its deletion.
 * Throws NotFound, Conflict for an illegal step, Forbidden for one that an admin must make,
 * InvalidInput for samples that are not of this dataset.
 */
export function updateDataset(
  room: CatalogRoom,
  cmd: Command,
  request: UpdateDatasetRequest,
): Promise<Dataset> {
  return cmd.write((tx) => withSums(tx, [updateIn(room, tx, { cmd, request })])[0] as Dataset)
}

/** In the caller's transaction. */
export function updateIn(
  room: CatalogRoom,
  tx: Tx,
  { cmd, request }: { cmd: Command; request: UpdateDatasetRequest },
): DatasetRow {
  const { principal } = cmd
  const nowMs = room.clock.nowMs()
  const before = getOwnDataset(tx, principal, request.datasetId)
  const changed = differences(before, request.changes)
  if (Object.keys(changed).length === 0) return before
  if (changed.status !== undefined) {
    requireStep({
      from: before.status,
      to: changed.status,
      isPlatformAdmin: principal.isPlatformAdmin,
    })
  }
  if (changed.samplePassageIds) requireOwnPassages(room, tx, { ...before, ...changed })
  const after = updateDatasetRow(tx, before.datasetId, {
    ...changed,
    ...whatFollows(before, changed),
    updatedAtMs: nowMs,
  })
  recordDeed(tx, cmd, {
    atMs: nowMs,
    tenantId: before.tenantId,
    action: 'dataset.updated',
    subject: { type: 'dataset', id: before.datasetId },
    details: whatAuditorsAskFor(before, changed),
  })
  if (after.status === 'pending_deletion') {
    beginDeletion(room, { tx, cmd, dataset: after, from: before.status })
  }
  return after
}

/** The members of `changes` that are there and say something new. */
function differences(
  before: DatasetRow,
  changes: UpdateDatasetRequest['changes'],
): Partial<DatasetRow> {
  const news = Object.entries(changes).filter(([name, value]) => {
    const old = before[name as keyof DatasetRow]
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(old)
  })
  return Object.fromEntries(news)
}

/** What is kept beside the changed fields and made from them. */
function whatFollows(before: DatasetRow, changed: Partial<DatasetRow>): Partial<DatasetRow> {
  const catalogue = { catalogueText: catalogueText({ ...before, ...changed }) }
  if (changed.status === undefined) return catalogue
  return { ...catalogue, ...suspensionOf(before, changed.status) }
}

function requireOwnPassages(
  { arePassagesOf }: CatalogRoom,
  tx: Tx,
  { datasetId, samplePassageIds: passageIds }: DatasetRow,
): void {
  if (passageIds.length === 0 || arePassagesOf(tx, { datasetId, passageIds })) return
  throw new InvalidInput({
    field: 'sample_passage_ids',
    reason: 'unknown_passage',
    message: 'sample_passage_ids must name passages of this dataset.',
  })
}

/** Which fields changed, and from what to what where access or money depends on it. */
function whatAuditorsAskFor(before: DatasetRow, changed: Partial<DatasetRow>) {
  const told = ['status', 'visibility', 'monetizationMode', 'basePriceCents'] as const
  const steps = told
    .filter((name) => changed[name] !== undefined)
    .map((name) => [name, { from: before[name], to: changed[name] }])
  return { fields: Object.keys(changed), ...Object.fromEntries(steps) }
}
