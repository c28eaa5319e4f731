/**
 * Folders: files that lie on this machine, and how they come into datasets.
 *
 * Owns the table folder_order: imports that are under way, and folders that are watched. The import
 * itself (import-run.ts) is that of the command line, too: what it takes, what it leaves alone
 * because the dataset has it, and what it refuses is decided there alone.
 * Whose folders: a setting names roots, each for platform administrators and, where it says so, for
 * the people of one tenant. Nothing outside of a root is read: no link is followed, and what was
 * opened is asked where it lies (adapters/folders). Keys never may.
 * States. Import: waiting → running → done, failed or cancelled; a preview is an import that takes
 * nothing. While files cannot be written it waits, and says so. What came of each file is
 * remembered in memory and, when it is over, in the tables import_report and import_report_file; a
 * server that was killed begins anew what was under way, and finds what it has taken already. One
 * whose root is set no more fails then, for good.
 * Watch: watching, failing or resting.
 * Refuses: who may not (Forbidden), roots, imports and datasets that are not the caller's
 * (NotFound), paths that lead elsewhere (InvalidInput), too much at once (Conflict).
 */
import { bind } from '../../base/bind.ts'
import type { Clock } from '../../base/clock.ts'
import type { TenantId } from '../../base/ids.ts'
import type { Secrets } from '../../base/secrets.ts'
import type { RoomStore } from '../../store/tx.ts'
import { isOpen, openImportRecords } from './import-record.ts'
import { type ImportOptions, openImportRun } from './import-run.ts'
import {
  cancelImport,
  getImport,
  isToKeep,
  keepStopped,
  listImportFiles,
  listImports,
  recordOf,
  startImport,
  stepImport,
} from './imports.ts'
import { listOrders } from './queries.ts'
import { reportImport } from './report.ts'
import { forgetReports } from './reports/forget-reports.ts'
import type { FoldersRoom } from './room.ts'
import { listRoots, lookInto, rootOf } from './root.ts'
import { openFolderTurns } from './turns.ts'
import { watchOf } from './watch-record.ts'
import { listWatches, lookAtWatch, startWatch, stopWatch } from './watches.ts'

export { type FolderImport, importStates } from './import-record.ts'
export type { ImportOptions, ImportRun } from './import-run.ts'
export { pathMaxLength, watchEverySeconds } from './limits.ts'
export { fileOutcomes } from './outcomes.ts'
export type { SourceFolder } from './ports.ts'
export { reportFormats } from './report.ts'
export type { Root } from './room.ts'
export { openSettledFiles } from './settled-files.ts'
export { checksumOf, type Failed, sortFiles } from './sort-files.ts'
export { type FolderWatch, watchStates } from './watch-record.ts'

export type Folders = ReturnType<typeof openFolders>

type Deps = Pick<FoldersRoom, 'catalog' | 'review' | 'folders'> & {
  store: RoomStore
  clock: Clock
  secrets: Secrets
  roots: readonly { path: string; tenantId: TenantId | null }[]
}

export function openFolders({ secrets, roots, ...deps }: Deps) {
  const room: FoldersRoom = {
    ...deps,
    cursorKey: secrets.signing('folder-cursor'),
    roots: roots.map(rootOf),
    imports: openImportRecords(),
    watches: new Map(),
  }
  const turns = openFolderTurns()
  return {
    ...bind(room, {
      listRoots,
      lookInto,
      startImport,
      listImports,
      getImport,
      cancelImport,
      listImportFiles,
      reportImport,
      startWatch,
      listWatches,
      stopWatch,
      forgetReports,
    }),

    /** For the command line: of any folder, in the operator's name. */
    openRun: (options: ImportOptions) =>
      openImportRun({ ...room, write: room.store.write }, options),

    /** For the start of the one server: what was under way, and what is watched. */
    resume(): void {
      for (const order of listOrders(room.store.db)) {
        const target = { datasetId: order.datasetId, tenantId: order.tenantId, name: '' }
        const named = { ...target, name: room.catalog.datasetName(order.datasetId) }
        if (order.kind === 'watch') room.watches.set(order.orderId, watchOf(order, named))
        else room.imports.add(recordOf(room, order, { target: named, dryRun: false }))
      }
    },

    /**
     * A turn for each import that is under way, and a look at each folder whose time it is
     * (`everyWatch`: all of them, whoever waits). Whether something is left to be done at once.
     */
    async work(signal: AbortSignal, { everyWatch = false } = {}): Promise<boolean> {
      const nowMs = performance.now()
      const isTime = (ms: number) => everyWatch || ms <= nowMs
      const open = room.imports.all().filter(isOpen)
      const imports = open.filter((one) => isTime(one.restUntilMs))
      const watches = [...room.watches.values()].filter((one) => isTime(one.nextMs))
      for (const one of imports) {
        await turns.take(one.importId, () => stepImport(room, one, signal), signal)
      }
      const resting = () => room.imports.all().filter((one) => !turns.isUnderWay(one.importId))
      for (const one of resting()) if (isToKeep(one)) await keepStopped(room, one)
      for (const one of watches) {
        await turns.take(one.order.orderId, () => lookAtWatch(room, one, signal), signal)
      }
      return resting().some((one) => one.state === 'running')
    },

    /** Turns that took too long to be waited for. */
    turnsEnded: turns.ended,
  }
}
