import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../../app.ts'
import type { ImportOptions, ImportRun } from '../../domain/folders/index.ts'
import type { ImportStanding } from '../../domain/reports/index.ts'
import {
  type FolderCommand,
  type Outcome,
  requireOption,
  UsageError,
  type Values,
} from '../command.ts'
import { askImport } from '../market/ask-import.ts'
import { stoppedAt } from '../stop.ts'
import { tableOf } from '../table.ts'
import { leftOutLines, sourceAt } from './folder-import.ts'

/** Another command gets its turn, and a person sees the bar move. */
const stepMs = 700
const parallelMax = 16
/** Of imports that were begun and never ended by the one who gave them. */
const runsKeptMax = 8

/**
 * Takes a folder into a dataset, step by step. What was taken is noted file by file, so a command
 * that was killed is simply given again.
 */
export const importFolder: FolderCommand = {
  name: 'import',
  use: 'write',
  summary: 'take the files of a folder into a dataset, for review',
  examples: [
    'kontor import ./reports --dataset dset_01jn9z…',
    'kontor import ./reports --dataset "Pump reports" --dry-run',
    'kontor import ./reports --dataset dset_01jn9z… --approve --wait --delete --json',
  ],
  stops: true,
  options: {
    folder: { type: 'string', help: 'the folder, with all below it', value: '<folder>' },
    dataset: { type: 'string', help: 'where they go: id or name', value: '<dataset>' },
    'dry-run': { type: 'boolean', help: 'say what would be done' },
    parallel: { type: 'string', help: `files at once, 1 to ${parallelMax} (4)`, value: '<n>' },
    wait: { type: 'boolean', help: 'until the server has read it all' },
    approve: { type: 'boolean', help: 'let it into the index without a review, and what waited' },
    delete: { type: 'boolean', help: 'delete objects whose files are gone or were replaced' },
  },
  operand: 'folder',
  ask: askImport,
  async act(app, values, { signal } = {}) {
    const runs = runsOf(app)
    const id = typeof values.run === 'string' ? values.run : randomUUID()
    const known = runs.get(id)
    const run = known ?? (await openRun(app, values))
    runs.set(id, run)
    const total = run.paths.length
    // What will not be taken is said before anything is.
    const first = known || run.leftOut.length === 0 ? undefined : leftOutLines(run.leftOut)
    if (first && !signal?.aborted) {
      return { ...nothingYet, more: { values: { run: id }, done: 0, total, said: first } }
    }
    await run.step(stepMs, signal)
    const done = run.done()
    const isCut = done < total && signal?.aborted === true
    const isWaiting = done === total && values.wait === true && values['dry-run'] !== true
    if ((done < total && !isCut) || (isWaiting && !(await areRead(app, signal)))) {
      return { ...nothingYet, more: { values: { run: id }, done, total } }
    }
    runs.delete(id)
    const [dryRun, isPatient] = [values['dry-run'] === true, values.wait === true]
    const outcome = outcomeOf(run, { dryRun, isPatient })
    return isCut ? stoppedAt(outcome, { done, total }) : outcome
  },
}

/** Whether nobody reads any more: a server has read all, or none is there to do so. */
async function areRead(app: App, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted) return true
  const isOver = app.settleJobs().then(() => true)
  return await Promise.race([isOver, delay(stepMs, false)])
}

const nothingYet = { lines: [], data: null }
const runsByApp = new WeakMap<App, Map<string, FolderRun>>()

function runsOf(app: App): Map<string, FolderRun> {
  const runs = runsByApp.get(app) ?? new Map<string, FolderRun>()
  runsByApp.set(app, runs)
  for (const id of [...runs.keys()].slice(0, -runsKeptMax)) runs.delete(id)
  return runs
}

/** An import, and how the server stands with what came of it. */
type FolderRun = ImportRun & { standing(): ImportStanding }

