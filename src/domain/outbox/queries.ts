import { and, asc, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import type { JobId } from '../../base/ids.ts'
import { findsBy, later, prepared, updatesWhere } from '../../store/prepared.ts'
import type { Reading } from '../../store/reading.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { tellOfJob } from './follow-jobs.ts'
import type { JobRow, JobState } from './job.ts'
import { type JobKind, type Lane, lanes } from './kinds.ts'
import { retryMaxMs } from './limits.ts'
import { jobs } from './tables.ts'

/** Which jobs may be taken: none of `held`, and none of `except`. */
export type JobChoice = { nowMs: number; held: readonly JobKind[]; except: readonly JobId[] }

/** A job that is still said to run, and whose lease ran out. */
export function findExpired(
  db: Db,
  { lane, nowMs, except }: JobChoice & { lane: Lane },
): JobRow | undefined {
  return expired(db).get({ lane, nowMs, except: JSON.stringify(except) })
}

const expired = prepared((db) =>
  db
    .select()
    .from(jobs)
    .where(
      sql`state = 'running' AND lease_until_at < ${later('nowMs')} AND lane = ${later('lane')}
        AND job_id NOT IN (SELECT value FROM json_each(${later('except')}))`,
    )
    .orderBy(asc(jobs.leaseUntilMs))
    .prepare(),
)

/** Tenants of which jobs wait in a lane with a priority: those after one, and those up to it. */
export type Row = {
  lane: Lane
  priority: number
  afterTenant: string | undefined
  /** How much more time than others a tenant has had: it is passed over while others wait. */
  owedMs: (tenant: string) => number
}

/**
 * The first due job of the tenant whose turn it is, or of the one that owes least. Work of nobody
 * counts as a tenant's. One step for each tenant that has nothing due or owes something, whatever
 * else waits.
 */
export function findNextJob(db: Db, row: Row, choice: JobChoice): JobRow | undefined {
  const { afterTenant } = row
  const begin = afterTenant === undefined ? '' : beyond(afterTenant)
  const owing: Owing[] = []
  const next =
    firstAmong(db, { ...row, from: begin, until: undefined, owing }, choice) ??
    (begin === '' ? undefined : firstAmong(db, { ...row, from: '', until: begin, owing }, choice))
  if (next) return next
  for (const { tenant } of owing.toSorted((one, other) => one.ms - other.ms)) {
    const found = firstOf(db, { ...row, tenant }, choice)
    if (found) return found
  }
  return undefined
}

type Owing = { tenant: string; ms: number }

/**
 * What was put off by a clock that was ahead waits as long as was meant, and no longer. Of a job
 * that failed only the latest time is known: it is due.
 */
export function putRight(tx: Tx, nowMs: number): void {
  tx.run(sql`UPDATE job
    SET run_after_at = run_after_at - created_at + ${nowMs}, created_at = ${nowMs}
    WHERE state = 'queued' AND run_after_at > ${nowMs} AND created_at > ${nowMs}`)
  tx.run(sql`UPDATE job SET run_after_at = ${nowMs}
    WHERE state = 'queued' AND run_after_at > ${nowMs + retryMaxMs} AND error IS NOT NULL`)
}

/** No id is the beginning of another one. */
function beyond(tenant: string): string {
  return `${tenant} `
}

type Among = Row & { from: string; until: string | undefined; owing: Owing[] }

/** Of those who owe nothing; the others are noted. */
function firstAmong(db: Db, row: Among, choice: JobChoice): JobRow | undefined {
  const { lane, priority, from, until, owing, owedMs } = row
  for (let at = from; ; ) {
    const tenant = tenantFrom(db).get({ lane, priority, from: at })?.tenant
    if (tenant === undefined || (until !== undefined && tenant >= until)) return undefined
    const ms = owedMs(tenant)
    const found = ms > 0 ? undefined : firstOf(db, { lane, priority, tenant }, choice)
    if (found) return found
    if (ms > 0) owing.push({ tenant, ms })
    at = beyond(tenant)
  }
}

function firstOf(
  db: Db,
  { lane, priority, tenant }: Pick<Row, 'lane' | 'priority'> & { tenant: string },
  { nowMs, held, except }: JobChoice,
): JobRow | undefined {
  const given = { nowMs, held: JSON.stringify(held), except: JSON.stringify(except) }
  return firstDue(db).get({ lane, priority, ...given, tenant })
}

const tenant = sql<string>`coalesce(${jobs.tenantId}, '')`
const waits = sql`state = 'queued' AND lane = ${later('lane')}
  AND priority = ${later('priority')}`

const tenantFrom = prepared((db) =>
  db
    .select({ tenant })
    .from(jobs)
    .where(sql`${waits} AND ${tenant} >= ${later('from')}`)
    .orderBy(tenant)
    .prepare(),
)

const firstDue = prepared((db) =>
  db
    .select()
    .from(jobs)
    .where(
      sql`${waits} AND ${tenant} = ${later('tenant')} AND run_after_at <= ${later('nowMs')}
        AND kind NOT IN (SELECT value FROM json_each(${later('held')}))
        AND job_id NOT IN (SELECT value FROM json_each(${later('except')}))`,
    )
    .orderBy(asc(jobs.runAfterMs), asc(jobs.jobId))
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

export function listQueued(db: Db, { kind, subjectId }: { kind: string; subjectId: string }) {
  return db
    .select({ jobId: jobs.jobId, payload: jobs.payload })
    .from(jobs)
    .where(and(eq(jobs.subjectId, subjectId), eq(jobs.kind, kind), eq(jobs.state, 'queued')))
    .orderBy(jobs.jobId)
    .all()
}

/** The newest first, from below the position. */
export function listJobsInState(
  db: Db,
  { after, limit, ...chosen }: ChosenJobs & { after: string | undefined; limit: number },
): JobRow[] {
  return db
    .select()
    .from(jobs)
    .where(and(areIn(chosen), after === undefined ? undefined : lt(jobs.jobId, after)))
    .orderBy(desc(jobs.jobId))
    .limit(limit)
    .all()
}

export type ChosenJobs = { state: JobState; kind?: JobKind | undefined }

/** As the indexes have it. */
function areIn({ state, kind }: ChosenJobs): SQL | undefined {
  return and(sql`lower(${jobs.state}) = ${state}`, kind && eq(jobs.kind, kind))
}

export async function countJobs(reading: Reading, chosen: ChosenJobs): Promise<number> {
  const { n } = await reading.get<{ n: number }>(
    sql`SELECT count(*) AS n FROM job WHERE ${areIn(chosen)}`,
  )
  return n
}

export type JobTally = { kind: JobKind; state: JobState; jobs: number }

/** How many there are of each kind that wait, run or were given up; what is done is not read. */
export function tallyJobs(reading: Reading): Promise<JobTally[]> {
  return reading.all<JobTally>(sql`
    SELECT kind, lower(state) AS state, count(*) AS jobs FROM job
    WHERE lower(state) IN ('queued', 'running', 'failed') GROUP BY lower(state), kind`)
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
  const isHeld = changeHeld(tx, change, { itsId: jobId, itsAttempt: attempt }) === 1
  if (isHeld) tellOfJob(jobId)
  return isHeld
}

const changeHeld = updatesWhere(
  jobs,
  sql`${eq(jobs.jobId, later('itsId'))} AND ${eq(jobs.attempt, later('itsAttempt'))}
    AND state = 'running' AND finished_at IS NULL`,
)

export function updateJob(tx: Tx, jobId: string, change: Partial<JobRow>): void {
  changeJob(tx, change, { itsId: jobId })
  tellOfJob(jobId)
}

const changeJob = updatesWhere(jobs, eq(jobs.jobId, later('itsId')))

export type JobCounts = { queued: number; due: number; running: number }

type Waiting = { nowMs: number; held: readonly JobKind[] }

/** Held ones wait whatever the time is. */
export function countOpenJobs(reading: Reading, waiting: Waiting): Promise<JobCounts> {
  return reading.get<JobCounts>(sql`
    SELECT count(*) AS queued, count(*) FILTER (WHERE ${isDue(waiting)}) AS due,
      (SELECT count(*) FROM job WHERE state = 'running') AS running
    FROM job WHERE state = 'queued'`)
}

export function hasDue(db: Db, waiting: Waiting): boolean {
  const due = sql`SELECT 1 FROM job WHERE state = 'queued' AND ${isDue(waiting)} LIMIT 1`
  return db.get(due) !== undefined
}

/** Of what kind they are is not in the index in which those that wait are counted. */
function isDue({ nowMs, held }: Waiting): SQL {
  const isTime = sql`run_after_at <= ${nowMs}`
  if (held.length === 0) return isTime
  return sql`${isTime} AND kind NOT IN (SELECT value FROM json_each(${JSON.stringify(held)}))`
}

/** How many wait and run in each lane. */
export async function countByLane(reading: Reading): Promise<Record<Lane, number>> {
  const rows = await reading.all<{ lane: Lane; open: number }>(sql`
    SELECT lane, sum(open) AS open FROM (
      SELECT lane, count(*) AS open FROM job WHERE state = 'queued' GROUP BY lane
      UNION ALL SELECT lane, 1 FROM job WHERE state = 'running')
    GROUP BY lane`)
  const none = Object.fromEntries(lanes.map((lane) => [lane, 0])) as Record<Lane, number>
  return { ...none, ...Object.fromEntries(rows.map(({ lane, open }) => [lane, open])) }
}

export function deleteFinished(
  tx: Tx,
  { beforeMs, limit }: { beforeMs: number; limit: number },
): number {
  return tx.run(sql`
    DELETE FROM job WHERE job_id IN (
      SELECT job_id FROM job WHERE finished_at < ${beforeMs} LIMIT ${limit})`).changes
}
