import { setTimeout as delay } from 'node:timers/promises'
import { FilesAway } from '../base/errors.ts'
import { isNoRoom, isReadOnly } from '../base/no-room.ts'
import {
  errorText,
  type JobKind,
  jobPolicies,
  type LeasedJob,
  LeaseLost,
  type Outbox,
  WrongLane,
} from '../domain/outbox/index.ts'
import type { Attempt, JobHandler, JobHandlers } from './handlers.ts'

/** How long to wait before writing down again how a job ended; twice as long each time. */
const recordFirstMs = 500
const recordMaxMs = 10_000

export type RunnerLog = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>

export type RunContext = {
  outbox: Outbox
  handlers: JobHandlers
  log: RunnerLog
  settings: { jobMaxMs: number; graceMs: number }
  stopping: AbortSignal
}

/** A job that does not stop when told. It is left to itself; its lease keeps it from writing. */
class Abandoned extends Error {
  override readonly name = 'Abandoned'
}

/** Runs one leased job and records how it ended. Never throws. */
export async function runJob(context: RunContext, job: LeasedJob): Promise<void> {
  const failure = await failureOf(context, job)
  if (failure === 'finished') return
  const { log, stopping } = context
  for (let waitMs = recordFirstMs; ; waitMs = Math.min(2 * waitMs, recordMaxMs)) {
    try {
      if (failure) await recordFailure(context, job, failure.error)
      else await recordSuccess(context, job)
      return
    } catch (error) {
      // Mostly a full disk. The job is in our hands until its end is written down.
      log.error({ ...factsOf(job), error: errorText(error) }, 'the end of a job was not recorded')
      if (stopping.aborted) return
      await delay(waitMs, undefined, { signal: stopping }).catch(() => {})
    }
  }
}

/** `finished` when the last write of the job was also its end. */
async function failureOf(
  context: RunContext,
  job: LeasedJob,
): Promise<{ error: unknown } | 'finished' | undefined> {
  let isFinished = false
  using stop = stopSignal(context)
  try {
    // A job that took the server down each time does not get another chance to do so.
    if (job.failures >= jobPolicies[job.kind].failuresMax) throw new Error('stopped too often')
    const { writeUnder, finishUnder } = context.outbox
    const finish: Attempt['finish'] = async (fn) => {
      const value = await finishUnder(job)(fn)
      isFinished = true
      return value
    }
    const attempt = { write: writeUnder(job), finish, signal: stop.signal, lane: job.lane }
    await withGrace(handlerOf(context, job).run(attempt, job.payload), stop)
    return isFinished ? 'finished' : undefined
  } catch (error) {
    return { error }
  }
}

async function recordSuccess({ outbox, log }: RunContext, job: LeasedJob): Promise<void> {
  const inTime = await outbox.complete(job)
  if (!inTime) log.warn(factsOf(job), 'a late result was dropped')
}

async function recordFailure(context: RunContext, job: LeasedJob, error: unknown): Promise<void> {
  const { outbox, log, stopping } = context
  if (error instanceof WrongLane) return void (await outbox.move(job, error.lane))
  const facts = { ...factsOf(job), error: errorText(error) }
  if (error instanceof LeaseLost) return log.warn(facts, 'a late attempt was stopped')
  // Still running somewhere: the lease runs out, or the next start takes it up.
  if (error instanceof Abandoned) return log.error(facts, 'a job does not stop')
  if (stopping.aborted) return void (await outbox.release(job))
  // No fault of the job's, however long it lasts.
  if (isNoRoom(error) || isReadOnly(error)) {
    await outbox.postpone(job, error)
    return log.warn(facts, 'a job waits for room to write')
  }
  if (error instanceof FilesAway) {
    await outbox.postpone(job, error)
    return log.warn({ ...facts, cause: errorText(error.cause) }, 'a job waits for the files')
  }
  const handler = handlerOf(context, job)
  const outcome = await outbox.fail(job, error, (tx) => handler.givenUp(tx, job.payload))
  if (outcome === 'given_up') log.error(facts, 'a job was given up')
  else log.warn({ ...facts, outcome }, 'a job failed')
}

/** Aborts when the server stops and when the job has had its time. */
function stopSignal({ stopping, settings }: RunContext) {
  const { jobMaxMs, graceMs } = settings
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, jobMaxMs)
  stopping.addEventListener('abort', abort)
  if (stopping.aborted) abort()
  return {
    signal: controller.signal,
    graceMs,
    [Symbol.dispose]() {
      clearTimeout(timer)
      stopping.removeEventListener('abort', abort)
    },
  }
}

async function withGrace(
  work: Promise<void>,
  { signal, graceMs }: { signal: AbortSignal; graceMs: number },
): Promise<void> {
  const over = new AbortController()
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  const limit = aborted.then(async () => {
    await delay(graceMs, undefined, { signal: over.signal }).catch(() => {})
    throw new Abandoned('the job was told to stop and did not')
  })
  limit.catch(() => {})
  try {
    await Promise.race([work, limit])
  } finally {
    over.abort()
  }
}

function handlerOf({ handlers }: RunContext, { kind }: LeasedJob): JobHandler<JobKind> {
  return handlers[kind] as JobHandler<JobKind>
}

function factsOf({ jobId, kind, attempt }: LeasedJob) {
  return { jobId, kind, attempt }
}
