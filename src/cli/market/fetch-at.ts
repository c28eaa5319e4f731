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
    if (status >= 300 && status < 400) throw pointsElsewhere(response, server)
    const type = headers.get('content-type') ?? ''
    const isPage = type.startsWith('text/html')
    // Every answer of ours has an id, unless a proxy takes it away.
    const isOurs = headers.has('x-request-id') || type === '' || type.includes('json')
    if (isPage || !isOurs) throw strangeAnswer(response, server)
    return response
  }
}

type Failure = { server: string; signal: AbortSignal | null | undefined }

function unlessAborted(error: unknown, { server, signal }: Failure): unknown {
  if (signal?.aborted) return error
  const cause = (error as Error).cause as (Error & { code?: string }) | undefined
  const why = reasons.find(([codes]) => codes.test(cause?.code ?? ''))?.[1]
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
