import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { DomainError } from '../../base/errors.ts'
import { type DatasetId, newId, type ObjectId } from '../../base/ids.ts'
import type { ImportStanding } from '../../domain/reports/index.ts'
import { filesUnder } from './folder-files.ts'
import { checksumOf, type Failed, sorted } from './folder-import.ts'
import { mediaTypeOf } from './media-types.ts'

export type ImportOptions = {
  folder: string
  datasetId: DatasetId
  dryRun: boolean
  parallel: number
  /** Lets what comes in into the index at once. */
  approve: boolean
  /** Deletes objects whose files are gone or were replaced. */
  remove: boolean
  /** Only these paths; what is not under the folder any more counts as missing. */
  only: readonly string[] | undefined
}

type Taken = { path: string; objectId: ObjectId | null }

/** An import on its way: what there is to do, and what came of it so far. */
export type ImportRun = {
  readonly paths: readonly string[]
  /** How many of them are done. */
  done(): number
  readonly added: Taken[]
  readonly changed: Taken[]
  /** Imported earlier, and not in the folder any more. */
  readonly missing: Taken[]
  /** Versions that stay though a later one took their place. */
  replaced(): Taken[]
  /** What of the folder cannot be indexed, and how much of it was not read yet. */
  standing(): ImportStanding
  /** Left out: no reader here opens such files. */
  readonly leftOut: Failed[]
  readonly removed: Taken[]
  readonly failed: Failed[]
  unchanged(): number
  /** Goes on for so long, to the end, or until it is asked to stop. */
  step(budgetMs: number, signal?: AbortSignal): Promise<void>
}

/** Looks at the folder. Throws UsageError, NotFound for the dataset, Conflict while suspended. */
export function openImportRun(app: App, options: ImportOptions): ImportRun {
  const { catalog, review } = app.rooms
  const { folder, datasetId, dryRun } = options
  catalog.requireImportable(datasetId)
  const failed: Failed[] = []
  const unopened = (path: string) => failed.push({ path, reason: 'This folder cannot be opened.' })
  const present = filesUnder(folder, unopened).map(({ path }) => path)
  const wanted = options.only && new Set(options.only)
  const asked = present.filter((path) => !wanted || wanted.has(path))
  const { leftOut, paths } = sorted(folder, asked)
  const added: Taken[] = []
  const changed: Taken[] = []
  const removed: Taken[] = []
  const missing = missingFrom(app, { ...options, isComplete: failed.length === 0, present })
  let [next, done, unchanged] = [0, 0, 0]

  const cmd = () => ({ requestId: newId('req', app.clock.nowMs()), write: app.store.write })
  async function remove(taken: Taken) {
    if (!options.remove || dryRun || taken.objectId === null) return
    await catalog.removeImported(cmd(), { objectId: taken.objectId })
    removed.push(taken)
  }
  async function take(path: string, signal?: AbortSignal) {
    const checksumSha256 = await checksumOf(join(folder, path), signal)
    const before = catalog.importState({ datasetId, folder, path, checksumSha256 })
    if (before.name === 'unchanged') return void unchanged++
    const into = before.name === 'new' ? added : changed
    if (dryRun) return void into.push({ path, objectId: null })
    const source = createReadStream(join(folder, path), { signal })
    const place = { datasetId, folder, path }
    const file = { ...place, contentType: mediaTypeOf(path), source }
    const { objectId } = await catalog.importFile(cmd(), file)
    into.push({ path, objectId })
    if (options.approve) await review.approveAsOperator(cmd(), { objectId })
  }
  async function noted(path: string, work: () => Promise<void>) {
    try {
      await work()
      return true
    } catch (error) {
      // Cut off in the middle of a file: nothing of it is here, and nothing is wrong with it.
      if ((error as Error).name === 'AbortError') return false
      failed.push({ path, reason: reasonOf(error) })
      return true
    }
  }

  const replaced = () =>
    catalog.replacedFrom({ datasetId, folder }).map(({ path, objectId }) => ({ path, objectId }))
  return {
    paths,
    added,
    changed,
    missing,
    replaced,
    standing: () => app.rooms.reports.importStanding({ datasetId, folder }),
    leftOut,
    removed,
    failed,
    done: () => done,
    unchanged: () => unchanged,
    async step(budgetMs, signal) {
      const untilMs = performance.now() + budgetMs
      const mayGoOn = () => performance.now() < untilMs && !signal?.aborted
      const worker = async () => {
        while (next < paths.length && mayGoOn()) {
          const path = paths[next++] as string
          if (await noted(path, () => take(path, signal))) done++
        }
      }
      await Promise.all(Array.from({ length: options.parallel }, worker))
      if (done < paths.length) return
      for (const gone of [...missing, ...replaced()]) {
        if (signal?.aborted) return
        await noted(gone.path, () => remove(gone))
      }
    },
  }
}

/** A folder that could not be read whole says nothing about what is gone. */
function missingFrom(
  { rooms }: App,
  request: ImportOptions & { isComplete: boolean; present: readonly string[] },
): Taken[] {
  const { datasetId, folder, isComplete, present } = request
  if (!isComplete) return []
  const there = new Set(present)
  return rooms.catalog
    .importedFrom({ datasetId, folder })
    .filter(({ path }) => !there.has(path))
    .map(({ path, objectId }) => ({ path, objectId }))
}

/** What a person can act on; anything else is a mistake of ours, with its name. */
function reasonOf(error: unknown): string {
  if (error instanceof DomainError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  const known: Record<string, string> = {
    EACCES: 'No permission to read it.',
    ENOENT: 'It is gone.',
    ENOSPC: 'There is no room on the disk.',
  }
  return known[code ?? ''] ?? message
}
