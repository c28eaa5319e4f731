import { DomainError } from '../../../base/errors.ts'
import type { Command } from '../../command.ts'
import { getOwnDataset } from '../datasets/queries.ts'
import type { CatalogRoom } from '../room.ts'
import {
  type AnnouncedFile,
  announceIn,
  requireFile,
  requireOpenDataset,
} from '../uploads/initiate-upload.ts'
import { goesStraight, straightFor } from '../uploads/straight/straight-urls.ts'
import type { UploadUrls } from '../uploads/upload-urls.ts'
import type { Caller } from '../visibility.ts'
import { type KnownContent, listKnown } from './queries.ts'

/** Where a file goes, or why it is not taken. */
export type Announced = { urls: UploadUrls } | { refusal: DomainError }

/**
 * The same as announcing each file by itself, in one transaction; an answer for each, in their
 * order: a name that is none keeps no other file from coming. What the door could not take for a
 * file comes as its refusal, and stays one. Throws NotFound for the dataset, and
 * Conflict while it is suspended.
 */
export async function announceUploads(
  room: CatalogRoom,
  cmd: Command,
  { datasetId, files }: { datasetId: string; files: readonly (AnnouncedFile | DomainError)[] },
): Promise<Announced[]> {
  const announced = await cmd.write((tx) => {
    const dataset = requireOpenDataset(tx, cmd, datasetId)
    return files.map((file): Announced => {
      try {
        if (file instanceof DomainError) throw file
        requireFile(room, file)
        return { urls: announceIn(room, tx, { dataset, file }) }
      } catch (refusal) {
        if (!(refusal instanceof DomainError)) throw refusal
        return { refusal }
      }
    })
  })
  if (!goesStraight(room, cmd)) return announced
  return await Promise.all(
    announced.map(async (one) =>
      'urls' in one ? { urls: await straightFor(room, cmd, one.urls) } : one,
    ),
  )
}

/**
 * Which of these checksums an own dataset has files of, in whatever state but deleted, and open
 * uploads aside: their bytes are not there yet. Throws NotFound for the dataset.
 */
export function knownContent(
  { store: { db } }: CatalogRoom,
  caller: Caller,
  { datasetId: asked, sha256 }: { datasetId: string; sha256: readonly string[] },
): KnownContent[] {
  const dataset = getOwnDataset(db, caller, asked)
  const { tenantId, datasetId } = dataset
  return listKnown(db, { tenantId, datasetId, sha256: [...new Set(sha256)] })
}
