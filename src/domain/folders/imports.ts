import { Conflict, FilesAway, NotFound } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import { readPage } from '../../base/page.ts'
import { recordAudit } from '../audit/index.ts'
import type { ImportTarget } from '../catalog/index.ts'
import type { Command } from '../command.ts'
import { recordEvent } from '../events/index.ts'
import { actorOf, type Principal } from '../identity/index.ts'
import { recordDeed } from '../record-deed.ts'
import {
  everyFile,
  type FolderImport,
  filesOf,
  type ImportedFile,
  type ImportRecord,
  type ImportState,
  isOpen,
  shown,
  shownFile,
} from './import-record.ts'
import { openImportRun, reasonOf } from './import-run.ts'
import {
  awayFirstMs,
  awayMostMs,
  filesAtOnce,
  filesMax,
  openMax,
  openOfTenantMax,
  turnMs,
} from './limits.ts'
import type { FileOutcome } from './outcomes.ts'
import { deleteOrder, type FolderOrder, hasOrder, insertOrder, isResting } from './queries.ts'
import { keepReport, writeReport } from './reports/keep-report.ts'
import { everyKeptFile, findKept, listKept } from './reports/kept-reports.ts'
import { completeReport, type FilesWanted, listReportFiles } from './reports/queries.ts'
import type { FoldersRoom } from './room.ts'
import { getRoot, mayRead, requirePath, requirePerson, requireSet, rootFor } from './root.ts'

export type StartImport = {
  readonly rootId: string
  readonly path: string
  readonly datasetId: string
  readonly dryRun: boolean
  readonly remove: boolean
}

/**
 * Begins to take a folder into a dataset, or to say what would be taken. Throws Forbidden,
 * InvalidInput, NotFound, Conflict while as many are under way as may be.
 */
export async function startImport(
  room: FoldersRoom,
  { principal, requestId, write }: Command,
  { rootId, datasetId, dryRun, remove, ...asked }: StartImport,
): Promise<FolderImport> {
  requirePerson(principal)
  const root = getRoot(room, principal, rootId)
  const path = requirePath(asked.path)
  const target = room.catalog.importTarget(principal, datasetId)
  const place = { root: root.path, path }
  await room.folders.look(place)
  requireTurn(room, target)
  const startedAtMs = room.clock.nowMs()
  const importId = newId('imp', startedAtMs)
  const order: FolderOrder = {
    orderId: importId,
    kind: 'import',
    tenantId: target.tenantId,
    datasetId: target.datasetId,
    ...place,
    remove,
    everySeconds: null,
    orderedBy: principal.userId,
    orderedAtMs: startedAtMs,
  }
  const record = recordOf(room, order, { target, dryRun })
  await write((tx) => {
    if (!dryRun) insertOrder(tx, order)
    recordAudit(tx, {
      atMs: startedAtMs,
      tenantId: target.tenantId,
      actor: actorOf(principal),
      action: dryRun ? 'import.previewed' : 'import.started',
      subject: { type: 'dataset', id: target.datasetId },
      details: { import_id: importId, root_id: rootId, deletes: remove },
      requestId,
    })
  })
  room.imports.add(record)
  return shown(record)
}

/** Of an order that is under way. */
export function recordOf(
  room: Pick<FoldersRoom, 'roots'>,
  order: FolderOrder,
  { target, dryRun }: { target: ImportTarget; dryRun: boolean },
): ImportRecord {
  const { root, path, remove, orderedBy, orderedAtMs } = order
  const found = rootFor(room, order)
  return {
    importId: order.orderId,
    rootId: found?.rootId ?? '',
    rootTenantId: found?.tenantId ?? null,
    path,
    place: { root, path },
    datasetId: target.datasetId,
    datasetName: target.name,
    tenantId: target.tenantId,
    dryRun,
    remove,
    startedBy: orderedBy,
    startedAtMs: orderedAtMs,
    stopping: new AbortController(),
    state: 'waiting',
    error: null,
    finishedAtMs: null,
    run: undefined,
    away: 0,
    restUntilMs: 0,
    isKept: false,
  }
}

function requireTurn({ imports, store }: FoldersRoom, { tenantId }: ImportTarget): void {
  const open = imports.all().filter(isOpen)
  const own = open.filter((one) => one.tenantId === tenantId)
  // Those of suspended tenants wait for as long as that lasts: they take no turns.
  const turning = open.filter((one) => !isResting(store.db, one.tenantId))
  if (own.length < openOfTenantMax && turning.length < openMax) return
  throw new Conflict({
    reason: 'too_many_imports',
    message: 'So many imports are under way already: wait for one of them, or stop it.',
  })
}

