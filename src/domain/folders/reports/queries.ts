import { and, asc, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { DatasetId, TenantId } from '../../../base/ids.ts'
import { insertsInto } from '../../../store/prepared.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { reportFilesOfTenantMax, reportsOfTenantMax, reportsShownMax } from '../limits.ts'
import type { FileOutcome } from '../outcomes.ts'
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
export function completeReport(tx: Tx, report: ReportRow): void {
  tx.update(reports).set({ complete: true }).where(eq(reports.importId, report.importId)).run()
  for (const importId of listSurplus(tx, report)) {
    tx.delete(reports).where(eq(reports.importId, importId)).run()
  }
}

/** What is one too many of a tenant once this one is whole. */
export function listSurplus(db: Db, { importId, tenantId }: ReportRow): string[] {
  const others = db
    .select({ importId: reports.importId, files: reports.files, complete: reports.complete })
    .from(reports)
    .where(and(eq(reports.tenantId, tenantId), ne(reports.importId, importId)))
    .orderBy(desc(reports.importId))
    .all()
  let [left, room] = [reportsOfTenantMax - 1, reportFilesOfTenantMax]
  const stays = (one: (typeof others)[number]) => {
    room -= one.files
    return one.complete && left-- > 0 && room >= 0
  }
  return others.filter((one) => !stays(one)).map((one) => one.importId)
}

export function reportsOfDataset(db: Db, datasetId: DatasetId): string[] {
  const own = eq(reports.datasetId, datasetId)
  const found = db.select({ importId: reports.importId }).from(reports).where(own).all()
  return found.map((one) => one.importId)
}

/** Gives how many they were. */
export function deleteSomeFiles(
  tx: Tx,
  { importId, limit }: { importId: string; limit: number },
): number {
  const some = sql`(import_id, outcome, no) IN (SELECT import_id, outcome, no
    FROM import_report_file WHERE import_id = ${importId} LIMIT ${limit})`
  return tx.delete(files).where(some).run().changes
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
