import { NotFound } from '../../../base/errors.ts'
import type { DatasetId, ObjectId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { AnonymousCommand } from '../../command.ts'
import { suspensionOf } from '../dataset.ts'
import { buryObject } from '../objects/bury-object.ts'
import { findObject } from '../objects/queries.ts'
import type { CatalogRoom } from '../room.ts'
import { beginDeletion } from './delete-dataset.ts'
import { findDatasetRow, updateDatasetRow } from './queries.ts'

/** Begins the deletion of any dataset, for the operator; one that has begun goes on. */
export function eraseDataset(
  room: CatalogRoom,
  cmd: AnonymousCommand,
  { datasetId }: { datasetId: DatasetId },
): Promise<void> {
  return cmd.write((tx) => {
    const before = findDatasetRow(tx, datasetId)
    if (!before) throw new NotFound('dataset')
    if (before.status === 'pending_deletion' || before.status === 'deleted') return
    const dataset = updateDatasetRow(tx, datasetId, {
      status: 'pending_deletion',
      ...suspensionOf(before, 'pending_deletion'),
      updatedAtMs: room.clock.nowMs(),
    })
    beginDeletion(room, { tx, cmd, dataset, from: before.status })
  })
}

/** Deletes an object within the erasure of who put it there; one that is gone stays gone. */
export function buryErased(room: CatalogRoom, tx: Tx, objectId: ObjectId): void {
  const object = findObject(tx, objectId)
  if (object && object.status !== 'deleted') buryObject(room, tx, object)
}