/** Those that are under way and those that were kept, the newest first. Throws Forbidden. */
export function listImports(room: FoldersRoom, principal: Principal): FolderImport[] {
  requirePerson(principal)
  const remembered = room.imports
    .all()
    .filter((one) => mayRead(principal, { tenantId: one.rootTenantId }))
  const ids = new Set(remembered.map(({ importId }) => importId))
  const kept = listKept(room, principal).filter(({ importId }) => !ids.has(importId))
  return [...remembered.map(shown), ...kept].sort((a, b) => (a.importId < b.importId ? 1 : -1))
}

/** Throws Forbidden, NotFound. */
export function getImport(room: FoldersRoom, principal: Principal, importId: string): FolderImport {
  const record = findRecord(room, principal, importId)
  const found = record ? shown(record) : findKept(room, principal, importId)
  if (!found) throw new NotFound('import')
  return found
}

/** Throws Forbidden, NotFound. */
function findRecord(
  { imports }: FoldersRoom,
  principal: Principal,
  importId: string,
): ImportRecord | undefined {
  requirePerson(principal)
  const found = imports.all().find((one) => one.importId === importId)
  return found && mayRead(principal, { tenantId: found.rootTenantId }) ? found : undefined
}

/** What is known of each file, wherever that is. Throws Forbidden, NotFound. */
export function everyFileOf(
  room: FoldersRoom,
  principal: Principal,
  importId: string,
): Generator<ImportedFile> {
  const record = findRecord(room, principal, importId)
  if (record) return everyFile(record)
  return everyKeptFile(room.store.db, getImport(room, principal, importId).importId)
}

/** Ends one that is under way; what was taken stays. Throws Forbidden, NotFound. */
export async function cancelImport(
  room: FoldersRoom,
  cmd: Command,
  importId: string,
): Promise<FolderImport> {
  const { principal } = cmd
  const record = findRecord(room, principal, importId)
  // One that is over stays as it is.
  if (!record) return getImport(room, principal, importId)
  await cmd.write((tx) => {
    if (!isOpen(record)) return
    deleteOrder(tx, importId)
    recordDeed(tx, cmd, {
      atMs: room.clock.nowMs(),
      tenantId: record.tenantId,
      action: 'import.cancelled',
      subject: { type: 'dataset', id: record.datasetId },
      details: { import_id: importId },
    })
  })
  if (isOpen(record)) end(room, record, 'cancelled')
  record.stopping.abort()
  return shown(record)
}

/** The files of one outcome, a page at a time. Throws Forbidden, NotFound, InvalidInput. */
export function listImportFiles(
  room: FoldersRoom,
  principal: Principal,
  request: { importId: string; outcome: FileOutcome; cursor?: string | undefined; limit: number },
): { files: ImportedFile[]; total: number; nextCursor: string | null } {
  const { importId, outcome, cursor, limit } = request
  const { total, read } = filesFor(room, principal, { importId, outcome })
  const { tenantId } = principal
  const binding = {
    route: 'import-files',
    tenantId,
    restriction: null,
    filters: { importId, outcome },
  }
  const page = { cursor, limit }
  const { rows, nextCursor } = readPage(room.cursorKey, page, {
    binding,
    // What is appended meanwhile moves nothing that was shown.
    read: ({ after = 0, limit: count }: { after: number | undefined; limit: number }) =>
      read({ after, limit: count }),
    positionOf: ({ no }) => no,
  })
  return { files: rows, total, nextCursor }
}

type Numbered = ImportedFile & { readonly no: number }
type Files = { total: number; read(page: { after: number; limit: number }): Numbered[] }

function filesFor(room: FoldersRoom, principal: Principal, asked: FilesWanted): Files {
  const { importId, outcome } = asked
  const record = findRecord(room, principal, importId)
  if (!record) {
    const { sums } = getImport(room, principal, importId)
    const read: Files['read'] = (page) => listReportFiles(room.store.db, { ...asked, ...page })
    return { total: sums[outcome].files, read }
  }
  const all = filesOf(record, outcome)
  const numbered = (file: (typeof all)[number], no: number) => {
    return { ...shownFile(record, outcome, file), no }
  }
  const read: Files['read'] = ({ after, limit }) =>
    all.slice(after, after + limit).map((file, at) => numbered(file, after + at + 1))
  return { total: all.length, read }
}

