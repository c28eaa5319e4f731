/**
 * A small client of all three surfaces, for programs in TypeScript and JavaScript. One method for
 * each operation of the OpenAPI documents, under its operation id; what it takes and gives is
 * generated from the documents (`generated/`), so that whatever is documented can be called.
 *
 *     const kontor = openClient({ baseUrl: 'https://data.example.eu', credential: 'kontor_…' })
 *     const { results } = await kontor.search({ q: 'heat pump' })
 *
 * It needs `fetch` and nothing else, and imports nothing of the server.
 */
import { type FollowOptions, messagesOf, type StreamMessage } from './event-stream.ts'
import type { Job } from './generated/management.ts'
import { KontorError, parsed, refusalOf, unsendable } from './kontor-error.ts'
import {
  type Bytes,
  type Input,
  type Operation,
  type OperationId,
  operations,
  type Reply,
  type Sending,
  sendingOf,
} from './operations.ts'

export type { FollowOptions, StreamMessage, TenantEvent } from './event-stream.ts'
export type * as Agent from './generated/agent.ts'
export type * as Management from './generated/management.ts'
export type * as Wallet from './generated/wallet.ts'
export { KontorError } from './kontor-error.ts'
export type { Bytes, Input, OperationId, Reply } from './operations.ts'
export { type ReceiptEntry, type Verdict, verifyReceipt } from './verify-receipt.ts'

export type ClientOptions = {
  /** Where the server is, with the path of a proxy if there is one. */
  baseUrl: string
  /** An API key (`kontor_…`) or a session token (`sess_…`); some operations need neither. */
  credential?: string | undefined
  fetch?: typeof fetch | undefined
  /**
   * How often to try again after 409, 429 and 503, when the server says how long to wait and doing
   * it twice would be harmless: reads, and writes with an Idempotency-Key. 2 unless set.
   */
  retries?: number | undefined
  /** The longest wait that is worth it; 30 unless set. A longer one is an error at once. */
  retryAfterMaxSeconds?: number | undefined
}

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** Makes a POST safe to send again: the first answer comes back. */
  idempotencyKey?: string | undefined
  headers?: Record<string, string> | undefined
}

/** Everything about one exchange, also when the server refused. */
export type Exchange = {
  request: Sending
  status: number
  headers: Headers
  bytes: Uint8Array
  ms: number
}

/** An input of which everything may be left out may be left out itself. */
type Call<Id extends OperationId> =
  Partial<Input<Id>> extends Input<Id>
    ? (input?: Input<Id>, options?: CallOptions) => Promise<Reply<Id>>
    : (input: Input<Id>, options?: CallOptions) => Promise<Reply<Id>>

export type Kontor = { readonly [Id in OperationId]: Call<Id> } & {
  /** The same client with another credential, or with none. */
  as(credential: string | undefined): Kontor
  /** Sends an operation and gives the answer as it came, whatever its status. */
  exchange<Id extends OperationId>(
    id: Id,
    input: Input<Id>,
    options?: CallOptions,
  ): Promise<Exchange>
  /** The same for an address that the server gave: GET, or PUT with bytes. No credential. */
  exchangeUrl(url: string, bytes?: Bytes, options?: CallOptions): Promise<Exchange>
  /** Fetches an address that the server gave: a download link or a signed one. No credential. */
  fetchUrl(url: string, options?: CallOptions): Promise<Response>
  /** Sends bytes to an address that the server gave for them. No credential. */
  putUrl(url: string, bytes: Bytes, options?: CallOptions): Promise<{ etag: string | undefined }>
  /** What happens in the tenant, for as long as one listens; reconnects and misses nothing. */
  followEvents(options?: FollowOptions): AsyncGenerator<StreamMessage, void>
  /** A job each time it changes, until it is over. */
  followJob(jobId: string, options?: FollowOptions): AsyncGenerator<Job, void>
}

/** Throws KontorError for whatever is not a success, and at once for options that cannot be. */
export function openClient(options: ClientOptions): Kontor {
  requireUsable(options)
  const methods = Object.fromEntries(
    (Object.keys(operations) as OperationId[]).map((id) => [
      id,
      async (input: unknown, more: CallOptions = {}) => {
        const operation = operations[id]
        const sending = sendingOf(operation, input as Record<string, unknown>)
        return persistently(options, { operation, sending, more })
      },
    ]),
  )
  return Object.assign(methods as unknown as Kontor, {
    as: (credential: string | undefined) => openClient({ ...options, credential }),
    exchange: async (id: OperationId, input: unknown, more: CallOptions = {}) =>
      exchange(options, sendingOf(operations[id], input as Record<string, unknown>), more),
    exchangeUrl: async (url: string, bytes?: Bytes, more: CallOptions = {}) =>
      exchange(bare(options), atUrl(url, bytes), more),
    fetchUrl: async (url: string, more: CallOptions = {}) =>
      send(bare(options), atUrl(url), more, successOf),
    putUrl: async (url: string, bytes: Bytes, more: CallOptions = {}) =>
      send(bare(options), putOf(url, bytes), more, async (response) => {
        await (await successOf(response)).arrayBuffer()
        return { etag: response.headers.get('etag') ?? undefined }
      }),
    async *followEvents(more: FollowOptions = {}) {
      for await (const { id, text } of messagesOf(opener(options, '/v1/events'), more)) {
        yield { id, ...(parsed(text) as Omit<StreamMessage, 'id'>) }
      }
    },
    async *followJob(jobId: string, more: FollowOptions = {}) {
      const { path } = sendingOf(jobEvents, { id: jobId })
      for await (const { text } of messagesOf(opener(options, path), more)) {
        const job = parsed(text) as Job
        yield job
        if (job.status === 'done' || job.status === 'failed') return
      }
    },
  })
}

