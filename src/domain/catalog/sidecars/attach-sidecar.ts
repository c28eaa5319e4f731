import { Conflict, InvalidInput } from '../../../base/errors.ts'
import type { Db } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { requireFilename } from '../filename.ts'
import { sidecarBytesMax } from '../limits.ts'
import { modalityOf, type ObjectRecord } from '../object.ts'
import { getOwnObject, insertObject } from '../objects/queries.ts'
import type { CatalogRoom } from '../room.ts'
import { insertTakenUpload } from '../uploads/queries.ts'
import { type ConfirmedObject, stageObject } from '../uploads/stage-object.ts'
import { requireSpace } from '../uploads/storage-quota.ts'
import { discardFile, receiveFile } from '../uploads/take-asset.ts'
import type { Caller } from '../visibility.ts'
import * as queries from './queries.ts'

export type AttachSidecarRequest = { objectId: string; filename: string; content: string }

/** Others lie beside a recording as files of their own. */
const attachable = /\.(?:srt|vtt)$/i
const tooLong = 'The subtitles are larger than 512 KiB: upload them beside the recording.'

/**
 * Puts subtitles beside a recording as an object of their own, which is reviewed like any other;
 * once approved, they are what is said in the recording. Throws NotFound, InvalidInput for what are
 * no subtitles, Conflict for what is no recording, or not confirmed or refused, and for too many,
 * TooLarge beyond what the tenant may keep.
 */
export async function attachSidecar(
  room: CatalogRoom,
  cmd: Command,
  request: AttachSidecarRequest,
): Promise<ConfirmedObject> {
  requireSubtitles(request)
  requireRecording(room.store.db, cmd.principal, request)
  const source = once(Buffer.from(request.content))
  const file = await receiveFile(room, source, { limitBytes: sidecarBytesMax, message: tooLong })
  try {
    return await cmd.write((tx) => {
      const recording = requireRecording(tx, cmd.principal, request)
      const nowMs = room.clock.nowMs()
      const { objectId, sizeBytes } = file
      requireSpace(room, tx, { tenantId: recording.tenantId, sizeBytes })
      const { filename } = request
      const contentType = /\.vtt$/i.test(filename) ? 'text/vtt' : 'application/x-subrip'
      const object = insertObject(tx, {
        objectId,
        datasetId: recording.datasetId,
        tenantId: recording.tenantId,
        filename,
        contentType,
        sizeBytes,
        source: 'upload',
        modality: modalityOf(contentType),
        status: 'initiated',
        createdAtMs: nowMs,
      })
      requireRoom(tx, recording)
      queries.insertSidecar(tx, { objectId, recordingId: recording.objectId })
      const upload = insertTakenUpload(tx, objectId, nowMs)
      return stageObject(room, tx, { cmd, object, upload, file })
    })
  } catch (error) {
    await discardFile(room, file)
    throw error
  }
}

/** The subtitles of an own recording in whatever state, the oldest first. Throws NotFound. */
export function listSidecarsOf(
  { store: { db } }: CatalogRoom,
  caller: Caller,
  { objectId }: { objectId: string },
): ObjectRecord[] {
  const object = getOwnObject(db, caller, objectId)
  return queries.listAllSidecars(db, object)
}

function requireSubtitles({ filename, content }: AttachSidecarRequest): void {
  requireFilename(filename)
  if (!attachable.test(filename)) {
    throw new InvalidInput({
      field: 'filename',
      reason: 'not_subtitles',
      message: 'The name of subtitles ends in .srt or .vtt.',
    })
  }
  if (!/\d\s*-->\s*\d/.test(content)) {
    throw new InvalidInput({
      field: 'content',
      reason: 'not_subtitles',
      message: 'There is no line with two times and --> between them.',
    })
  }
}

function requireRoom(db: Db, recording: ObjectRecord): void {
  if (queries.countAttached(db, recording.objectId) < queries.sidecarsMax) return
  throw new Conflict({
    reason: 'too_many_sidecars',
    message: `A recording has at most ${queries.sidecarsMax} files of subtitles. Delete one first.`,
  })
}

function requireRecording(
  db: Db,
  caller: Caller,
  { objectId }: { objectId: string },
): ObjectRecord {
  const object = getOwnObject(db, caller, objectId)
  if (object.status !== 'staged' && object.status !== 'active') {
    throw new Conflict({
      reason: 'not_there',
      message: `This object is ${object.status}: subtitles belong to one in review or on offer.`,
      facts: { status: object.status },
    })
  }
  if (queries.isRecording(object)) return object
  throw new Conflict({
    reason: 'not_a_recording',
    message: 'Subtitles belong to a sound or a film, and this is neither.',
  })
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
