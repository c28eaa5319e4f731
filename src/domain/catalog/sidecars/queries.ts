import { type SQL, sql } from 'drizzle-orm'
import type { ObjectId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { ObjectRecord } from '../object.ts'
import { findObjectRow, listObjectRows } from '../objects/queries.ts'
import { sidecars } from '../tables.ts'
import { baseOf, basesOf, isRecordingName, isSidecarName } from './sidecar-name.ts'

/** A base name has few files; more are of somebody who numbers with dots. */
const sameNameMax = 500
/** So many are attached to one recording: as many languages as there are, several times. */
export const sidecarsMax = 500

export function insertSidecar(tx: Tx, link: { objectId: ObjectId; recordingId: ObjectId }): void {
  tx.insert(sidecars).values(link).run()
}

/** Of those attached, without those that were deleted. */
export function countAttached(db: Db, recordingId: ObjectId): number {
  return db.get<{ n: number }>(sql`
    SELECT count(*) AS n FROM sidecar CROSS JOIN object USING (object_id)
    WHERE recording_id = ${recordingId} AND object.status <> 'deleted'`).n
}

/** The subtitles of a recording that are approved and on show; of two with one name the newer. */
export function listSidecars(db: Db, recording: ObjectRecord): ObjectRecord[] {
  return namedOnce(listAllSidecars(db, recording).filter(isOnShow))
}

/** In whatever state, but not deleted: attached ones, and those of the same base name. */
export function listAllSidecars(db: Db, recording: ObjectRecord): ObjectRecord[] {
  const { objectId } = recording
  const attached = db.all<{ id: ObjectId }>(sql`
    SELECT object_id AS id FROM sidecar CROSS JOIN object USING (object_id)
    WHERE recording_id = ${objectId} AND object.status <> 'deleted' LIMIT ${sidecarsMax}`)
  const base = baseOf(recording.filename)
  const named = isRecording(recording)
    ? sameBase(db, { ...recording, base }).filter(
        ({ filename }) => isSidecarName(filename) && basesOf(filename).includes(base),
      )
    : []
  const ids = [...attached, ...named].map(({ id }) => id)
  return listObjectRows(db, ids).filter(({ status }) => status !== 'initiated')
}

/** The recordings that a file of subtitles belongs to: of those by name, none that is deleted. */
export function listRecordings(db: Db, object: ObjectRecord): ObjectRecord[] {
  if (!isSidecarName(object.filename)) return []
  const attached = db.get<{ id: ObjectId } | undefined>(sql`
    SELECT recording_id AS id FROM sidecar WHERE object_id = ${object.objectId}`)
  if (attached) return [findObjectRow(db, attached.id) ?? []].flat()
  const bases = basesOf(object.filename)
  return bases
    .flatMap((base) => sameBase(db, { ...object, base }))
    .filter(({ filename }) => isRecordingName(filename) && bases.includes(baseOf(filename)))
    .flatMap(({ id }) => findObjectRow(db, id) ?? [])
}

export function isRecording({ modality, filename }: ObjectRecord): boolean {
  return modality === 'audio' || modality === 'video' || isRecordingName(filename)
}

type Named = { id: ObjectId; filename: string }

/**
 * Files of a dataset that begin with this base and a dot; those attached elsewhere left out, those
 * of another folder, and what is deleted: a file that is replaced each night leaves many of those.
 */
function sameBase(
  db: Db,
  { datasetId, folder, base }: Pick<ObjectRecord, 'datasetId' | 'folder'> & { base: string },
): Named[] {
  const beside = folder === null ? sql`TRUE` : sql`coalesce(folder, ${folder}) = ${folder}`
  // The slash comes right after the dot.
  const between: SQL = sql`filename COLLATE NOCASE >= ${`${base}.`}
    AND filename COLLATE NOCASE < ${`${base}/`}`
  return db.all<Named>(sql`
    SELECT object_id AS id, filename FROM object INDEXED BY object_by_name
    WHERE dataset_id = ${datasetId} AND ${between} AND ${beside}
      AND status NOT IN ('deleted', 'initiated')
      AND NOT EXISTS (SELECT 1 FROM sidecar WHERE sidecar.object_id = object.object_id)
    LIMIT ${sameNameMax}`)
}

function isOnShow({ status, takenDownAtMs }: ObjectRecord): boolean {
  return status === 'active' && takenDownAtMs === null
}

function namedOnce(rows: readonly ObjectRecord[]): ObjectRecord[] {
  return [...new Map(rows.map((row) => [row.filename.toLowerCase(), row])).values()]
}
