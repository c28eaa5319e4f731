import { asc, eq, sql } from 'drizzle-orm'
import type { JobId } from '../../base/ids.ts'
import { findsBy, later, prepared, updatesWhere } from '../../store/prepared.ts'
import type { Db, Tx } from '../../store/tx.ts'
import type { JobRow } from './job.ts'
import type { JobKind } from './kinds.ts'
import { jobs } from './tables.ts'

export type JobChoice = { kinds: readonly JobKind[]; except: readonly JobId[] }

export function findNextJob(
  db: Db,
  { nowMs, kinds, except }: { nowMs: number } & JobChoice,
): JobRow | undefined {
  const [kindList, exceptList] = [JSON.stringify(kinds), JSON.stringify(except)]
  return nextDue(db).get({ nowMs, kinds: kindList, except: exceptList })
}

/** Queued jobs whose time has come, and running ones whose lease ran out. */
const nextDue = prepared((db) =>
  db
    .select()
    .from(jobs)
    .where(
      sql`state IN ('queued', 'running')
        AND (state = 'queued' AND run_after_at <= ${later('nowMs')}
          OR state = 'running' AND lease_until_at < ${later('nowMs')})
        AND kind IN (SELECT value FROM json_each(${later('kinds')}))
        AND job_id NOT IN (SELECT value FROM json_each(${later('except')}))`,
    )
    .orderBy(asc(jobs.priority), asc(jobs.runAfterMs), asc(jobs.jobId))
    .prepare(),
)

export const findJobRow = findsBy(jobs, jobs.jobId)

/** The newest first. */
export function listJobRows(db: Db, subjectId: string): JobRow[] {
  return db
    .select()
    .from(jobs)
    .where(eq(jobs.subjectId, subjectId))
    .orderBy(sql`${jobs.jobId} DESC`)
    .limit(100)
    .all()
}

export function listRunning(db: Db): JobRow[] {
  return db.select().from(jobs).where(eq(jobs.state, 'running')).all()
}

/** Changes a job that is held under this attempt number; false when it is not any more. */
export function updateHeld(
  tx: Tx,
  { jobId, attempt }: { jobId: JobId; attempt: number },
  change: Partial<JobRow>,
): boolean {
  return changeHeld(tx, change, { itsId: jobId, itsAttempt: attempt }) === 1
}

const changeHeld = updatesWhere(
  jobs,
  sql`${eq(jobs.jobId, later('itsId'))} AND ${eq(jobs.attempt, later('itsAttempt'))}
    AND state = 'running' AND finished_at IS NULL`,
)

export function updateJob(tx: Tx, jobId: string, change: Partial<JobRow>): void {
  changeJob(tx, change, { itsId: jobId })
}

const changeJob = updatesWhere(jobs, eq(jobs.jobId, later('itsId')))

export type JobCounts = { queued: number; due: number; running: number }

/** Due are those of these kinds; the others wait whatever the time is. */
export function countOpenJobs(
  db: Db,
  { nowMs, kinds }: { nowMs: number; kinds: readonly JobKind[] },
): JobCounts {
  const mayBegin = sql`kind IN (SELECT value FROM json_each(${JSON.stringify(kinds)}))`
  return db.get<JobCounts>(sql`
    SELECT count(*) FILTER (WHERE state = 'queued') AS queued,
      count(*) FILTER (WHERE state = 'queued' AND run_after_at <= ${nowMs} AND ${mayBegin}) AS due,
      count(*) FILTER (WHERE state = 'running') AS running
    FROM job WHERE state IN ('queued', 'running')`)
}

export function deleteFinished(
  tx: Tx,
  { beforeMs, limit }: { beforeMs: number; limit: number },
): number {
  return tx.run(sql`
    DELETE FROM job WHERE job_id IN (
      SELECT job_id FROM job WHERE finished_at < ${beforeMs} LIMIT ${limit})`).changes
}
