import type { JobId } from '../base/ids.ts'
import {
  errorText,
  jobEnqueued,
  jobPolicies,
  type Lane,
  type LeasedJob,
  lanes,
  type Outbox,
} from '../domain/outbox/index.ts'
import type { JobHandlers } from './handlers.ts'
import { type RunnerLog, runJob } from './run-job.ts'

export type RunnerOptions = {
  outbox: Outbox
  handlers: JobHandlers
  log: RunnerLog
  settings?: Partial<RunnerSettings>
}

export type RunnerSettings = {
  /** Jobs at once in each lane: what is brief does not wait for a file, nor text for a scan. */
  atOnce: Record<Lane, number>
  /** How often to look for jobs whose time has come. */
  pollMs: number
  renewMs: number
  /** After so long a job is told to stop, its lease runs out, and another attempt may begin. */
  jobMaxMs: number
  /** How long a job that was told to stop may take for it. */
  graceMs: number
}

const defaults: RunnerSettings = {
  atOnce: { brief: 1, text: 1, ocr: 1, media: 1 },
  pollMs: 1_000,
  renewMs: 30_000,
  jobMaxMs: 60 * 60_000,
  graceMs: 5_000,
}

export type Runner = AsyncDisposable & {
  /** Looks for due jobs now. */
  wake(): void
  /** Resolves when no job is due and none is running. For tests and for commands. */
  settle(): Promise<void>
}

/**
 * Starts to work off the jobs of the outbox: first those that an earlier server left running, then
 * whatever becomes due. Disposing stops it: running jobs are told to stop and go back into the
 * queue. One runner a data folder.
 */
export function startRunner(options: RunnerOptions): Runner {
  const { outbox, log } = options
  const settings = { ...defaults, ...options.settings }
  const active = new Map<JobId, Running>()
  const stopping = new AbortController()
  let takenUp = false
  const { wake, current } = oneAtATime(async () => {
    if (!takenUp) await takeUpAgain(options)
    takenUp = true
    while (!stopping.signal.aborted) {
      const { free, without } = placesIn(active, settings)
      const except = [...active.keys()]
      const job = free.length > 0 && (await outbox.lease({ lanes: free, except, without }))
      if (!job) return
      active.set(job.jobId, { job, done: run(job) })
    }
  }, log)
  const run = async (job: LeasedJob) => {
    await runJob({ ...options, settings, stopping: stopping.signal }, job)
    active.delete(job.jobId)
    wake()
  }

  const stopTimers = startTimers({ outbox, log, settings, wake, active })
  jobEnqueued.subscribe(wake)
  wake()
  return {
    wake,
    async settle() {
      for (;;) {
        wake()
        await current()
        if (active.size > 0) await Promise.race([...active.values()].map(({ done }) => done))
        else if (!outbox.hasDue() || stopping.signal.aborted) return
      }
    },
    async [Symbol.asyncDispose]() {
      jobEnqueued.unsubscribe(wake)
      stopTimers()
      stopping.abort()
      await current()
      await Promise.all([...active.values()].map(({ done }) => done))
    },
  }
}

type Running = { job: LeasedJob; done: Promise<void> }

async function takeUpAgain({ outbox, log }: RunnerOptions): Promise<void> {
  const count = await outbox.requeueRunning()
  if (count > 0) log.warn({ count }, 'jobs of an earlier run are taken up again')
}

/** Lanes with a place, and kinds of which one is enough: those that run beside their lane. */
function placesIn(active: Map<JobId, Running>, { atOnce }: RunnerSettings) {
  const running = [...active.values()].map(({ job }) => job)
  const isBeside = ({ kind }: LeasedJob) => jobPolicies[kind].isBeside === true
  const inLane = (lane: Lane) => running.filter((job) => job.lane === lane && !isBeside(job))
  return {
    free: lanes.filter((lane) => inLane(lane).length < atOnce[lane]),
    without: running.filter(isBeside).map(({ kind }) => kind),
  }
}

/** Runs `look` when woken, never twice at once; a call in between makes it run once more. */
function oneAtATime(look: () => Promise<void>, log: RunnerLog) {
  let looking: Promise<void> | undefined
  let again = false
  const wake = () => {
    if (looking) {
      again = true
      return
    }
    again = false
    looking = look()
      .catch((error) => log.error({ error: errorText(error) }, 'looking for jobs failed'))
      .then(() => {
        looking = undefined
        if (again) wake()
      })
  }
  // A call that came in between has its own look, begun when the one before it was over.
  const current = async () => {
    while (looking) await looking
  }
  return { wake, current }
}

function startTimers(parts: {
  outbox: Outbox
  log: RunnerLog
  settings: RunnerSettings
  wake: () => void
  active: Map<JobId, Running>
}): () => void {
  const { outbox, log, settings, wake, active } = parts
  const noted = (error: unknown) => log.error({ error: errorText(error) }, 'job upkeep failed')
  const renew = () => {
    const leases = [...active.values()].map(({ job }) => job)
    if (leases.length > 0) outbox.renew(leases).catch(noted)
  }
  const timers = [setInterval(wake, settings.pollMs), setInterval(renew, settings.renewMs)]
  return () => timers.forEach(clearInterval)
}
