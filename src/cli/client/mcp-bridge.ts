import type { McpPlace } from './mcp-place.ts'

type Id = string | number
type Message = { id?: Id; method?: string; params?: { [name: string]: unknown } }
type Answer = { jsonrpc?: unknown; id?: unknown; message?: unknown; result?: unknown }

/** JSON-RPC: a failure of the server, or on the way to it. */
const serverError = -32_000
const parseError = -32_700

export type McpBridge = {
  /** Sends a line on; what comes back goes to `out` when it comes. */
  carry(line: string): void
  /** Settles when every request has its answer. */
  settled(): Promise<void>
}

/**
 * Between lines of JSON-RPC and POST /mcp. Every request gets an answer: what the server or the
 * way to it refuses becomes an error with the request's id.
 */
export function openMcpBridge(place: McpPlace, out: (line: string) => void): McpBridge {
  const running = new Set<Promise<void>>()
  const aborts = new Map<Id, AbortController>()
  /** As agreed in `initialize`; each message of 2026-07-28 names its own. */
  let version: string | undefined

  const tell = (answer: object) => out(JSON.stringify(answer))
  const fail = (id: Id | null, error: { code: number; message: string }) =>
    tell({ jsonrpc: '2.0', id, error })

  async function deliver(message: Message | Message[], signal: AbortSignal): Promise<void> {
    const ids = idsOf(message)
    try {
      const { status, answer } = await post(place, { message, version, signal })
      version = agreedIn(answer) ?? version
      if (ids.length === 0) return
      if (isJsonRpc(answer)) return tell(withId(answer, ids))
      for (const id of ids) fail(id, { code: serverError, message: refusal(status, answer) })
    } catch (error) {
      if (signal.aborted) return
      for (const id of ids) fail(id, { code: serverError, message: unreachable(place, error) })
    }
  }

  return {
    carry(line) {
      if (line.trim() === '') return
      const message = parsed(line) as Message | Message[] | null | undefined
      if (typeof message !== 'object' || message === null) {
        return fail(null, { code: parseError, message: 'The line is not a JSON-RPC message.' })
      }
      const abort = new AbortController()
      for (const id of idsOf(message)) aborts.set(id, abort)
      const cancelled = cancelledBy(message)
      if (cancelled !== undefined) return aborts.get(cancelled)?.abort()
      const delivery = deliver(message, abort.signal).finally(() => {
        running.delete(delivery)
        for (const id of idsOf(message)) aborts.delete(id)
      })
      running.add(delivery)
    },
    async settled() {
      await Promise.all(running)
    },
  }
}

type Post = { message: Message | Message[]; version: string | undefined; signal: AbortSignal }

async function post({ url, key }: McpPlace, { message, version, signal }: Post) {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...protocolHeaders(message, version),
    },
    body: JSON.stringify(message),
    signal,
  })
  return { status: response.status, answer: parsed(await response.text()) }
}

const versionKey = 'io.modelcontextprotocol/protocolVersion'

/** What a client over HTTP says in headers: the version, and from 2026-07-28 on the method. */
function protocolHeaders(message: Message | Message[], agreed: string | undefined) {
  const { method = '', params } = Array.isArray(message) ? {} : message
  const own = (params?._meta as Record<string, unknown> | undefined)?.[versionKey]
  if (typeof own !== 'string') {
    return agreed === undefined || method === 'initialize' ? {} : { 'mcp-protocol-version': agreed }
  }
  const name = method === 'resources/read' ? params?.uri : params?.name
  return {
    'mcp-protocol-version': own,
    'mcp-method': inHeader(method),
    ...(typeof name === 'string' ? { 'mcp-name': inHeader(name) } : {}),
  }
}

/** As the protocol has it: plain where a header can hold it, else as marked Base64. */
function inHeader(value: string): string {
  if (/^[!-~]([ -~]*[!-~])?$/.test(value) && !value.startsWith('=?')) return value
  return `=?base64?${Buffer.from(value).toString('base64')}?=`
}

function idsOf(message: Message | Message[]): Id[] {
  const messages = Array.isArray(message) ? message : [message]
  return messages.flatMap((one) =>
    one?.method !== undefined && one.id !== undefined && one.id !== null ? [one.id] : [],
  )
}

function cancelledBy(message: Message | Message[]): Id | undefined {
  if (Array.isArray(message) || message.method !== 'notifications/cancelled') return undefined
  return message.params?.requestId as Id | undefined
}

function isJsonRpc(answer: unknown): answer is Answer | Answer[] {
  return Array.isArray(answer) || (answer as Answer | null | undefined)?.jsonrpc === '2.0'
}

/** An error about the message as a whole has no id; here it is the one request's. */
function withId(answer: Answer | Answer[], ids: readonly Id[]): object {
  if (Array.isArray(answer) || (answer.id !== null && answer.id !== undefined)) return answer
  return { ...answer, id: ids.length === 1 ? ids[0] : null }
}

function agreedIn(answer: unknown): string | undefined {
  const result = (answer as Answer | null | undefined)?.result as { protocolVersion?: unknown }
  return typeof result?.protocolVersion === 'string' ? result.protocolVersion : undefined
}

function refusal(status: number, answer: unknown): string {
  const why = (answer as Answer | null | undefined)?.message
  return `The server answered ${status}${typeof why === 'string' ? `: ${why}` : '.'}`
}

function unreachable({ url }: McpPlace, error: unknown): string {
  const { message, cause } = error as Error
  return `${url} cannot be reached: ${(cause as Error | undefined)?.message || message}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
