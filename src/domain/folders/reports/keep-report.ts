import { everyFile, type ImportedFile, type ImportRecord, shown } from '../import-record.ts'
import { reportSliceFiles } from '../limits.ts'
import type { FoldersRoom } from '../room.ts'
import { forgetSurplus } from './forget-reports.ts'
import { completeReport, insertReport, insertReportFile, type ReportRow } from './queries.ts'

/**
 * Writes what came of an import that is over, in slices, and gives what is still to be written in
 * the transaction that ends it: a server that is killed before goes on with the import, and writes
 * its report anew.
 */
export async function writeReport(
  { store, clock }: Pick<FoldersRoom, 'store' | 'clock'>,
  record: ImportRecord,
  state: ReportRow['state'],
): Promise<ReportRow> {
  const { sums, progress } = shown(record)
  const report: ReportRow = {
    importId: record.importId,
    tenantId: record.tenantId,
    datasetId: record.datasetId,
    ...record.place,
    dryRun: record.dryRun,
    remove: record.remove,
    startedBy: record.startedBy,
    startedAtMs: record.startedAtMs,
    state,
    error: record.error,
    sums,
    files: Object.values(sums).reduce((all, { files }) => all + files, 0),
    done: progress?.done ?? 0,
    finishedAtMs: clock.nowMs(),
    complete: false,
  }
  await store.write((tx) => insertReport(tx, report))
  for (const slice of slicesOf(everyFile(record))) {
    await store.write((tx) => {
      for (const file of slice) insertReportFile(tx, { importId: report.importId, ...file })
    })
  }
  await forgetSurplus({ store }, report)
  return report
}

/** The same with nothing else to end: an import that somebody stopped. */
export async function keepReport(
  room: Pick<FoldersRoom, 'store' | 'clock'>,
  record: ImportRecord,
  state: ReportRow['state'],
): Promise<void> {
  const report = await writeReport(room, record, state)
  await room.store.write((tx) => completeReport(tx, report))
}

/** Numbered within their outcomes. */
function* slicesOf(all: Iterable<ImportedFile>) {
  const last = new Map<string, number>()
  let slice: (ImportedFile & { no: number })[] = []
  for (const file of all) {
    const no = (last.get(file.outcome) ?? 0) + 1
    last.set(file.outcome, no)
    if (slice.push({ ...file, no }) < reportSliceFiles) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}
