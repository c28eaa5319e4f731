import type { Db } from '../../store/tx.ts'
import { type JobRecord, recordOf } from './job.ts'
import { findJobRow } from './queries.ts'

/** A job in whatever state; undefined when there is none, or it ended long ago. */
export function findJob(db: Db, jobId: string): JobRecord | undefined {
  const row = findJobRow(db, jobId)
  return row && recordOf(row)
}
