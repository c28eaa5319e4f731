import { and, asc, eq, inArray, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm'
import type { JobId } from '../../base/ids.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { findsBy } from '../prepared.ts'
import type { JobRow } from './job.ts'
import type { JobKind } from './kinds.ts'
import { jobs } from './tables.ts'

const open = inArray(jobs.state, ['queued', 'running'])

/** Queued jobs whose time has come, and running ones whose lease ran out. */
function due(nowMs: number) {
  return or(
    and(eq(jobs.state, 'queued'), lte(jobs.runAfterMs, nowMs)),
    and(eq(jobs.state, 'running'), lt(jobs.leaseUntilMs, nowMs)),
  )
}

export type JobChoice = { kinds: readonly JobKind[]; except: readonly JobId[] }

export function findNextJob(
  db: Db,
  { nowMs, kinds, except }: { nowMs: number } & JobChoice,
): JobRow | undefined {
  return db
    .select()
    .from(jobs)
    .where(
      and(open, due(nowMs), inArray(jobs.kind, [...kinds]), notInArray(jobs.jobId, [...except])),
    )
    .orderBy(asc(jobs.priority), asc(jobs.runAfterMs), asc(jobs.jobId))
    .limit(1)
    .get()
}

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
  const held = and(
    eq(jobs.jobId, jobId),
    eq(jobs.attempt, attempt),
    eq(jobs.state, 'running'),
    isNull(jobs.finishedAtMs),
  )
  return tx.update(jobs).set(change).where(held).run().changes === 1
}

export function updateJob(tx: Tx, jobId: string, change: Partial<JobRow>): void {
  tx.update(jobs).set(change).where(eq(jobs.jobId, jobId)).run()
}

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
