import { DomainError, FilesAway, InvalidInput, TooLarge } from '../../base/errors.ts'
import { type DatasetId, newId, type ObjectId } from '../../base/ids.ts'
import { mediaTypeOf } from '../../base/media-types.ts'
import type { AuditActor } from '../audit/index.ts'
import type { ImportNeeds } from './import-needs.ts'
import { type FolderFile, LinkInTheWay, type SourceFolder } from './ports.ts'
import { checksumOf, type Failed, sortFiles } from './sort-files.ts'

export type ImportOptions = {
  source: SourceFolder
  datasetId: DatasetId
  dryRun: boolean
  parallel: number
  /** Lets what comes in into the index at once, and what an earlier run left in review. */
  approve: boolean
  /** Deletes objects whose files are gone or were replaced. */
  remove: boolean
  /** Of a watch: of what is missing, only this is deleted, and nothing where nothing is there. */
  gone?: readonly string[] | undefined
  /** Only these paths; what is not under the folder any more counts as missing. */
  only?: readonly string[] | undefined
  /** In whose name; the operator's where nobody is named. */
  actor?: AuditActor | undefined
  /** Whether it has to fit into what the tenant may keep. */
  withinQuota?: boolean
  /** A step throws FilesAway while files are, and the next one goes on; else they are refused. */
  waits?: boolean
  filesMax?: number
}

export type Taken = { path: string; objectId: ObjectId | null }

export type Failure = Failed & {
  /** The same for as long as the same is in the way, whatever numbers and names its reason has. */
  cause: string
  /** What was in the way may be gone later, though the file stays as it is. */
  mayPass: boolean
}

/** An import on its way: what there is to do, and what came of it so far. */
export type ImportRun = {
  readonly paths: readonly string[]
  /** How many of them are done. */
  done(): number
  readonly added: Taken[]
  readonly changed: Taken[]
  /** What the dataset has already. */
  readonly unchanged: Taken[]
  /** Imported earlier, and not in the folder any more. */
  readonly missing: Taken[]
  /** Versions that stay though a later one took their place. */
  replaced(): Taken[]
  /** Left out: no reader here opens such files. */
  readonly leftOut: Failed[]
  readonly removed: Taken[]
  readonly failed: Failure[]
  /** 0 for what is not there. */
  sizeOf(path: string): number
  /** Goes on for so long, to the end, or until it is asked to stop. */
  step(budgetMs: number, signal?: AbortSignal): Promise<void>
}

/**
 * Looks at the folder. Throws NotFound for the dataset, Conflict while it is suspended or for more
 * files than are allowed.
 */
export async function openImportRun(
  needs: ImportNeeds,
  options: ImportOptions,
  signal?: AbortSignal,
): Promise<ImportRun> {
  const { catalog } = needs
  const { source, datasetId, filesMax } = options
  catalog.requireImportable(datasetId)
  const failed: Failure[] = []
  const onUnopened = (one: Failed) => failed.push({ ...one, cause: 'unopened', mayPass: true })
  const found = await source.files({ onUnopened, signal, ...(filesMax ? { filesMax } : {}) })
  if (isEmptied(needs, { ...options, found })) failed.push(emptied)
  const files = new Map(found.map((file) => [file.path, file]))
  const wanted = options.only && new Set(options.only)
  const asked = [...files.keys()].filter((path) => !wanted || wanted.has(path))
  const { leftOut, paths } = await sortFiles(source, asked)
  const isComplete = failed.length === 0
  const missing = missingFrom(needs, { ...options, isComplete, files })
  const [added, changed, unchanged, removed]: Taken[][] = [[], [], [], []]
  const lists = { added, changed, unchanged, removed, failed } as Lists
  const take = takerOf(needs, { options, files, lists })
  const remove = removerOf(needs, { options, lists })
  const gone = options.gone && new Set(options.gone)
  const isGone = ({ path }: Taken) => !gone || gone.has(path)
  const replaced = () =>
    catalog
      .replacedFrom({ datasetId, folder: source.name })
      .map(({ path, objectId }) => ({ path, objectId }))
  const taking = takingAll(paths, { take, options, failed })
  let leaving: Iterator<Taken> | undefined
  return {
    ...lists,
    paths,
    missing,
    replaced,
    leftOut,
    done: taking.done,
    sizeOf: (path) => files.get(path)?.sizeBytes ?? 0,
    async step(budgetMs, stop) {
      await taking.step(budgetMs, stop)
      if (taking.done() < paths.length) return
      // A step more, while something else is waited for, goes on from here.
      leaving ??= [...missing.filter(isGone), ...replaced()].values()
      while (!stop?.aborted) {
        const { value: gone } = leaving.next()
        if (gone === undefined) return
        await noted(failed, gone.path, () => remove(gone))
      }
    },
  }
}

type All = Pick<Lists, 'failed'> & {
  take(path: string, stop: AbortSignal | undefined): Promise<void>
  options: Pick<ImportOptions, 'parallel' | 'waits'>
}