/**
 * Its turn: a part of the work. Whatever ends it is said in its record. One that was stopped since
 * this round began stays so.
 */
export async function stepImport(
  room: FoldersRoom,
  record: ImportRecord,
  ending: AbortSignal,
): Promise<void> {
  if (!isOpen(record)) return
  if (isWithdrawn(room, record)) return withdraw(room, record)
  const signal = AbortSignal.any([record.stopping.signal, ending])
  try {
    if (isResting(room.store.db, record.tenantId)) {
      record.state = 'waiting'
      return
    }
    record.state = 'running'
    record.run ??= await openRun(room, record, signal)
    await record.run.step(turnMs, signal)
    Object.assign(record, { away: 0, error: null })
    if (signal.aborted || record.run.done() < record.run.paths.length) return
    await finish(room, record, 'done')
  } catch (error) {
    // The end of the server: the next one goes on with it.
    if (signal.aborted) return
    record.error = reasonOf(error)
    if (error instanceof FilesAway) return waitForFiles(record)
    await finish(room, record, 'failed')
  }
}

/** What was taken stays taken; the rest is tried again by itself. */
function waitForFiles(record: ImportRecord): void {
  const pauseMs = Math.min(awayFirstMs * 2 ** record.away, awayMostMs)
  Object.assign(record, { state: 'waiting', away: record.away + 1 })
  record.restUntilMs = performance.now() + pauseMs
}

/** Its dataset is being deleted or its tenant was erased, and its order went with that. */
function isWithdrawn({ store }: FoldersRoom, { dryRun, importId }: ImportRecord): boolean {
  return !dryRun && !hasOrder(store.db, importId)
}

/** No report is kept: it would tell what files were called of which nothing is left. */
function withdraw(room: FoldersRoom, record: ImportRecord): void {
  record.isKept = true
  end(room, record, 'cancelled')
}

async function openRun(room: FoldersRoom, record: ImportRecord, signal: AbortSignal) {
  const { datasetId, dryRun, remove, place, startedBy } = record
  requireSet(room, { root: place.root, tenantId: record.tenantId })
  const source = await room.folders.open(place)
  const needs = { ...room, write: room.store.write }
  const actor = { type: 'user', id: startedBy } as const
  const kept = { filesMax, parallel: filesAtOnce, withinQuota: true, waits: true, approve: false }
  return await openImportRun(needs, { ...kept, source, datasetId, dryRun, remove, actor }, signal)
}

async function finish(
  room: FoldersRoom,
  record: ImportRecord,
  state: 'done' | 'failed',
): Promise<void> {
  const { importId, datasetId, tenantId, dryRun } = record
  if (!isOpen(record)) return
  if (isWithdrawn(room, record)) return withdraw(room, record)
  const report = await writeReport(room, record, state)
  const atMs = room.clock.nowMs()
  await room.store.write((tx) => {
    // Who stopped it meanwhile has the report of what was done.
    if (!isOpen(record)) return
    completeReport(tx, report)
    record.isKept = true
    if (dryRun || !hasOrder(tx, importId)) return
    deleteOrder(tx, importId)
    const { sums } = shown(record)
    const counts = {
      imported: sums.new.files + sums.changed.files,
      unchanged: sums.unchanged.files,
      refused: sums.refused.files,
      deleted: sums.deleted.files,
    }
    recordAudit(tx, {
      atMs,
      tenantId,
      actor: { type: 'system', id: null },
      action: `import.${state}`,
      subject: { type: 'dataset', id: datasetId },
      details: { import_id: importId, ...counts },
    })
    const data = { import_id: importId, dataset_id: datasetId, state, ...counts }
    recordEvent(tx, { stream: tenantId, type: 'import.finished', atMs, data })
  })
  if (isOpen(record)) end(room, record, state)
}

export function isToKeep({ state, isKept }: ImportRecord): boolean {
  return state === 'cancelled' && !isKept
}

/** Of one that was stopped: when its last step is over. */
export async function keepStopped(room: FoldersRoom, record: ImportRecord): Promise<void> {
  record.isKept = true
  await keepReport(room, record, 'cancelled')
}

function end({ clock }: FoldersRoom, record: ImportRecord, state: ImportState): void {
  Object.assign(record, { state, finishedAtMs: clock.nowMs() })
}
