import type { DatasetId, ObjectId, TenantId, UserId } from '../../base/ids.ts'
import type { ImportRun } from './import-run.ts'
import { keptMax, keptOfTenantMax } from './limits.ts'
import { type FileOutcome, fileOutcomes, type Sum } from './outcomes.ts'
import type { Place } from './ports.ts'

export const importStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type ImportState = (typeof importStates)[number]

/** An import that somebody began from a page, and what came of it. */
export type FolderImport = {
  readonly importId: string
  readonly rootId: string
  readonly path: string
  readonly datasetId: DatasetId
  readonly datasetName: string
  readonly tenantId: TenantId
  readonly dryRun: boolean
  readonly remove: boolean
  readonly state: ImportState
  readonly progress: { readonly done: number; readonly total: number } | null
  readonly sums: Readonly<Record<FileOutcome, Sum>>
  readonly error: string | null
  readonly startedBy: UserId
  readonly startedAtMs: number
  readonly finishedAtMs: number | null
}

/** It has a state of its own, and the run whose lists it is told from. */
export type ImportRecord = Pick<
  FolderImport,
  'importId' | 'rootId' | 'path' | 'datasetId' | 'datasetName' | 'tenantId' | 'dryRun' | 'remove'
> &
  Pick<FolderImport, 'startedBy' | 'startedAtMs'> & {
    readonly place: Place
    /** Of the root: whose people may see it. */
    readonly rootTenantId: TenantId | null
    readonly stopping: AbortController
    state: ImportState
    error: string | null
    finishedAtMs: number | null
    run: ImportRun | undefined
    /** How often in a row files could not be written, and until when that is not tried. */
    away: number
    restUntilMs: number
    /** Whether its report is written. */
    isKept: boolean
  }

export function isOpen({ state }: Pick<ImportRecord, 'state'>): boolean {
  return state === 'waiting' || state === 'running'
}

export type ImportedFile = {
  readonly path: string
  readonly outcome: FileOutcome
  readonly bytes: number
  readonly objectId: ObjectId | null
  readonly reason: string | null
}

/** All that is known of an import, outcome by outcome. */
export function* everyFile(record: ImportRecord): Generator<ImportedFile> {
  for (const outcome of fileOutcomes) {
    for (const file of filesOf(record, outcome)) yield shownFile(record, outcome, file)
  }
}

type AnyFile = { path: string; objectId?: ObjectId | null; reason?: string }

/** Those of one outcome: of two lists, the first of which does not grow any more. */
function listsOf(run: ImportRun, outcome: FileOutcome): readonly (readonly AnyFile[])[] {
  const { added, changed, unchanged, missing, removed, leftOut, failed } = run
  const lists = { new: [added], changed: [changed], unchanged: [unchanged], missing: [missing] }
  return { ...lists, deleted: [removed], refused: [leftOut, failed] }[outcome]
}

export function filesOf({ run }: ImportRecord, outcome: FileOutcome): readonly AnyFile[] {
  return run ? listsOf(run, outcome).flat() : []
}

export function shownFile(
  { run }: ImportRecord,
  outcome: FileOutcome,
  file: AnyFile,
): ImportedFile {
  const { path, objectId = null, reason = null } = file
  return { path, outcome, bytes: run?.sizeOf(path) ?? 0, objectId, reason }
}

const noFiles: Sum = { files: 0, bytes: 0 }

export function shown(record: ImportRecord): FolderImport {
  const { run, stopping: _, place: __, rootTenantId: ___, isKept: ____, ...more } = record
  const { away: _____, restUntilMs: ______, ...rest } = more
  const sums = Object.fromEntries(
    fileOutcomes.map((outcome) => [outcome, run ? sumOf(run, listsOf(run, outcome)) : noFiles]),
  ) as Record<FileOutcome, Sum>
  const progress = run ? { done: run.done(), total: run.paths.length } : null
  return { ...rest, progress, sums }
}

type SumSoFar = { files: number; bytes: number }
const sumsSoFar = new WeakMap<readonly AnyFile[], SumSoFar>()

/** The lists only grow: what was added up once is not looked at again. */
function sumOf(run: ImportRun, lists: readonly (readonly AnyFile[])[]): Sum {
  const sums = lists.map((list) => {
    const sum = sumsSoFar.get(list) ?? { files: 0, bytes: 0 }
    for (const { path } of list.slice(sum.files)) sum.bytes += run.sizeOf(path)
    sum.files = list.length
    sumsSoFar.set(list, sum)
    return sum
  })
  const total = (of: keyof SumSoFar) => sums.reduce((all, sum) => all + sum[of], 0)
  return { files: total('files'), bytes: total('bytes') }
}

export type ImportRecords = ReturnType<typeof openImportRecords>

/** In memory: as many as may be remembered, in the order in which they began. */
export function openImportRecords() {
  let records: ImportRecord[] = []
  const forget = (of: readonly ImportRecord[], most: number) => {
    const over = of.filter((one) => !isOpen(one)).slice(0, Math.max(0, of.length - most))
    records = records.filter((one) => !over.includes(one))
  }
  return {
    all: (): readonly ImportRecord[] => records,
    add(record: ImportRecord) {
      records = [...records, record]
      forget(
        records.filter((one) => one.tenantId === record.tenantId),
        keptOfTenantMax,
      )
      forget(records, keptMax)
    },
  }
}
