import { and, asc, desc, eq, gt, ne } from 'drizzle-orm'
import type { TenantId } from '../../../base/ids.ts'
import { insertsInto } from '../../../store/prepared.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { FileOutcome } from '../import-record.ts'
import { reportFilesOfTenantMax, reportsOfTenantMax, reportsShownMax } from '../limits.ts'
import { importReportFiles as files, importReports as reports } from '../tables.ts'

export type ReportRow = typeof reports.$inferSelect
export type ReportFileRow = typeof files.$inferSelect

/** Begins a report; one of the same import that was not written to its end goes. */
export function insertReport(tx: Tx, row: ReportRow): void {
  tx.delete(reports).where(eq(reports.importId, row.importId)).run()
  tx.insert(reports).values(row).run()
}

export const insertReportFile = insertsInto(files)

/** From then on it is shown; what is one too many of its tenant goes. */
export function completeReport(tx: Tx, { importId, tenantId }: ReportRow): void {
  tx.update(reports).set({ complete: true }).where(eq(reports.importId, importId)).run()
  const others = tx
    .select({ importId: reports.importId, files: reports.files, complete: reports.complete })
    .from(reports)
    .where(and(eq(reports.tenantId, tenantId), ne(reports.importId, importId)))
    .orderBy(desc(reports.importId))
    .all()
  let [left, room] = [reportsOfTenantMax - 1, reportFilesOfTenantMax]
  for (const one of others) {
    room -= one.files
    if (one.complete && left-- > 0 && room >= 0) continue
    tx.delete(reports).where(eq(reports.importId, one.importId)).run()
  }
}

/** Of one tenant, or the last ones of all; the newest first. */
export function listReports(db: Db, tenantId: TenantId | undefined): ReportRow[] {
  const own = tenantId === undefined ? undefined : eq(reports.tenantId, tenantId)
  return db
    .select()
    .from(reports)
    .where(and(own, eq(reports.complete, true)))
    .orderBy(desc(reports.importId))
    .limit(reportsShownMax)
    .all()
}

export function findReport(db: Db, importId: string): ReportRow | undefined {
  const one = and(eq(reports.importId, importId), eq(reports.complete, true))
  return db.select().from(reports).where(one).get()
}

export type FilesWanted = { importId: string; outcome: FileOutcome }

/** Those of one outcome, in the order of the import, after a number. */
export function listReportFiles(
  db: Db,
  { importId, outcome, after, limit }: FilesWanted & { after: number; limit: number },
): ReportFileRow[] {
  return db
    .select()
    .from(files)
    .where(and(eq(files.importId, importId), eq(files.outcome, outcome), gt(files.no, after)))
    .orderBy(asc(files.no))
    .limit(limit)
    .all()
}
