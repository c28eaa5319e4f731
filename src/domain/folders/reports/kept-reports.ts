import type { Db } from '../../../store/tx.ts'
import type { Principal } from '../../identity/index.ts'
import type { FolderImport, ImportedFile } from '../import-record.ts'
import { fileOutcomes } from '../outcomes.ts'
import type { FoldersRoom } from '../room.ts'
import { mayRead, rootFor } from '../root.ts'
import { findReport, listReportFiles, listReports, type ReportRow } from './queries.ts'

const filesAtOnce = 500

/** Imports that are over, as they were written; who may see them is said by the settings of now. */
export function listKept(room: FoldersRoom, principal: Principal): FolderImport[] {
  const { isPlatformAdmin, tenantId } = principal
  return listReports(room.store.db, isPlatformAdmin ? undefined : tenantId)
    .filter((row) => isSeen(room, principal, row))
    .map((row) => importOf(room, row))
}

export function findKept(
  room: FoldersRoom,
  principal: Principal,
  importId: string,
): FolderImport | undefined {
  const row = findReport(room.store.db, importId)
  return row && isSeen(room, principal, row) ? importOf(room, row) : undefined
}

function isSeen(room: FoldersRoom, principal: Principal, row: ReportRow): boolean {
  return mayRead(principal, { tenantId: rootFor(room, row)?.tenantId ?? null })
}

function importOf(room: FoldersRoom, row: ReportRow): FolderImport {
  const { complete: _, files, done, root: __, ...rest } = row
  return {
    ...rest,
    rootId: rootFor(room, row)?.rootId ?? '',
    datasetName: room.catalog.datasetName(row.datasetId),
    progress: { done, total: files },
  }
}

/** All that is known of it, outcome by outcome; a report that goes meanwhile ends there. */
export function* everyKeptFile(db: Db, importId: string): Generator<ImportedFile> {
  for (const outcome of fileOutcomes) {
    for (let after = 0; ; ) {
      const rows = listReportFiles(db, { importId, outcome, after, limit: filesAtOnce })
      yield* rows
      if (rows.length < filesAtOnce) break
      after = rows.at(-1)?.no ?? after
    }
  }
}
