import { Conflict, NotFound } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { recordAudit } from '../audit/index.ts'
import type { Command } from '../command.ts'
import { recordEvent } from '../events/index.ts'
import { actorOf, type Principal } from '../identity/index.ts'
import { recordDeed } from '../record-deed.ts'
import { openImportRun, reasonOf } from './import-run.ts'
import { filesAtOnce, filesMax, troublesMax, watchesOfTenantMax } from './limits.ts'
import { deleteOrder, type FolderOrder, hasOrder, insertOrder, isResting } from './queries.ts'
import type { FoldersRoom } from './room.ts'
import { getRoot, mayRead, requirePath, requirePerson, requireSet, rootFor } from './root.ts'
import { type FolderWatch, type WatchRecord, watchOf } from './watch-record.ts'

export type StartWatch = {
  readonly rootId: string
  readonly path: string
  readonly datasetId: string
  readonly everySeconds: number
  readonly remove: boolean
}

/** Throws Forbidden, InvalidInput, NotFound, Conflict for too many and for the same once more. */
export async function startWatch(
  room: FoldersRoom,
  { principal, requestId, write }: Command,
  { rootId, datasetId, everySeconds, remove, ...asked }: StartWatch,
): Promise<FolderWatch> {
  requirePerson(principal)
  const root = getRoot(room, principal, rootId)
  const path = requirePath(asked.path)
  const target = room.catalog.importTarget(principal, datasetId)
  await room.folders.look({ root: root.path, path })
  const orderedAtMs = room.clock.nowMs()
  const order: FolderOrder = {
    orderId: newId('fwt', orderedAtMs),
    kind: 'watch',
    tenantId: target.tenantId,
    datasetId: target.datasetId,
    root: root.path,
    path,
    remove,
    everySeconds,
    orderedBy: principal.userId,
    orderedAtMs,
  }
  requireFree(room, order)
  const record = watchOf(order, target)
  await write((tx) => {
    insertOrder(tx, order)
    recordAudit(tx, {
      atMs: orderedAtMs,
      tenantId: target.tenantId,
      actor: actorOf(principal),
      action: 'folder_watch.started',
      subject: { type: 'dataset', id: target.datasetId },
      details: { watch_id: order.orderId, root_id: rootId, deletes: remove },
      requestId,
    })
  })
  room.watches.set(order.orderId, record)
  return shownWatch(room, record)
}

function requireFree({ watches }: FoldersRoom, order: FolderOrder): void {
  const { datasetId, root, path, tenantId } = order
  const own = [...watches.values()].map((one) => one.order)
  const isSame = (one: FolderOrder) =>
    one.datasetId === datasetId && one.root === root && one.path === path
  if (own.some(isSame)) {
    const message = 'This folder is watched for this dataset already.'
    throw new Conflict({ reason: 'watched_already', message })
  }
  if (own.filter((one) => one.tenantId === tenantId).length < watchesOfTenantMax) return
  throw new Conflict({
    reason: 'too_many_watches',
    message: `At most ${watchesOfTenantMax} folders can be watched: stop one of them.`,
  })
}

/** The newest first. Throws Forbidden. */
export function listWatches(room: FoldersRoom, principal: Principal): FolderWatch[] {
  requirePerson(principal)
  return [...room.watches.values()]
    .filter((one) => isSeenBy(room, principal, one))
    .map((one) => shownWatch(room, one))
    .reverse()
}

/** By the root that it is from: one that is set no more is for administrators to take away. */
function isSeenBy(room: FoldersRoom, principal: Principal, { order }: WatchRecord): boolean {
  return mayRead(principal, { tenantId: rootFor(room, order)?.tenantId ?? null })
}

/** Stops watching; what was taken stays. Throws Forbidden, NotFound. */
export async function stopWatch(room: FoldersRoom, cmd: Command, watchId: string): Promise<void> {
  const { principal } = cmd
  requirePerson(principal)
  const record = room.watches.get(watchId)
  if (!record || !isSeenBy(room, principal, record)) throw new NotFound('watched folder')
  const { tenantId, datasetId } = record.order
  await cmd.write((tx) => {
    deleteOrder(tx, watchId)
    recordDeed(tx, cmd, {
      atMs: room.clock.nowMs(),
      tenantId,
      action: 'folder_watch.stopped',
      subject: { type: 'dataset', id: datasetId },
      details: { watch_id: watchId },
    })
  })
  room.watches.delete(watchId)
  record.stopping.abort()
}

