import { openExchange } from './exchange.ts'
import { exchangeWords } from './papers.ts'
import * as protocol from './protocol.ts'
import { bodyMaxBytes } from './raw-http.ts'

/** How a cell sees one of its nodes. */
export type NodeReport = {
  readonly url: string
  readonly isUp: boolean
  /** What it last said of itself; undefined: it has not been heard of. */
  readonly state: protocol.NodeState | undefined
  /** Why it is left out. */
  readonly trouble: string | undefined
  readonly searches: number
  readonly declined: number
  readonly failures: number
}

export type NodeOptions = protocol.Proof & {
  version: string
  /** A node that takes longer is passed over. */
  answerWithinMs: number
  onChange(change: { url: string; isUp: boolean; trouble: string | undefined }): void
}

export type OneNode = ReturnType<typeof openOneNode>

/** Whoever declined is not asked at once again: it takes in a change within milliseconds. */
const declinedForMs = 30
/** More at once are better answered here. */
const inFlightMax = 32

/** It does not take this search; that says nothing of others. */
const declining = new Set([400, 413])

/** A search node as a cell knows it: how it does, and what it answers. */
export function openOneNode(url: string, options: NodeOptions) {
  const { version, answerWithinMs } = options
  const exchange = openExchange(url, options)
  async function look(): Promise<protocol.NodeState> {
    const state = await stateBy(exchange)
    if (state.version !== version) throw new Error(`it is kontor ${state.version}`)
    return state
  }
  const health = openHealth(url, { ...options, look })
  const counts = { searches: 0, declined: 0, failures: 0 }
  let inFlight = 0
  let declinedUntilMs = 0

  function failed(why: string): undefined {
    counts.failures += 1
    health.leaveOut(why)
    return undefined
  }

  async function exchanged(body: string): Promise<protocol.NodeReply | undefined> {
    try {
      const asked = { body, timeoutMs: answerWithinMs }
      const { status, text } = await exchange.ask(protocol.paths.search, asked)
      if (declining.has(status)) return { declined: 'busy' }
      return status === 200
        ? (JSON.parse(text) as protocol.NodeReply)
        : failed(refusalOf(status, text))
    } catch (error) {
      return failed(exchangeWords(error))
    }
  }

  return {
    isAble: () =>
      health.isUp() &&
      health.state()?.state !== 'loading' &&
      inFlight < inFlightMax &&
      performance.now() >= declinedUntilMs,
    inFlight: () => inFlight,
    /** What it said is not so: it is asked no more until it has been looked at. */
    distrust: () => void failed('what it found is not what the records say'),
    /** Never rejects. */
    async ask(
      call: protocol.EngineCall,
      mustSee: protocol.MustSee,
    ): Promise<protocol.NodeReply | undefined> {
      const body = JSON.stringify({ version, mustSee, call })
      if (Buffer.byteLength(body) > bodyMaxBytes) return undefined
      inFlight += 1
      counts.searches += 1
      const reply = await exchanged(body)
      inFlight -= 1
      if (reply && 'declined' in reply) {
        counts.declined += 1
        declinedUntilMs = performance.now() + declinedForMs
      }
      if (reply && 'failure' in reply) return failed('a search failed there')
      if (reply) health.answered()
      return reply
    },
    report(): NodeReport {
      const [isUp, state, trouble] = [health.isUp(), health.state(), health.trouble()]
      return { url, isUp, state, trouble, ...counts }
    },
    start: () => health.start(),
    close() {
      health.close()
      exchange.close()
    },
  }
}

const stateWithinMs = 2_000

/** What a node says of itself. Throws where it says nothing that can be used. */
export async function stateBy(
  exchange: Pick<ReturnType<typeof openExchange>, 'ask'>,
): Promise<protocol.NodeState> {
  const asked = { method: 'GET', timeoutMs: stateWithinMs } as const
  const { status, text } = await exchange.ask(protocol.paths.state, asked)
  if (status !== 200) throw new Error(refusalOf(status, text))
  const state = stateIn(text)
  if (!state) throw new Error(refusalOf(404, text))
  return state
}

function stateIn(text: string): protocol.NodeState | undefined {
  try {
    const state = JSON.parse(text) as protocol.NodeState
    return typeof state?.state === 'string' ? state : undefined
  } catch {
    return undefined
  }
}

/** One that does well is asked how it is so often. */
const lookEveryMs = 1_000
/**
 * One that does not is left out, longer each time, and only a look brings it back; that it does
 * well only a search shows.
 */
const leftOutMs = [500, 1_000, 2_000, 5_000, 10_000, 30_000]

type Health = Pick<NodeOptions, 'onChange'> & { look(): Promise<protocol.NodeState> }

function openHealth(url: string, { look, onChange }: Health) {
  let isUp = false
  let state: protocol.NodeState | undefined
  let trouble: string | undefined
  let failuresInARow = 0
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function lookIn(ms: number): void {
    clearTimeout(timer)
    if (!closed) timer = setTimeout(() => void lookNow(), ms).unref()
  }

  function enter(now: { isUp: boolean; trouble: string | undefined }): void {
    const isNew = isUp !== now.isUp || trouble !== now.trouble
    isUp = now.isUp
    trouble = now.trouble
    if (isNew && !closed) onChange({ url, ...now })
  }

  function leaveOut(why: string): void {
    enter({ isUp: false, trouble: why })
    lookIn(leftOutMs[Math.min(failuresInARow, leftOutMs.length - 1)] as number)
    failuresInARow += 1
  }

  async function lookNow(): Promise<void> {
    try {
      state = await look()
      enter({ isUp: true, trouble: undefined })
      lookIn(lookEveryMs)
    } catch (error) {
      leaveOut(exchangeWords(error))
    }
  }

  return {
    isUp: () => isUp,
    state: () => state,
    trouble: () => trouble,
    answered(): void {
      failuresInARow = 0
    },
    /** Of several that fail at once the first says when it is looked at again. */
    leaveOut: (why: string) => (isUp ? leaveOut(why) : undefined),
    start: () => lookIn(0),
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

function refusalOf(status: number, text: string): string {
  if (status === 401) return `it refuses what this server shows: ${protocol.lackIn(text)}`
  return status === 404 ? 'what answers there is no search node' : `it answers ${status}`
}
