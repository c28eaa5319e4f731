import { setTimeout as delay } from 'node:timers/promises'
import { openExchange } from './exchange.ts'
import { exchangeWords } from './papers.ts'
import { lackIn, type Proof, paths } from './protocol.ts'

type Options = Proof & {
  cell: string
  version: string
  /** What is asked for: made anew for each request. */
  position(): unknown
  /** How much of it: less while others wait for an answer. */
  passages(): number
  /** Takes a portion in; until it is closed at the most. */
  take(portion: unknown, signal: AbortSignal): Promise<void> | void
  onTrouble(trouble: string): void
}

/** The cell answers within a second, and a portion is small. */
const answerWithinMs = 15_000
const pausesMs = [200, 500, 1_000, 2_000, 5_000]

/** Asks the cell for what is new, again and again, until it is closed. */
export function followCell(options: Options): AsyncDisposable {
  const { cell, version, take, onTrouble } = options
  const exchange = openExchange(cell, options)
  const closing = new AbortController()
  const { signal } = closing

  async function askOnce(): Promise<void> {
    const asked = { version, position: options.position(), passages: options.passages() }
    const body = JSON.stringify(asked)
    const { status, text } = await exchange.ask(paths.feed, {
      body,
      timeoutMs: answerWithinMs,
      signal,
    })
    if (status === 401) throw new Error(`the cell refuses what this node shows: ${lackIn(text)}`)
    if (status !== 200) throw new Error(refusals[status] ?? `the cell answers ${status}`)
    if (!signal.aborted) await take(portionIn(text), signal)
  }

  async function run(): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      try {
        await askOnce()
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        onTrouble(exchangeWords(error))
        const pauseMs = pausesMs[Math.min(failures, pausesMs.length - 1)]
        failures += 1
        await delay(pauseMs, undefined, { signal }).catch(() => {})
      }
    }
  }

  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      closing.abort()
      await running
      exchange.close()
    },
  }
}

function portionIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(refusals[404])
  }
}

const refusals: Readonly<Record<number, string>> = {
  404:
    'the cell feeds no nodes: it has no KONTOR_SEARCH_NODE_TOKEN, or --cell names something else ' +
    'than a server of kontor',
  409: 'the cell is another version of kontor: both are to be the same',
}
