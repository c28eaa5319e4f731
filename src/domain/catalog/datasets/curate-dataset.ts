import type { Command } from '../../command.ts'
import { requirePlatformAdmin } from '../../identity/index.ts'
import { recordDeed } from '../../record-deed.ts'
import type { Dataset } from '../dataset.ts'
import type { CatalogRoom } from '../room.ts'
import { getLiveDataset, updateDatasetRow, withSums } from './queries.ts'

export type CurateRequest = { datasetId: string; curated: boolean }

/**
 * Marks a dataset of any tenant as curated, or takes the mark away: what is bought from then on is
 * shared by the curated part (spec 8, Billing 4). Throws Forbidden, NotFound.
 */
export function curateDataset(
  { clock }: CatalogRoom,
  cmd: Command,
  { datasetId, curated }: CurateRequest,
): Promise<Dataset> {
  const { principal } = cmd
  requirePlatformAdmin(principal)
  return cmd.write((tx) => {
    const before = getLiveDataset(tx, datasetId)
    if (before.curated === curated) return withSums(tx, [before])[0] as Dataset
    const nowMs = clock.nowMs()
    recordDeed(tx, cmd, {
      atMs: nowMs,
      tenantId: before.tenantId,
      action: curated ? 'dataset.curated' : 'dataset.uncurated',
      subject: { type: 'dataset', id: before.datasetId },
    })
    const after = updateDatasetRow(tx, before.datasetId, { curated, updatedAtMs: nowMs })
    return withSums(tx, [after])[0] as Dataset
  })
}
