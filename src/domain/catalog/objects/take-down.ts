import { Conflict, NotFound } from '../../../base/errors.ts'
import type { ObjectId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import type { AnonymousCommand, Command } from '../../command.ts'
import { recordEvent } from '../../events/index.ts'
import { requirePlatformAdmin } from '../../identity/index.ts'
import { actorBehind } from '../../record-deed.ts'
import type { ObjectRecord } from '../object.ts'
import { findReviewable } from '../reviews/review-decision.ts'
import type { CatalogRoom } from '../room.ts'
import { reindexRecordings } from '../sidecars/reindex-recordings.ts'
import { aboutObject } from './about-object.ts'
import { findObjectRow, updateObject } from './queries.ts'

/** Whose the object must be; who holds the data folder may name it alone. */
type Target = { tenantId?: string | undefined; objectId: string }
export type TakeDownRequest = Target & { reason: string }
export type RestoreRequest = Target & { note?: string | undefined }

/**
 * Takes an approved object out of sight at once, also a deleted one whose bytes are kept: searches,
 * reads, new and open links answer as if it did not exist (our choice: Take-down). Its passages
 * stay in the index, so that it can come back as it was. Throws Forbidden, NotFound, Conflict for
 * what is not approved or is down already.
 */
export function takeDownObject(
  room: CatalogRoom,
  cmd: Command,
  request: TakeDownRequest,
): Promise<ObjectRecord> {
  requirePlatformAdmin(cmd.principal)
  return takeDownAsOperator(room, cmd, request)
}

/** The same for whoever holds the data folder: the command line. */
export function takeDownAsOperator(
  room: CatalogRoom,
  cmd: AnonymousCommand,
  { reason, ...target }: TakeDownRequest,
): Promise<ObjectRecord> {
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    const object = requireApproved(tx, target, nowMs)
    if (object.takenDownAtMs !== null) throw alreadyDown()
    const down = { takenDownAtMs: nowMs, takenDownReason: reason }
    const action = 'object.taken_down'
    note(room, tx, { cmd, object, nowMs, action, details: { reason } })
    const gone = updateObject(tx, object.objectId, down)
    reindexRecordings(tx, gone, nowMs)
    return gone
  })
}

/** Shows it again as it was. Throws Forbidden, NotFound, Conflict for what is not taken down. */
export function restoreObject(
  room: CatalogRoom,
  cmd: Command,
  request: RestoreRequest,
): Promise<ObjectRecord> {
  requirePlatformAdmin(cmd.principal)
  return restoreAsOperator(room, cmd, request)
}

/** The same for whoever holds the data folder: the command line. */
export function restoreAsOperator(
  room: CatalogRoom,
  cmd: AnonymousCommand,
  { note: why, ...target }: RestoreRequest,
): Promise<ObjectRecord> {
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    const object = requireApproved(tx, target, nowMs)
    if (object.takenDownAtMs === null) throw notDown()
    const details = why === undefined ? {} : { note: why }
    note(room, tx, { cmd, object, nowMs, action: 'object.restored', details })
    const back = { takenDownAtMs: null, takenDownReason: null }
    const restored = updateObject(tx, object.objectId, back)
    reindexRecordings(tx, restored, nowMs)
    return restored
  })
}

function requireApproved(tx: Tx, target: Target, nowMs: number): ObjectRecord {
  const kept = findObjectRow(tx, target.objectId as ObjectId)
  const isMeant = target.tenantId === undefined || kept?.tenantId === target.tenantId
  if (kept && isMeant && nowMs < (kept.bytesKeptUntilMs ?? 0)) return kept
  const object = findReviewable(tx, target)
  if (!object) throw new NotFound('object')
  if (object.status === 'active') return object
  throw new Conflict({
    reason: 'not_approved',
    message: `This object is ${object.status}: only an approved one is on show.`,
    facts: { status: object.status },
  })
}

type Noted = {
  cmd: AnonymousCommand
  object: ObjectRecord
  nowMs: number
  action: 'object.taken_down' | 'object.restored'
  details: { reason?: string; note?: string }
}

function note(room: CatalogRoom, tx: Tx, { cmd, object, nowMs, action, details }: Noted): void {
  const { objectId, tenantId, datasetId, filename, status } = object
  recordAudit(tx, {
    atMs: nowMs,
    tenantId,
    actor: actorBehind(cmd),
    action,
    subject: { type: 'object', id: objectId },
    details: { dataset_id: datasetId, ...details },
    requestId: cmd.requestId,
  })
  recordEvent(tx, { stream: tenantId, type: action, atMs: nowMs, data: aboutObject(object) })
  // What its owner deleted has no name and no page any more.
  const name = filename || objectId
  const place = status === 'deleted' ? '/' : `/objects/${objectId}`
  room.tellManagers?.(tx, { tenantId, type: action, name, reason: details.reason, place })
}

function alreadyDown(): Conflict {
  return new Conflict({
    reason: 'already_taken_down',
    message: 'This object is taken down already.',
  })
}

function notDown(): Conflict {
  return new Conflict({ reason: 'not_taken_down', message: 'This object is not taken down.' })
}
