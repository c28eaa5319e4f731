import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { recordEvent } from '../../events/index.ts'
import { recordDeed } from '../../record-deed.ts'
import type { ObjectRecord } from '../object.ts'
import type { CatalogRoom } from '../room.ts'
import { buryObject } from './bury-object.ts'
import { getOwnObject } from './queries.ts'

/** Deletes an own object in whatever state it is (spec 3, Object flow). Throws NotFound. */
export function deleteObject(
  room: CatalogRoom,
  cmd: Command,
  request: { objectId: string },
): Promise<void> {
  const { principal } = cmd
  return cmd.write((tx) => {
    const object = getOwnObject(tx, principal, request.objectId)
    deleteFound(room, tx, { cmd, object })
  })
}

/** Buries it and says who had it buried. */
export function deleteFound(
  room: CatalogRoom,
  tx: Tx,
  { cmd, object }: { cmd: Command; object: ObjectRecord },
): void {
  buryObject(room, tx, object)
  // Of what was never confirmed nobody was told that it came.
  if (object.status !== 'initiated') tellOfDeletion(tx, object, room.clock.nowMs())
  recordDeed(tx, cmd, {
    atMs: room.clock.nowMs(),
    tenantId: object.tenantId,
    action: 'object.deleted',
    subject: { type: 'object', id: object.objectId },
    details: { dataset_id: object.datasetId, status: object.status },
  })
}

export function tellOfDeletion(
  tx: Tx,
  { objectId, datasetId, tenantId }: ObjectRecord,
  atMs: number,
): void {
  const data = { object_id: objectId, dataset_id: datasetId }
  recordEvent(tx, { stream: tenantId, type: 'object.deleted', atMs, data })
}
