import { type Clock, isoOf } from '../base/clock.ts'
import { errorText } from '../domain/outbox/index.ts'
import type { Pause, Timekeeping } from '../domain/timekeeping/index.ts'
import { sayPausedEveryMs, slicesPerTickMax, tickEveryMs } from './limits.ts'
import type { RunnerLog } from './run-job.ts'

/** Something that is to be done over and over, whatever the requests are. */
export type Chore = {
  name: string
  everyMs: number
  /** One short transaction's worth; true when more waits. */
  slice(signal: AbortSignal): Promise<boolean>
  /** It reads every file, or the like: the others do not wait for it. */
  takesLong?: boolean
}

export type ScheduleOptions = {
  chores: readonly Chore[]
  timekeeping: Timekeeping
  clock: Clock
  log: RunnerLog
  /** What else rests while the clock is not believed; said in the log. */
  restingToo: readonly string[]
}

export type Schedule = {
  /** Does what is due now; resolves when it is done. Never throws. */
  tick(): Promise<void>
  /** Ticks at once and then every minute, until it is disposed of. */
  start(): AsyncDisposable
}

/**
 * Does chores when they are due, by the time that passed and not by what the clock shows. While
 * the clock is not believed it does none of them, and says so.
 */
export function openSchedule(options: ScheduleOptions): Schedule {
  const { chores, timekeeping, clock, log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const dueAtMs = new Map<Chore, number>()
  const sayPaused = pauseSayer(options)
  const beside = new Map<Chore, Promise<void>>()
  let current: Promise<void> | undefined

  async function runDue(chore: Chore, startedMs: number): Promise<void> {
    const isDone = await runChore(chore, options, signal)
    // What failed or has more to do is due again at the next tick.
    if (isDone) dueAtMs.set(chore, startedMs + chore.everyMs)
  }

  async function once(): Promise<void> {
    const pause = await timekeeping.check()
    sayPaused(pause)
    // Whatever waited is due at once when the pause is over.
    if (pause) return dueAtMs.clear()
    for (const chore of chores) {
      const startedMs = clock.elapsedMs()
      if (beside.has(chore) || startedMs < (dueAtMs.get(chore) ?? startedMs)) continue
      if (signal.aborted || timekeeping.look()) return
      const run = runDue(chore, startedMs)
      if (chore.takesLong)
        beside.set(
          chore,
          run.finally(() => beside.delete(chore)),
        )
      else await run
    }
  }

  function tick(): Promise<void> {
    const run = (current ?? Promise.resolve())
      .then(once)
      .catch((error) => log.error({ error: errorText(error) }, 'looking at the clock failed'))
      .then(() => {
        if (current === run) current = undefined
      })
    current = run
    return run.then(besideToo)
  }

  async function besideToo(): Promise<void> {
    await Promise.all(beside.values())
  }

  return {
    tick,
    start() {
      const timer = setInterval(() => void (current ?? tick()), tickEveryMs)
      void tick()
      return {
        async [Symbol.asyncDispose]() {
          clearInterval(timer)
          stopping.abort()
          await current
          await besideToo()
        },
      }
    },
  }
}

/** Slice by slice; false when it is not finished. One chore's trouble does not stop the others. */
async function runChore(
  { name, slice }: Chore,
  { timekeeping, log }: ScheduleOptions,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    for (let slices = 0; slices < slicesPerTickMax; slices++) {
      if (signal.aborted || timekeeping.look()) return false
      if (!(await slice(signal))) return true
    }
  } catch (error) {
    // Stopped in the middle.
    if (error === signal.reason) return false
    log.error({ chore: name, error: errorText(error) }, 'a chore failed')
  }
  return false
}

/** Says when a pause begins, and again from time to time while it lasts. */
function pauseSayer({ chores, clock, log, restingToo }: ScheduleOptions) {
  let saidAtMs: number | undefined
  return (pause: Pause | undefined) => {
    const nowMs = clock.elapsedMs()
    if (!pause) {
      if (saidAtMs !== undefined) log.info({}, 'the clock was confirmed, upkeep goes on')
      saidAtMs = undefined
      return
    }
    if (saidAtMs !== undefined && nowMs - saidAtMs < sayPausedEveryMs) return
    saidAtMs = nowMs
    const { reason, shownAtMs, expectedAtMs } = pause
    const paused = [...chores.map(({ name }) => name), ...restingToo]
    const facts = { reason, shown: isoOf(shownAtMs), expected: isoOf(expectedAtMs), paused }
    log.warn(facts, 'the clock is not believed: what goes by it rests until kontor clock confirm')
  }
}
