import { KontorError } from '../../client/index.ts'

/**
 * Asks a server elsewhere, and nobody whom it points to: a session is for it alone. Whatever else
 * answers in its place, a proxy or the wrong machine, is told in one sentence with what to do.
 */
export function fetchAt(server: string): typeof fetch {
  return async (input, init) => {
    // Files may go straight to where they are kept.
    const isElsewhere = !String(input).startsWith(`${server}/`)
    if (isElsewhere) return fetch(input, { ...init, redirect: 'error' })
    const asked = fetch(input, { ...init, redirect: 'manual' })
    const response = await asked.catch((error: unknown) => {
      throw unlessAborted(error, { server, signal: init?.signal })
    })
    const { status, headers } = response
    if (status >= 300 && status < 400 && headers.has('location'))
      throw pointsElsewhere(response, server)
    const type = headers.get('content-type') ?? ''
    const isPage = type.startsWith('text/html')
    // Every answer of ours has an id, unless a proxy takes it away.
    const isOurs = headers.has('x-request-id') || type === '' || type.includes('json')
    if (isPage || !isOurs) throw strangeAnswer(response, server)
    if (!response.ok && !isObject(await textOf(response.clone()))) {
      throw strangeAnswer(response, server)
    }
    return readWhole(response, server)
  }
}

/** Whose text is asked for, is an answer of the API: one that came whole, and an object. */
function readWhole(response: Response, server: string): Response {
  const read = response.text.bind(response)
  return Object.assign(response, {
    async text() {
      const text = await read().catch((error: unknown) => {
        throw brokenOff(error, server)
      })
      if (response.status !== 204 && !isObject(text)) throw strangeAnswer(response, server)
      return text
    },
  })
}

/** The status says enough where the text breaks off. */
function textOf(response: Response): Promise<string> {
  return response.text().catch(() => '')
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

function brokenOff(error: unknown, server: string): unknown {
  const { cause, name, message } = error as Error & { cause?: Error }
  if (name === 'AbortError') return error
  return unanswered(
    `The answer of ${server} did not come whole, or is packed otherwise than it says ` +
      `(${cause?.message || message}). Look whether it was done before you give the command ` +
      'again; if it stays so, ask whoever runs the server.',
    error,
  )
}

type Failure = { server: string; signal: AbortSignal | null | undefined }

function unlessAborted(error: unknown, { server, signal }: Failure): unknown {
  if (signal?.aborted) return error
  const cause = (error as Error).cause as (Error & { code?: string }) | undefined
  const code = cause?.code ?? cause?.name ?? ''
  const why = reasons.find(([codes]) => codes.test(code))?.[1]
  const said = why?.(cause as Certified) ?? `${cause?.message || (error as Error).message}`
  return unanswered(`${server} cannot be reached: ${said}`, error)
}

type Certified = Error & { cert?: { subjectaltname?: string; valid_to?: string } }

const trust =
  'if it is the right one, put that of its authority into a file named in NODE_EXTRA_CA_CERTS'
/** What the system says, and what to do. */
const reasons: [codes: RegExp, why: (cause: Certified) => string][] = [
  [/^ECONNREFUSED$/, () => 'nothing listens there. Look at the address and its port.'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, () => 'this name leads to no address. Look how it is written.'],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    ({ cert }) => `its certificate is for ${namesIn(cert)}. Give the name that is in it.`,
  ],
  [
    /^CERT_HAS_EXPIRED$/,
    ({ cert }) =>
      `its certificate ended ${cert?.valid_to ?? 'some time ago'}. Whoever runs it must renew ` +
      'it, unless the clock of this machine is wrong.',
  ],
  [
    /SELF_SIGNED_CERT|^UNABLE_TO_(VERIFY|GET_ISSUER)/,
    () => `nobody whom this machine trusts signed its certificate: ${trust}.`,
  ],
  [
    /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/,
    () => 'it closed the connection without an answer. Try again, or ask whoever runs it.',
  ],
  [
    /TIMEOUT$|^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/,
    () => 'no answer comes from there. Look at the address, and whether this machine is connected.',
  ],
  [
    /^(HPE_|HTTPParserError)/,
    () => 'what answers there speaks no HTTP. Look at the address and its port.',
  ],
  [/^(EPROTO|ERR_SSL_)/, () => 'there is no HTTPS. Look at the address and its port.'],
]

function namesIn(cert: Certified['cert']): string {
  return cert?.subjectaltname?.replaceAll(/\b(DNS|IP Address):/g, '') || 'other names'
}

function pointsElsewhere({ headers, url }: Response, server: string): KontorError {
  const location = headers.get('location') ?? ''
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined
  const place = `${target?.origin}${target?.pathname}`
  // The same path elsewhere: what is before it is where the server is said to be.
  const { pathname } = new URL(url.slice(server.length), 'http://localhost')
  const base = place.endsWith(pathname) ? place.slice(0, -pathname.length) : place
  return unanswered(
    `${server} sends on to ${target ? base.replace(/\/$/, '') : 'nowhere'}, and this does not ` +
      'follow: give with --server the address of the server itself.',
  )
}

function strangeAnswer({ status, statusText }: Response, server: string): KontorError {
  const who = `What answered at ${server} is not Kontor, but perhaps a proxy before it`
  return unanswered(`${who} (${`${status} ${statusText}`.trimEnd()}). ${wayAt(status)}`)
}

function wayAt(status: number): string {
  if (status >= 500) return 'Try again later, or ask whoever runs the server.'
  if (status === 413) return 'It takes no file as large as this: ask whoever runs the server.'
  if ([401, 403, 407, 429].includes(status)) return 'It lets nobody through: ask whoever runs it.'
  return 'Look at the address: its name, its port and its path.'
}

function unanswered(message: string, cause?: unknown): KontorError {
  return new KontorError({ status: 0, code: 'unreachable', message, cause })
}
