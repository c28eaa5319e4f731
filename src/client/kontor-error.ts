/** What the server refused, or how the way to it failed. */
export class KontorError extends Error {
  override readonly name = 'KontorError'
  /** Of the answer; 0 when there was none. */
  readonly status!: number
  /**
   * The server's word for it, such as `insufficient_credits`; `unreachable` without an answer, and
   * `bad_request` with the status 0 for what was not sent.
   */
  readonly code!: string
  readonly requestId: string | undefined
  /** Seconds after which trying again may help: 429, 503, and some 409. */
  readonly retryAfterSeconds: number | undefined
  /** The whole body of the answer. */
  readonly body: unknown

  constructor({
    message,
    cause,
    ...facts
  }: {
    status: number
    code: string
    message: string
    requestId?: string | undefined
    retryAfterSeconds?: number | undefined
    body?: unknown
    cause?: unknown
  }) {
    super(message, { cause })
    Object.assign(this, facts)
  }
}

type Said = { code?: unknown; message?: unknown; detail?: unknown }

/** What the caller gave cannot be sent. */
export function unsendable(message: string): KontorError {
  return new KontorError({ status: 0, code: 'bad_request', message })
}

/** Reads a refusal in any of the server's dialects, and in none. */
export async function refusalOf(response: Response): Promise<KontorError> {
  // The status says enough where the text breaks off.
  const text = await response.text().catch(() => '')
  const body = parsed(text)
  const said = saidIn(body)
  const wait = response.headers.get('retry-after')
  return new KontorError({
    status: response.status,
    code: typeof said.code === 'string' ? said.code : `http_${response.status}`,
    message: messageOf(said, response),
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: wait !== null && /^\d+$/.test(wait) ? Number(wait) : undefined,
    body: body ?? text,
  })
}

function saidIn(body: unknown): Said {
  if (typeof body !== 'object' || body === null) return {}
  const { error } = body as { error?: unknown }
  return typeof error === 'object' && error !== null ? error : body
}

function messageOf({ message, detail }: Said, { status, statusText }: Response): string {
  const said = [message, detail].find((one) => typeof one === 'string')
  return typeof said === 'string' ? said : `The server answered ${status} ${statusText}`.trimEnd()
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
