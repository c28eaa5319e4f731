import type { ObjectId } from '../../base/ids.ts'
import type { Tx } from '../../store/tx.ts'
import { getForIngest, keepPreview, storePreview } from '../catalog/index.ts'
import { reasonOf } from './failures.ts'
import type { Inspection } from './ports.ts'
import { findInspection, putInspection } from './queries.ts'
import type { Attempt, IngestRoom } from './room.ts'

/** Of those done before their job's turn came. */
const inspectionsMax = 1_000

/**
 * Looks at a confirmed file and keeps what a reviewer wants to see, its preview too. An unreadable
 * file is no error here: that it is unreadable is what the reviewer learns. Does nothing for an
 * object that is gone, or that its ingestion has just looked at.
 */
export async function inspectObject(
  room: IngestRoom,
  attempt: Attempt,
  { objectId }: { objectId: ObjectId },
): Promise<void> {
  const all = room.inspections
  const earlier = all.get(objectId)
  if (earlier) return earlier.finally(() => all.delete(objectId))
  const { write, finish = write, signal } = attempt
  const work = look(room, { write: finish, signal }, objectId).finally(() => all.delete(objectId))
  all.set(objectId, work)
  return work
}

/**
 * For an object that is approved before its inspection: the child that inspects a file reads its
 * text as well, so there is only one. An inspection that fails is left to its own job.
 */
export async function inspectFirst(
  room: IngestRoom,
  attempt: Attempt,
  objectId: ObjectId,
): Promise<void> {
  if (findInspection(room.store.db, objectId)) return
  const all = room.inspections
  const work = all.get(objectId) ?? look(room, attempt, objectId)
  all.set(objectId, work)
  for (const oldest of all.keys()) if (all.size > inspectionsMax) all.delete(oldest)
  await work.catch(() => all.delete(objectId))
}

async function look(room: IngestRoom, attempt: Attempt, objectId: ObjectId): Promise<void> {
  const target = getForIngest(room.store.db, objectId)
  if (!target) return
  await using local = await room.blobs.local(target.blobKey)
  const { filename, contentType } = target.object
  const inspection = await room.extractor.inspect({
    fd: local.fd,
    claims: { filename, contentType },
    signal: attempt.signal,
    key: target.blobKey,
    owner: target.object.tenantId,
  })
  const { preview } = inspection
  const stored = preview && (await storePreview(room.blobs, objectId, preview))
  await attempt.write((tx) => {
    keep(room, tx, objectId, inspection)
    if (stored) keepPreview(tx, { objectId, stored, nowMs: room.clock.nowMs() })
  })
}

/** For a file whose inspection was given up: the reviewer sees that there is none. */
export function inspectionGivenUp(room: IngestRoom, tx: Tx, objectId: ObjectId): void {
  keep(room, tx, objectId, {
    sniffedContentType: null,
    durationMs: null,
    pageCount: null,
    textSample: '',
    warnings: ['The file could not be inspected.'],
    failure: null,
  })
}

function keep(room: IngestRoom, tx: Tx, objectId: ObjectId, inspection: Inspection): void {
  // It may have been deleted in the meantime; then nothing of its text may stay.
  if (!getForIngest(tx, objectId)) return
  const { failure, warnings, preview: _, ...rest } = inspection
  putInspection(tx, {
    ...rest,
    objectId,
    warnings: failure ? [...warnings, reasonOf(failure)] : warnings,
    failure: failure && reasonOf(failure),
    inspectedAtMs: room.clock.nowMs(),
  })
}
