import { constants } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Io, Outcome } from './command.ts'

/** Of a command that ends in order; whoever waits longer than this has seen nothing happen. */
const patienceMs = 5_000

export const giveAgain = 'Give the command again.'

/** Aborted when the process is asked to stop; the reason is the name of the signal. */
export function stopSignal({ stopped }: Pick<Io, 'stopped'>): AbortSignal {
  const stopping = new AbortController()
  void stopped.then((by) => stopping.abort(by))
  return stopping.signal
}

/** As shells have it: 128 and the number of the signal. */
export function stoppedCode({ reason }: AbortSignal): number {
  return 128 + (constants.signals[reason as NodeJS.Signals] ?? constants.signals.SIGTERM)
}

/** What a command did that was stopped on its way: given again, it does the rest. */
export function stoppedAt(outcome: Outcome, { done, total }: { done: number; total: number }) {
  const { data } = outcome
  const stopped = `${done} of ${total} were done. ${giveAgain} It goes on with the rest.`
  return { ...outcome, data: { ...(data as object), stopped: true }, stopped }
}

/** The command was left where it was. */
export class Left extends Error {
  override readonly name = 'Left'
}

/**
 * What the work gives. One that was asked to stop is waited for a moment where it `stops` by itself
 * and in order, and left at once where it does not: what it writes is whole or not there. Throws
 * Left.
 */
export async function unlessLeft<T>(
  work: Promise<T>,
  { stop, stops, io }: { stop: AbortSignal; stops: boolean; io: Pick<Io, 'err'> },
): Promise<T> {
  const left = Promise.withResolvers<never>()
  const over = new AbortController()
  const leave = async () => {
    if (stops) io.err(`Stopping (${stop.reason}). Once more ends it at once.`)
    if (stops) await delay(patienceMs, undefined, { signal: over.signal })
    left.reject(new Left())
  }
  const leaving = () => void leave().catch(() => {})
  if (stop.aborted) leaving()
  stop.addEventListener('abort', leaving, { once: true })
  try {
    return await Promise.race([work, left.promise])
  } finally {
    stop.removeEventListener('abort', leaving)
    over.abort()
  }
}