async function openRun(app: App, values: Values): Promise<FolderRun> {
  const { folders, reports } = app.rooms
  const options = await optionsIn(app, values)
  const { datasetId, source } = options
  const run = await folders.openRun(options)
  const standing = () => reports.importStanding({ datasetId, folder: source.name })
  return { ...run, standing }
}

async function optionsIn({ rooms }: App, values: Values): Promise<ImportOptions> {
  const { parallel = '4' } = values
  // Paths, as a watch names them.
  const paths = (of: Values[string]) =>
    typeof of === 'string' ? (JSON.parse(of) as string[]) : undefined
  if (!/^\d{1,2}$/.test(`${parallel}`) || Number(parallel) < 1 || Number(parallel) > parallelMax) {
    throw new UsageError(`--parallel must be from 1 to ${parallelMax}.`)
  }
  return {
    datasetId: rooms.catalog.datasetNamed(requireOption(values, 'dataset')),
    source: await sourceAt(requireOption(values, 'folder')),
    parallel: Number(parallel),
    dryRun: values['dry-run'] === true,
    approve: values.approve === true,
    remove: values.delete === true,
    only: paths(values.only),
    gone: paths(values.gone),
  }
}

function outcomeOf(run: FolderRun, { dryRun, isPatient }: Told): Outcome {
  const { added, changed, missing, removed, failed, unchanged, leftOut } = run
  const replaced = run.replaced()
  const { failed: notIndexed, unread } = run.standing()
  return {
    lines: [
      ...(dryRun ? [...added, ...changed].map(({ path }) => path).sort() : []),
      ...failuresOf(run, notIndexed),
      ...sumsOf(run, { dryRun, notIndexed: notIndexed.length }),
      ...(unread > 0 && isPatient ? [`${unread} are not read yet: a server reads them.`] : []),
      ...(replaced.length > 0
        ? [`Replaced versions that still stand: ${replaced.length} (--delete).`]
        : []),
    ],
    data: {
      dry_run: dryRun,
      imported: added.map(present),
      changed: changed.map(present),
      unchanged: unchanged.length,
      missing: missing.map(present),
      replaced: replaced.map(present),
      deleted: removed.map(present),
      left_out: leftOut,
      not_indexed: notIndexed.map(({ reason, ...one }) => ({ ...present(one), reason })),
      unread,
      failed: failed.map(({ mayPass, ...one }) => ({ ...one, may_pass: mayPass })),
    },
    failed: failed.length + leftOut.length + notIndexed.length > 0,
  }
}

/** Whoever waited is told of what nobody read. */
type Told = { dryRun: boolean; isPatient: boolean }

type NotIndexed = ReturnType<FolderRun['standing']>['failed']

function failuresOf({ failed }: ImportRun, notIndexed: NotIndexed): string[] {
  const rows = (of: readonly { path: string; reason: string }[]) =>
    of.map(({ path, reason }) => [path, reason])
  return [
    ...tableOf(['file', 'why it failed'], rows(failed)),
    ...tableOf(['file', 'why it cannot be indexed'], rows(notIndexed)),
  ]
}

function sumsOf(
  { added, changed, missing, removed, failed, unchanged, leftOut }: ImportRun,
  { dryRun, notIndexed }: { dryRun: boolean; notIndexed: number },
): string[] {
  const word = dryRun ? 'would be imported' : 'imported'
  const gone = missing.length - removed.filter((one) => missing.includes(one)).length
  const sums = [
    `${added.length + changed.length} ${word} (${changed.length} changed)`,
    `${unchanged.length} unchanged`,
    ...(leftOut.length > 0 ? [`${leftOut.length} left out`] : []),
    ...(notIndexed > 0 ? [`${notIndexed} cannot be indexed`] : []),
    `${failed.length} failed`,
  ]
  return [
    `${sums.join(', ')}.`,
    ...(removed.length > 0 ? [`${removed.length} deleted.`] : []),
    ...(gone > 0 ? [`${gone} imported earlier are gone from the folder (--delete).`] : []),
  ]
}

function present({ path, objectId }: { path: string; objectId: string | null }) {
  return { path, object_id: objectId }
}
