/**
 * Server-sent events as an async iterator: where a stream breaks off it is asked for again, and
 * goes on where it was. It ends when the caller is done with it; what the server refuses is thrown.
 */
import { KontorError } from './kontor-error.ts'

/** What happened: the same as a webhook is sent. */
export type TenantEvent = {
  type: string
  number: number
  timestamp: string
  data: Record<string, unknown>
}

export type StreamMessage = {
  /** Give it to the next `followEvents`, to go on from here. */
  id: string
  /** What may look different now, such as `objects:dset_…`, `money`; `*` is everything. */
  changed: string[]
  event?: TenantEvent
}

export type FollowOptions = {
  /** Where to go on; from now on when left out. */
  lastEventId?: string | undefined
  signal?: AbortSignal | undefined
}

export type Message = { id: string; text: string }

type Open = (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>

const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** The server gives a sign of life three times in this time. */
const silenceMs = 65_000

/** Every message of a stream that is opened anew until the server says that it is over (204). */
export async function* messagesOf(
  open: Open,
  { lastEventId, signal }: FollowOptions,
): AsyncGenerator<Message, void> {
  let last = lastEventId
  let pauseMs = 0
  while (!signal?.aborted) {
    if (pauseMs > 0) await waited(pauseMs * (0.75 + Math.random() / 2), signal)
    pauseMs = Math.min(longestPauseMs, Math.max(firstPauseMs, pauseMs * 2))
    // Without `using`: browsers that we serve have no Symbol.dispose.
    const silence = watched(signal)
    try {
      const headers = last === undefined ? {} : { 'last-event-id': last }
      const response = await open({ accept: 'text/event-stream', ...headers }, silence.signal)
      if (response.status === 204) return
      for await (const part of partsOf(response, silence.heard)) {
        pauseMs = firstPauseMs
        if (part.id !== undefined) last = part.id
        if (part.text !== undefined) yield { id: last ?? '', text: part.text }
      }
    } catch (error) {
      if (signal?.aborted) return
      if (!silence.signal.aborted && !isPassing(error)) throw error
      pauseMs = Math.max(pauseMs, askedWaitMs(error))
    } finally {
      silence.end()
    }
  }
}

/** What another try may mend: a server that is away or busy, and a stream that breaks off. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof KontorError)) return false
  return error.status === 0 || error.status === 429 || error.status >= 500
}

function askedWaitMs(error: unknown): number {
  return error instanceof KontorError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0
}

type Part = { id: string | undefined; text: string | undefined }

/** By the rules of the HTML standard, as far as this server goes: it sends no other line ends. */
async function* partsOf({ body }: Response, heard: () => void): AsyncGenerator<Part> {
  if (!body) return
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of bytesOf(body)) {
    heard()
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) yield partOf(block)
  }
}

/** By a reader: in Safari a stream is no async iterable. */
async function* bytesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(throwBroken)
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function throwBroken(cause: unknown): never {
  throw new KontorError({ status: 0, code: 'unreachable', message: 'The stream broke off.', cause })
}

function partOf(block: string): Part {
  const fields = block.split('\n').map((line) => /^(id|data): ?(.*)$/.exec(line))
  const all = (name: string) =>
    fields.filter((field) => field?.[1] === name).map((field) => field?.[2] ?? '')
  const data = all('data')
  return { id: all('id').at(-1), text: data.length > 0 ? data.join('\n') : undefined }
}

/** Ends with the caller's signal, and when nothing was heard for too long. */
function watched(signal: AbortSignal | undefined) {
  const silence = new AbortController()
  const stop = () => silence.abort(signal?.reason)
  let timer = setTimeout(() => silence.abort(), silenceMs)
  signal?.addEventListener('abort', stop, { once: true })
  return {
    signal: silence.signal,
    heard() {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
    },
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      silence.abort()
    },
  }
}

function waited(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}
