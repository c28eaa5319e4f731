/**
 * Outbox: work that must happen after a deed, for certain and not within the request.
 *
 * Owns the table job. A room writes a job in the transaction of its deed (`enqueue`), the runner
 * (src/jobs) leases it, runs it and reports the end.
 * States: queued → running → done; running → queued again after a failure (later and later), a
 * graceful stop, a crash, for want of room on the disk; running → failed when the failures of its
 * kind are used up.
 * Every lease has an attempt number. Work of an attempt that has been taken over is refused
 * (LeaseLost), its result is dropped. A job may run twice, so what it does must bear that.
 * A job waits in a lane, by what it costs, and may be moved into another one when that is known;
 * in a lane tenants take turns, those of each priority by themselves, and whoever has had more time
 * waits for the others: neither many jobs of one nor long ones hold up anybody else's. What waits
 * for somebody else runs first, one of a kind, beside its lane.
 * Kinds that are held wait, and do not count as due, for as long as they are held.
 */
import { type Clock, watchSetBack } from '../../base/clock.ts'
import type { JobId } from '../../base/ids.ts'
import type { PageRequest } from '../../base/page.ts'
import type { Secrets } from '../../base/secrets.ts'
import type { Store } from '../../store/open.ts'
import { type Reading, readingHere } from '../../store/reading.ts'
import type { Tx, Write } from '../../store/tx.ts'
import type { Command } from '../command.ts'
import type { Principal } from '../principal.ts'
import { cancelJob, type JobPage, type JobsWanted, pageOfJobs, retryJob } from './administer.ts'
import { findJob, listJobsAbout } from './find-job.ts'
import { openJobFollowing } from './follow-jobs.ts'
import type { LeasedJob } from './job.ts'
import { type JobKind, type Lane, lanes } from './kinds.ts'
import {
  completeJob,
  type FailedOutcome,
  failJob,
  type Lease,
  leaseNext,
  lost,
  moveJob,
  postponeJob,
  releaseJob,
  renewLease,
  requeueRunning,
  requireLease,
} from './leases.ts'
import { forgetSliceMax, keepFinishedMs } from './limits.ts'
import {
  countByLane,
  countOpenJobs,
  deleteFinished,
  hasDue,
  type JobCounts,
  putRight,
} from './queries.ts'
import { openTurns } from './turns.ts'

export { enqueue, jobEnqueued, type NewJob } from './enqueue.ts'
export { findJob, listJobsAbout } from './find-job.ts'
export {
  errorText,
  type JobRecord,
  jobStates,
  type LeasedJob,
  LeaseLost,
  WrongLane,
} from './job.ts'
export {
  type JobKind,
  type JobPayloads,
  jobKinds,
  jobPolicies,
  type Lane,
  lanes,
} from './kinds.ts'

export { forgetSliceMax } from './limits.ts'
export { changeWaiting, listWaiting, type WaitingJob } from './waiting.ts'

export type Outbox = ReturnType<typeof openOutbox>

export type OutboxDeps = {
  store: Pick<Store, 'db' | 'write'>
  clock: Clock
  /** Kinds of jobs that must not begin now; asked each time. */
  held?: () => readonly JobKind[]
  /** For the cursors of lists. */
  secrets: Secrets
  /** For what is counted; without it whoever asks waits. */
  reading?: Reading
}

type WantedJob = {
  lanes?: readonly Lane[]
  except?: readonly JobId[]
  without?: readonly JobKind[]
}

export function openOutbox({ store, clock, secrets, ...deps }: OutboxDeps) {
  const { held = () => [], reading = readingHere(store.db) } = deps
  const lists = { db: store.db, reading, cursorKey: secrets.signing('job-cursor') }
  const now = () => clock.nowMs()
  const turns = openTurns(() => clock.elapsedMs())
  /** What ends a lease ends the time that it is counted for. */
  const ending = <T>(lease: Lease, fn: (tx: Tx) => T): Promise<T> => {
    turns.end(lease.jobId)
    return store.write(fn)
  }
  const wasSetBack = watchSetBack(clock)
  return {
    /**
     * The next due job of these lanes, none of `except` (what the runner still works on) and of no
     * kind in `without`.
     */
    lease: ({ without = [], ...wanted }: WantedJob = {}) =>
      store.write((tx) => {
        if (wasSetBack()) putRight(tx, now())
        const kinds = [...held(), ...without]
        const choice = { lanes, except: [], ...wanted, nowMs: now(), held: kinds }
        return leaseNext(tx, choice, turns)
      }),

    renew: (leases: readonly Lease[]): Promise<void> =>
      store.write((tx) => {
        for (const lease of leases) renewLease(tx, lease, now())
      }),

    /** A `write` that first makes sure that the attempt still holds the job. Throws LeaseLost. */
    writeUnder:
      (lease: Lease): Write =>
      (fn) =>
        store.write((tx) => {
          requireLease(tx, lease)
          return fn(tx)
        }),

    /** The same for the last write of an attempt: the job is done with it. Throws LeaseLost. */
    finishUnder:
      (lease: Lease): Write =>
      (fn) =>
        ending(lease, (tx) => {
          if (!completeJob(tx, lease, now())) throw lost(lease)
          return fn(tx)
        }),

    complete: (lease: Lease): Promise<boolean> =>
      ending(lease, (tx) => completeJob(tx, lease, now())),

    /** Back into the queue for a while; not a failure, because it is not the job's. */
    postpone: (lease: Lease, error: unknown): Promise<boolean> =>
      ending(lease, (tx) => postponeJob(tx, lease, { error, nowMs: now() })),

    /** Back into the queue of the lane into which its file belongs. */
    move: (lease: Lease, lane: Lane): Promise<boolean> =>
      ending(lease, (tx) => moveJob(tx, lease, lane)),

    release: (lease: Lease): Promise<boolean> =>
      ending(lease, (tx) => releaseJob(tx, lease, now())),

    /** Counts a failure; `onGivenUp` runs in the transaction that gives the job up. */
    fail: (job: LeasedJob, error: unknown, onGivenUp: (tx: Tx) => void): Promise<FailedOutcome> =>
      ending(job, (tx) => {
        const outcome = failJob(tx, job, { error, nowMs: now() })
        if (outcome === 'given_up') onGivenUp(tx)
        return outcome
      }),

    /** For the start of the one server: everything that was left running is due again. */
    requeueRunning: (): Promise<number> => store.write((tx) => requeueRunning(tx, now())),

    countOpen: (): Promise<JobCounts> => countOpenJobs(reading, { nowMs: now(), held: held() }),

    hasDue: (): boolean => hasDue(store.db, { nowMs: now(), held: held() }),

    countByLane: (): Promise<Record<Lane, number>> => countByLane(reading),

    findJob,

    /** For whoever waits for a job: says that it changed, each time. */
    followJob: openJobFollowing(),

    /** The jobs about one object or dataset, newest first, at most 100. */
    listJobsOf: listJobsAbout,

    // For platform admins: the door asks who it is.
    pageOfJobs: (principal: Principal, asked: PageRequest & JobsWanted): Promise<JobPage> =>
      pageOfJobs(lists, principal, asked),
    retryJob: (cmd: Command, jobId: string) => retryJob(cmd, { jobId, nowMs: now() }),
    cancelJob: (cmd: Command, jobId: string) => cancelJob(cmd, { jobId, nowMs: now() }),

    /** Deletes jobs that ended long ago, a slice at a time. */
    forgetFinished: (): Promise<number> =>
      store.write((tx) =>
        deleteFinished(tx, { beforeMs: now() - keepFinishedMs, limit: forgetSliceMax }),
      ),
  }
}