/** Some at once, as far as there is time: the next step goes on with the rest. */
function takingAll(paths: readonly string[], { take, options, failed }: All) {
  let [next, done] = [0, 0]
  const unsaved: string[] = []

  async function takeOne(path: string, stop: AbortSignal | undefined): Promise<boolean> {
    try {
      return await noted(failed, path, () => take(path, stop), options.waits)
    } catch (error) {
      unsaved.push(path)
      throw error
    }
  }

  return {
    done: () => done,
    async step(budgetMs: number, stop: AbortSignal | undefined): Promise<void> {
      const untilMs = performance.now() + budgetMs
      let isAway = false
      const worker = async () => {
        while (performance.now() < untilMs && !stop?.aborted && !isAway) {
          const path = unsaved.pop() ?? (next < paths.length ? paths[next++] : undefined)
          if (path === undefined) return
          if (await takeOne(path, stop)) done++
        }
      }
      const work = () =>
        worker().catch((error) => {
          isAway = true
          throw error
        })
      const ended = await Promise.allSettled(Array.from({ length: options.parallel }, work))
      const away = ended.find((one) => one.status === 'rejected')
      if (away) throw away.reason
    },
  }
}

type Lists = Pick<ImportRun, 'added' | 'changed' | 'unchanged' | 'removed' | 'failed'>
type Taking = {
  options: ImportOptions
  files: ReadonlyMap<string, FolderFile>
  lists: Lists
}

function takerOf(needs: ImportNeeds, { options, files, lists }: Taking) {
  const { catalog, review } = needs
  const { source, datasetId, dryRun, actor, withinQuota = false } = options
  let plannedBytes = 0
  const approve = async (objectId: ObjectId) => {
    if (options.approve && !dryRun) await review.approveAsOperator(commandOf(needs), { objectId })
  }
  return async (path: string, signal?: AbortSignal) => {
    const place = { datasetId, folder: source.name, path }
    const sizeBytes = files.get(path)?.sizeBytes ?? 0
    const contentType = mediaTypeOf(path)
    catalog.requireTakable({ ...place, contentType, sizeBytes })
    const checksumSha256 = await checksumOf(source, path, signal)
    const before = catalog.importState({ ...place, checksumSha256 })
    if (before.name === 'unchanged') {
      // A run that ended between the two, or could not approve it, or was not asked to.
      if (before.objectId && before.isInReview) await approve(before.objectId)
      lists.unchanged.push({ path, objectId: before.objectId ?? null })
      return
    }
    const into = before.name === 'new' ? lists.added : lists.changed
    if (withinQuota) catalog.requireSpaceFor({ datasetId, sizeBytes: plannedBytes + sizeBytes })
    if (dryRun) {
      plannedBytes += sizeBytes
      into.push({ path, objectId: null })
      return
    }
    const bytes = source.read(path, signal)
    const file = { ...place, contentType, source: bytes, actor, withinQuota }
    const { objectId } = await catalog.importFile(commandOf(needs), file)
    into.push({ path, objectId })
    await approve(objectId)
  }
}

function removerOf(needs: ImportNeeds, { options, lists }: Omit<Taking, 'files'>) {
  return async (taken: Taken) => {
    if (!options.remove || options.dryRun || taken.objectId === null) return
    const { objectId } = taken
    await needs.catalog.removeImported(commandOf(needs), { objectId, actor: options.actor })
    lists.removed.push(taken)
  }
}

function commandOf({ clock, write }: ImportNeeds) {
  return { requestId: newId('req', clock.nowMs()), write }
}

/** Whether it is over with: false where it was cut off. Throws FilesAway where it `waits`. */
async function noted(
  failed: Failure[],
  path: string,
  work: () => Promise<void>,
  waits = false,
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (waits && error instanceof FilesAway) throw error
    // Cut off in the middle of a file: nothing of it is here, and nothing is wrong with it.
    if ((error as Error).name === 'AbortError') return false
    failed.push({ path, reason: reasonOf(error), cause: causeOf(error), mayPass: mayPass(error) })
    return true
  }
}

/** A name, no bytes or too many of them are the file's own; a full store is not, nor a disk. */
function mayPass(error: unknown): boolean {
  if (error instanceof TooLarge) return error.facts.reason === 'storage_quota'
  return !(error instanceof InvalidInput)
}

function causeOf(error: unknown): string {
  const { name, code, reason, facts, message } = error as Error & Partial<Told>
  return [name, code ?? message, reason ?? facts?.reason].join(' ').trimEnd()
}

type Told = { code: string; reason: string; facts: { reason?: unknown } }

/** A share that is not mounted is an empty folder: whoever watches it has not emptied it. */
function isEmptied(
  { catalog }: ImportNeeds,
  { found, remove, gone, datasetId, source }: ImportOptions & { found: readonly FolderFile[] },
): boolean {
  if (!remove || gone === undefined || found.length > 0) return false
  return catalog.importedFrom({ datasetId, folder: source.name }).length > 0
}

const emptied: Failure = {
  path: '.',
  reason: 'The folder is empty, as if it were not there: nothing is deleted.',
  cause: 'emptied',
  mayPass: true,
}

/** A folder that could not be read whole says nothing about what is gone. */
function missingFrom(
  { catalog }: ImportNeeds,
  request: ImportOptions & { isComplete: boolean; files: ReadonlyMap<string, FolderFile> },
): Taken[] {
  const { datasetId, source, isComplete, files } = request
  if (!isComplete) return []
  return catalog
    .importedFrom({ datasetId, folder: source.name })
    .filter(({ path }) => !files.has(path))
    .map(({ path, objectId }) => ({ path, objectId }))
}

/** What a person can act on; anything else is a mistake of ours, with its name. */
export function reasonOf(error: unknown): string {
  if (error instanceof DomainError || error instanceof LinkInTheWay) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  const known: Record<string, string> = {
    EACCES: 'No permission to read it.',
    ENOENT: 'It is gone.',
    ENOSPC: 'There is no room on the disk.',
  }
  return known[code ?? ''] ?? message
}
