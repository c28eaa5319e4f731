import type { Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import { buryObject } from '../objects/bury-object.ts'
import type { CatalogRoom } from '../room.ts'
import { requireOpenUpload } from './require-open-upload.ts'

/**
 * Gives up an upload that is not confirmed: the object never was (spec 3, Object flow).
 * Throws NotFound, and Conflict once it is confirmed.
 */
export function cancelUpload(
  room: CatalogRoom,
  cmd: Command,
  request: { objectId: string },
): Promise<void> {
  return cmd.write((tx) => {
    const { object } = requireOpenUpload(tx, cmd, request.objectId)
    buryObject(room, tx, object)
    recordDeed(tx, cmd, {
      atMs: room.clock.nowMs(),
      tenantId: object.tenantId,
      action: 'upload.cancelled',
      subject: { type: 'object', id: object.objectId },
    })
  })
}
