import type { JobId } from '../../base/ids.ts'
import type { Tx } from '../../store/tx.ts'
import {
  errorText,
  type JobRow,
  type LeasedJob,
  LeaseLost,
  leasedJobOf,
  retryDelayMs,
} from './job.ts'
import { type JobKind, jobPolicies, type Lane, ranksIn } from './kinds.ts'
import { leaseMs, postponedMaxMs } from './limits.ts'
import * as queries from './queries.ts'
import type { Turns } from './turns.ts'

export type Lease = { jobId: JobId; attempt: number; kind?: JobKind }

/** Takes the next due job of these lanes, except those that the caller is still working on. */
export function leaseNext(
  tx: Tx,
  choice: queries.JobChoice & { lanes: readonly Lane[] },
  turns: Turns,
): LeasedJob | undefined {
  const { nowMs } = choice
  const row = nextOf(tx, choice, turns)
  if (!row) return undefined
  turns.begin(row)
  const attempt = row.attempt + 1
  // An expired lease is a failure like any other, or a job that hangs would come back for ever.
  const failures = row.failures + (row.state === 'running' ? 1 : 0)
  queries.updateJob(tx, row.jobId, {
    state: 'running',
    attempt,
    failures,
    leaseUntilMs: nowMs + leaseMs,
    startedAtMs: nowMs,
  })
  return leasedJobOf({ ...row, attempt, failures })
}

/** By the turns of tenants, whose time in a lane is the same for each that has something there. */
function nextOf(
  tx: Tx,
  choice: queries.JobChoice & { lanes: readonly Lane[] },
  turns: Turns,
): JobRow | undefined {
  for (const lane of choice.lanes) {
    const hung = queries.findExpired(tx, { ...choice, lane })
    if (hung) return hung
    for (const { priority, kinds } of ranksIn[lane]) {
      // Nobody's jobs are looked through in vain.
      if (kinds.every((kind) => choice.held.includes(kind))) continue
      const turn = { lane, priority }
      const owedMs = (tenant: string) => turns.owedMs(turn, tenant)
      const whose = { ...turn, afterTenant: turns.last(turn), owedMs }
      const row = queries.findNextJob(tx, whose, choice)
      if (row) return row
      turns.rest(turn)
    }
  }
  return undefined
}

export function renewLease(tx: Tx, lease: Lease, nowMs: number): boolean {
  return queries.updateHeld(tx, lease, { leaseUntilMs: nowMs + leaseMs })
}

/** Throws LeaseLost when another attempt has taken over. */
export function requireLease(tx: Tx, { jobId, attempt }: Lease): void {
  const row = queries.findJobRow(tx, jobId)
  if (row?.state !== 'running' || row.attempt !== attempt) {
    throw lost({ jobId, attempt })
  }
}

export function lost({ jobId, attempt }: Lease): LeaseLost {
  return new LeaseLost(`attempt ${attempt} of ${jobId} is over`)
}

/** False, and nothing changed, when the result comes too late. */
export function completeJob(tx: Tx, lease: Lease, nowMs: number): boolean {
  return queries.updateHeld(tx, lease, {
    state: 'done',
    leaseUntilMs: null,
    finishedAtMs: nowMs,
    error: null,
    ...(lease.kind && jobPolicies[lease.kind].forgets && { payload: '{}' }),
  })
}

/** Back into the queue without counting a failure: the server stops. */
export function releaseJob(tx: Tx, lease: Lease, nowMs: number): boolean {
  return queries.updateHeld(tx, lease, { state: 'queued', leaseUntilMs: null, runAfterMs: nowMs })
}

/** Into the queue of another lane, where it keeps the place that its age gives it. */
export function moveJob(tx: Tx, lease: Lease, lane: Lane): boolean {
  return queries.updateHeld(tx, lease, { state: 'queued', leaseUntilMs: null, lane })
}

/** Back into the queue after a trouble that is not the job's: a full disk, or files far away. */
export function postponeJob(
  tx: Tx,
  lease: Lease,
  { error, nowMs }: { error: unknown; nowMs: number },
): boolean {
  const pauseMs = Math.min(postponedMaxMs, retryDelayMs(lease.attempt))
  const change = { error: errorText(error), runAfterMs: nowMs + pauseMs }
  return queries.updateHeld(tx, lease, { state: 'queued', leaseUntilMs: null, ...change })
}

export type FailedOutcome = 'retry' | 'given_up' | 'late'

/** Counts a failure: the job is tried again later, or given up when it had its chances. */
export function failJob(
  tx: Tx,
  job: LeasedJob,
  { error, nowMs }: { error: unknown; nowMs: number },
): FailedOutcome {
  const failures = job.failures + 1
  const text = errorText(error)
  const givenUp = failures >= jobPolicies[job.kind].failuresMax
  const changed = queries.updateHeld(
    tx,
    job,
    givenUp
      ? { state: 'failed', failures, leaseUntilMs: null, finishedAtMs: nowMs, error: text }
      : {
          state: 'queued',
          failures,
          leaseUntilMs: null,
          runAfterMs: nowMs + retryDelayMs(failures),
          error: text,
        },
  )
  if (!changed) return 'late'
  return givenUp ? 'given_up' : 'retry'
}

/**
 * What a server that was killed left running goes back into the queue at once. There is only one
 * server on a folder, so nobody else can be working on it. Counts as a failure: a job that takes
 * the server down must not do so for ever.
 */
export function requeueRunning(tx: Tx, nowMs: number): number {
  const rows = queries.listRunning(tx)
  for (const row of rows) {
    queries.updateJob(tx, row.jobId, {
      state: 'queued',
      failures: row.failures + 1,
      leaseUntilMs: null,
      runAfterMs: nowMs,
      error: 'The server stopped while the job was running.',
    })
  }
  return rows.length
}
