import { Conflict, DomainError, NotFound } from '../../../base/errors.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { getOwnDataset } from '../datasets/queries.ts'
import type { CatalogRoom } from '../room.ts'
import { requireWholeFile } from '../uploads/confirm-upload.ts'
import { listParts, wholeFile } from '../uploads/queries.ts'
import { type OpenUploadRecords, requireOpenUpload } from '../uploads/require-open-upload.ts'
import { type ConfirmedObject, stageObject } from '../uploads/stage-object.ts'
import type { ChosenObjects } from './change-objects.ts'

export type Confirmed = {
  confirmed: ConfirmedObject[]
  refused: { objectId: string; refusal: DomainError }[]
}

/**
 * The same as confirming each file by itself, in one transaction, of files that came here in one
 * piece: one that is not complete is said and keeps none of the others. What came in parts, or went
 * straight to the store, is put together or read first, and so is confirmed by itself. Throws
 * NotFound for the dataset.
 */
export function confirmUploads(
  room: CatalogRoom,
  cmd: Command,
  { datasetId, objectIds }: ChosenObjects,
): Promise<Confirmed> {
  return cmd.write((tx) => {
    const dataset = getOwnDataset(tx, cmd.principal, datasetId)
    const outcome: Confirmed = { confirmed: [], refused: [] }
    for (const objectId of new Set(objectIds)) {
      try {
        const open = requireOpenUpload(tx, cmd, objectId)
        if (open.object.datasetId !== dataset.datasetId) throw new NotFound('object')
        outcome.confirmed.push(confirmWhole(room, tx, { ...open, cmd }))
      } catch (refusal) {
        if (!(refusal instanceof DomainError)) throw refusal
        outcome.refused.push({ objectId, refusal })
      }
    }
    return outcome
  })
}

/** Refuses before it writes, so that what is refused has changed nothing. */
function confirmWhole(
  room: CatalogRoom,
  tx: Tx,
  { object, upload, cmd }: OpenUploadRecords & { cmd: Command },
): ConfirmedObject {
  const received = listParts(tx, upload.uploadId)
  const [first] = received
  if (first ? first.partNumber !== wholeFile : room.blobs.straight) throw alone()
  return stageObject(room, tx, { cmd, object, upload, file: requireWholeFile(received) })
}

function alone(): Conflict {
  return new Conflict({
    reason: 'confirm_alone',
    message: 'What does not come to this server in one piece is confirmed by itself.',
  })
}
