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
  let bar: SingleBar | undefined
  try {
    while (outcome.more) {
      const { said = [], ask, done, total, values: next } = outcome.more
      for (const line of said) io.err(line)
      const isYes = ask !== undefined && (await saysYes(ask.question, { io, signal }))
      if (io.terminal) bar ??= started(name, total)
      bar?.update(done)
      const isLast = signal.aborted
      outcome = await act({ ...values, ...next, ...(isYes ? ask.yes : {}) })
      if (isLast) return outcome
    }
    bar?.update(bar.getTotal())
    return outcome
  } finally {
    bar?.stop()
  }
}

function started(name: string, total: number): SingleBar {
  const bar = new SingleBar({ format: `${name} {bar} {value} of {total}` })
  bar.start(total, 0)
  return bar
}

/** Nobody is asked who does not sit at a terminal. */
async function saysYes(question: string, { io, signal }: Asking): Promise<boolean> {
  if (!io.terminal) return false
  io.err(question)
  const answer = firstLine(io)
  const stopped = new Promise<string>((settle) => {
    signal.addEventListener('abort', () => settle(''), { once: true })
  })
  return /^y(es)?$/i.test((await Promise.race([answer, stopped])).trim())
}

type Asking = { io: Io; signal: AbortSignal }

async function firstLine({ input }: Io): Promise<string> {
  for await (const typed of input()) return Buffer.from(typed).toString('utf8')
  return ''
}
