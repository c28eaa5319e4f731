import { NotFound } from '../../../base/errors.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Command } from '../../command.ts'
import { actorOf } from '../../identity/index.ts'
import { type Dataset, type DatasetRow, type DatasetStatus, requireStep } from '../dataset.ts'
import type { CatalogRoom } from '../room.ts'
import type { CreateDatasetRequest } from './create-dataset.ts'
import { beginDeletion } from './delete-dataset.ts'
import { findOwnDataset, updateDatasetRow, withSums } from './queries.ts'

/** Only the members that are there change; null empties what may be empty. */
export type UpdateDatasetRequest = {
  datasetId: string
  changes: {
    [K in keyof CreateDatasetRequest]?: CreateDatasetRequest[K] | undefined
  } & { status?: DatasetStatus | undefined }
}

/**
 * Changes the sent fields of an own dataset; `pending_deletion` begins its deletion.
 * Throws NotFound, Conflict for an illegal step, Forbidden for one that an admin must make.
 */
export function updateDataset(
  room: CatalogRoom,
  cmd: Command,
  { datasetId, changes }: UpdateDatasetRequest,
): Promise<Dataset> {
  const { principal } = cmd
  const nowMs = room.clock.nowMs()
  return cmd.write((tx) => {
    const before = findOwnDataset(tx, principal, datasetId)
    if (!before) throw new NotFound('dataset')
    const changed = differences(before, changes)
    if (Object.keys(changed).length === 0) return withSums(tx, [before])[0] as Dataset
    if (changed.status !== undefined) {
      requireStep({
        from: before.status,
        to: changed.status,
        isPlatformAdmin: principal.isPlatformAdmin,
      })
    }
    const after = updateDatasetRow(tx, before.datasetId, { ...changed, updatedAtMs: nowMs })
    recordAudit(tx, {
      atMs: nowMs,
      tenantId: before.tenantId,
      actor: actorOf(principal),
      action: 'dataset.updated',
      subject: { type: 'dataset', id: before.datasetId },
      details: whatAuditorsAskFor(before, changed),
      requestId: cmd.requestId,
    })
    if (after.status === 'pending_deletion') beginDeletion(room, { tx, cmd, dataset: after })
    return withSums(tx, [after])[0] as Dataset
  })
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

/** Which fields changed, and from what to what where access or money depends on it. */
function whatAuditorsAskFor(before: DatasetRow, changed: Partial<DatasetRow>) {
  const told = ['status', 'visibility', 'monetizationMode', 'basePriceCents'] as const
  const steps = told
    .filter((name) => changed[name] !== undefined)
    .map((name) => [name, { from: before[name], to: changed[name] }])
  return { fields: Object.keys(changed), ...Object.fromEntries(steps) }
}
