import type { DatasetId } from '../../../base/ids.ts'
import { reportSliceFiles } from '../limits.ts'
import type { FoldersRoom } from '../room.ts'
import { deleteSomeFiles, listSurplus, type ReportRow, reportsOfDataset } from './queries.ts'

type Room = Pick<FoldersRoom, 'store'>

/**
 * What imports into a dataset found goes with it, slice by slice: of the reports only their heads
 * are left, and those go when the deletion ends.
 */
export async function forgetReports(
  room: Room,
  datasetId: DatasetId,
  signal: AbortSignal,
): Promise<void> {
  await forgetFiles(room, reportsOfDataset(room.store.db, datasetId), signal)
}

/** The same of what is too much for its tenant beside this one; heads go with completeReport. */
export async function forgetSurplus(room: Room, report: ReportRow): Promise<void> {
  await forgetFiles(room, listSurplus(room.store.db, report))
}

async function forgetFiles({ store }: Room, ids: readonly string[], signal?: AbortSignal) {
  for (const importId of ids) {
    for (let more = true; more; ) {
      signal?.throwIfAborted()
      const limit = reportSliceFiles
      more = (await store.write((tx) => deleteSomeFiles(tx, { importId, limit }))) === limit
    }
  }
}