function opener(options: ClientOptions, path: string) {
  return (headers: Record<string, string>, signal: AbortSignal) =>
    send(options, { method: 'GET', path }, { headers, signal }, successOf)
}

function exchange(options: ClientOptions, request: Sending, more: CallOptions): Promise<Exchange> {
  const startedMs = performance.now()
  return send(options, request, more, async (response) => {
    const bytes = new Uint8Array(await response.arrayBuffer())
    const { status, headers } = response
    return { request, status, headers, bytes, ms: performance.now() - startedMs }
  })
}

const jobEvents: Operation = { method: 'GET', path: '/v1/jobs/{id}/events', answers: 'json' }

/** Programs without types: what is missing would fail on its way, and be tried again for ever. */
function requireUsable({ baseUrl, credential }: Partial<ClientOptions> = {}): void {
  const { username, search } = addressOf(baseUrl) ?? { username: '', search: '?' }
  if (typeof baseUrl !== 'string' || username || search) {
    const given = String(baseUrl).replace(/.*@/, '')
    const wanted = 'baseUrl must be where the server is, such as https://data.example.eu'
    throw unsendable(`${wanted}, and not ${given || 'empty'}.`)
  }
  if (credential !== undefined && typeof credential !== 'string') {
    throw unsendable('The credential must be a text, or left out.')
  }
}

/** Undefined for what no request can go to. A page may leave out its own server. */
function addressOf(text: unknown): URL | undefined {
  try {
    const { location } = globalThis as { location?: { href: string } }
    const url = new URL(text as string, location?.href)
    return /^https?:$/.test(url.protocol) ? url : undefined
  } catch {
    return undefined
  }
}

function putOf(url: string, bytes: Bytes): Sending {
  if (bytes === undefined) throw unsendable('There are no bytes to send.')
  return atUrl(url, bytes)
}

function atUrl(url: string, bytes?: Bytes): Sending {
  if (!url || !addressOf(url)) throw unsendable('The address must be one that the server gave.')
  return { method: bytes === undefined ? 'GET' : 'PUT', path: url, ...(bytes && { bytes }) }
}

/** Addresses that the server gives are whole, and are their own permission. */
function bare(options: ClientOptions): ClientOptions {
  return { ...options, baseUrl: '', credential: undefined }
}

async function successOf(response: Response): Promise<Response> {
  if (!response.ok) throw await refusalOf(response)
  return response
}

type Work = { operation: Operation; sending: Sending; more: CallOptions }

const retriesDefault = 2
const retryAfterMaxSecondsDefault = 30

/** Sends, and sends again where the server asks to wait and that does no harm. */
async function persistently(options: ClientOptions, work: Work): Promise<unknown> {
  const { retries = retriesDefault } = options
  const { retryAfterMaxSeconds = retryAfterMaxSecondsDefault } = options
  const { operation, sending, more } = work
  const read = async (response: Response) => replyOf(operation, await successOf(response))
  for (let tried = 0; ; tried++) {
    try {
      return await send(options, sending, more, read)
    } catch (error) {
      if (!(error instanceof KontorError)) throw error
      const { status, retryAfterSeconds = Number.POSITIVE_INFINITY } = error
      const worthIt = [409, 429, 503].includes(status) && retryAfterSeconds <= retryAfterMaxSeconds
      if (!worthIt || tried >= retries || !isHarmless(work)) throw error
      await pause(retryAfterSeconds * 1000, more.signal)
    }
  }
}

function isHarmless({ sending, more }: Work): boolean {
  // Read once, it is gone.
  if (sending.bytes instanceof ReadableStream) return false
  return sending.method === 'GET' || more.idempotencyKey !== undefined
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, fail) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      fail(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      done()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** What keeps an answer away or breaks it off is a KontorError, unless the caller gave up. */
async function send<T>(
  { baseUrl, credential, fetch: ask = fetch }: ClientOptions,
  { method, path, body, bytes, form }: Sending,
  { signal, idempotencyKey, headers }: CallOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const sent = bytes ?? form ?? (body === undefined ? undefined : JSON.stringify(body))
  try {
    const response = await ask(`${baseUrl.replace(/\/+$/, '')}${path}`, {
      method,
      headers: {
        ...credentialHeader(credential),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      body: sent,
      signal,
      // Another server would get the key: it goes along in a header that no redirect takes off.
      redirect: credential === undefined ? 'follow' : 'error',
      // A stream is sent while its answer may already come.
      duplex: sent instanceof ReadableStream ? 'half' : undefined,
    } as RequestInit)
    return await read(response)
  } catch (cause) {
    if (cause instanceof KontorError || signal?.aborted) throw cause
    const why = ((cause as Error).cause as Error | undefined)?.message
    const where = baseUrl || path.split('/', 3).join('/')
    const message = `${where} cannot be reached: ${why || (cause as Error).message}`
    throw new KontorError({ status: 0, code: 'unreachable', message, cause })
  }
}

function credentialHeader(credential: string | undefined): Record<string, string> {
  if (credential === undefined) return {}
  // Elsewhere it would be told by an error that shows it.
  if (/[^ -~]/.test(credential.trim())) throw unsendable('The credential has signs that none has.')
  if (credential.startsWith('sess_')) return { authorization: `Bearer ${credential}` }
  return { 'x-api-key': credential }
}

async function replyOf({ answers }: Operation, response: Response): Promise<unknown> {
  if (answers === 'bytes') return response
  const text = await response.text()
  if (answers === 'nothing' || text === '') return undefined
  const body = parsed(text) ?? undefined
  if (body !== undefined) return answers === 'data' ? (body as { data: unknown }).data : body
  const { status } = response
  throw new KontorError({
    status,
    code: 'not_json',
    message: 'The answer is not JSON.',
    body: text,
  })
}
