import type { Db } from '../../store/tx.ts'
import { type JobRecord, recordOf } from './job.ts'
import { findJobRow, listJobRows } from './queries.ts'

/** A job in whatever state; undefined when there is none, or it ended long ago. */
export function findJob(db: Db, jobId: string): JobRecord | undefined {
  const row = findJobRow(db, jobId)
  return row && recordOf(row)
}

/** The newest jobs about one thing, as far as they are kept. */
export function listJobsAbout(db: Db, subjectId: string): JobRecord[] {
  return listJobRows(db, subjectId).map(recordOf)
}
