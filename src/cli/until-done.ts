import { SingleBar } from 'cli-progress'
import type { Io, Outcome, Values } from './command.ts'

/**
 * Gives a command again and again while it says that there is more to do, and shows a person how
 * far it is. So a long command never holds up the server that carries it out. One that was asked to
 * stop gets one more turn, in which it says what it did.
 */
export async function untilDone(
  act: (values: Values) => Promise<Outcome>,
  { name, values, io, signal }: { name: string; values: Values; io: Io; signal: AbortSignal },
): Promise<Outcome> {
  let outcome = await act(values)
  if (!outcome.more) return outcome
  const bar = io.terminal
    ? new SingleBar({ format: `${name} {bar} {value} of {total}` })
    : undefined
  bar?.start(outcome.more.total, outcome.more.done)
  try {
    while (outcome.more) {
      bar?.update(outcome.more.done)
      for (const line of outcome.more.said ?? []) io.err(line)
      const isLast = signal.aborted
      outcome = await act({ ...values, ...outcome.more.values })
      if (isLast) return outcome
    }
    bar?.update(bar.getTotal())
    return outcome
  } finally {
    bar?.stop()
  }
}