/** One look, when it is due. Whatever goes wrong is said in its record. */
export async function lookAtWatch(
  room: FoldersRoom,
  record: WatchRecord,
  ending: AbortSignal,
): Promise<void> {
  const { order, stopping } = record
  // Its dataset is being deleted, and its order went with it.
  if (!hasOrder(room.store.db, order.orderId)) return void room.watches.delete(order.orderId)
  if (isResting(room.store.db, order.tenantId)) return rest(record)
  const signal = AbortSignal.any([stopping.signal, ending])
  const beganMs = performance.now()
  try {
    await takeSettled(room, record, signal)
    record.state = 'watching'
  } catch (error) {
    if (signal.aborted) return
    await noteFailing(room, record, reasonOf(error))
  }
  record.lookedAtMs = room.clock.nowMs()
  const tookMs = performance.now() - beganMs
  // A folder that takes long is not looked at all the time.
  const pauseMs = Math.max((order.everySeconds ?? 1) * 1_000, tookMs * 4)
  record.nextMs = performance.now() + pauseMs
}

function rest(record: WatchRecord): void {
  record.state = 'resting'
  record.nextMs = performance.now() + (record.order.everySeconds ?? 1) * 1_000
}

async function takeSettled(
  room: FoldersRoom,
  record: WatchRecord,
  signal: AbortSignal,
): Promise<void> {
  const { datasetId, remove, orderedBy } = record.order
  requireSet(room, record.order)
  const source = await room.folders.open(record.order)
  const { settled } = record
  const only = settled.after(await source.files({ filesMax, signal }))
  if (only.length === 0) return
  const actor = { type: 'user', id: orderedBy } as const
  const needs = { ...room, write: room.store.write }
  const kept = { filesMax, parallel: filesAtOnce, withinQuota: true, waits: true, approve: false }
  const wanted = { only, gone: settled.gone(), remove, dryRun: false }
  const options = { ...kept, ...wanted, source, datasetId, actor }
  const run = await openImportRun(needs, options, signal)
  await run.step(Number.POSITIVE_INFINITY, signal)
  if (signal.aborted) return
  const missing = remove ? run.missing.map(({ path }) => path) : []
  const news = settled.took(only, [...run.leftOut, ...run.failed], missing)
  const count = run.added.length + run.changed.length
  record.imported += count
  if (count > 0) record.takenAtMs = room.clock.nowMs()
  for (const { path, reason } of news) note(room, record, path, { reason })
}

function note(
  { clock }: FoldersRoom,
  record: WatchRecord,
  path: string | null,
  { reason }: { reason: string },
): void {
  // A file that fails for another reason than before does not push out those of others.
  const others = record.troubles.filter((one) => path === null || one.path !== path)
  record.troubles = [{ atMs: clock.nowMs(), path, reason }, ...others].slice(0, troublesMax)
}

/** Told of once, until it went well again. */
async function noteFailing(room: FoldersRoom, record: WatchRecord, reason: string): Promise<void> {
  const { orderId, tenantId, datasetId } = record.order
  const isNew = record.state !== 'failing'
  record.state = 'failing'
  if (!isNew) return
  note(room, record, null, { reason })
  const atMs = room.clock.nowMs()
  const data = { watch_id: orderId, dataset_id: datasetId }
  await room.store.write((tx) =>
    recordEvent(tx, { stream: tenantId, type: 'watch.failed', atMs, data }),
  )
}

function shownWatch(room: FoldersRoom, record: WatchRecord): FolderWatch {
  const { order, datasetName, state, lookedAtMs, takenAtMs, imported, troubles } = record
  return {
    watchId: order.orderId,
    rootId: rootFor(room, order)?.rootId ?? null,
    path: order.path,
    datasetId: order.datasetId,
    datasetName,
    tenantId: order.tenantId,
    remove: order.remove,
    everySeconds: order.everySeconds ?? 0,
    state,
    lookedAtMs,
    takenAtMs,
    imported,
    troubles,
    startedBy: order.orderedBy,
    startedAtMs: order.orderedAtMs,
  }
}
