import type { JobId, TenantId } from '../../base/ids.ts'
import type { JobKind, JobPayloads, Lane } from './kinds.ts'
import { errorCharsMax, retryFirstMs, retryMaxMs } from './limits.ts'
import type { jobs } from './tables.ts'

export const jobStates = ['queued', 'running', 'done', 'failed'] as const
export type JobState = (typeof jobStates)[number]
export type JobRow = typeof jobs.$inferSelect

/** A job as it may be shown. */
export type JobRecord = {
  jobId: JobId
  kind: JobKind
  state: JobState
  tenantId: TenantId | null
  subjectId: string
  attempts: number
  error: string | null
  createdAtMs: number
  startedAtMs: number | null
  finishedAtMs: number | null
  /** When a queued job is tried next. */
  nextAttemptAtMs: number | null
}

/** A job in the hands of a runner. The attempt number tells its result from an older one's. */
export type LeasedJob = {
  [K in JobKind]: {
    jobId: JobId
    kind: K
    lane: Lane
    payload: JobPayloads[K]
    attempt: number
    failures: number
  }
}[JobKind]

/** What the job reads belongs into another lane: it waits there, and nothing failed. */
export class WrongLane extends Error {
  override readonly name = 'WrongLane'
  readonly lane: Lane
  constructor(lane: Lane) {
    super(`this work belongs into the lane ${lane}`)
    this.lane = lane
  }
}

/** Another attempt has taken the job over; what this one did since then was not written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

export function recordOf(row: JobRow): JobRecord {
  return {
    jobId: row.jobId as JobId,
    kind: row.kind as JobKind,
    state: row.state,
    tenantId: row.tenantId as TenantId | null,
    subjectId: row.subjectId,
    attempts: row.attempt,
    error: row.error,
    createdAtMs: row.createdAtMs,
    startedAtMs: row.startedAtMs,
    finishedAtMs: row.finishedAtMs,
    nextAttemptAtMs: row.state === 'queued' ? row.runAfterMs : null,
  }
}

export function leasedJobOf(row: JobRow): LeasedJob {
  return {
    jobId: row.jobId as JobId,
    kind: row.kind as JobKind,
    lane: row.lane,
    payload: JSON.parse(row.payload),
    attempt: row.attempt,
    failures: row.failures,
  } as LeasedJob
}

/** 5 s after the first failure, then twice as long each time, at most 15 minutes. */
export function retryDelayMs(failures: number): number {
  return Math.min(retryMaxMs, retryFirstMs * 2 ** Math.max(0, failures - 1))
}

export function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return text.slice(0, errorCharsMax)
}
