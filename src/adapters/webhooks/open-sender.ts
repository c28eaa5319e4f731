import { lookup as lookUp } from 'node:dns'
import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import type { Sender, Sending, Sent, UrlTrouble } from '../../domain/webhooks/ports.ts'
import { type AddressRules, addressRules } from './address-rules.ts'

export const answerMaxBytes = 64 * 1024
const headersMaxBytes = 16 * 1024
/** For a name, a connection and an answer together. */
const answerWithinMs = 15_000

/**
 * Sends events to addresses that tenants chose. An address is judged when it is known, which is
 * after the name was resolved and on the very one that is connected to, so that a name which
 * changes what it stands for gains nothing. No redirect is followed.
 */
export function openSender(
  allowed: readonly string[],
  { timeoutMs = answerWithinMs }: { timeoutMs?: number } = {},
): Sender {
  const rules = addressRules(allowed)
  return {
    troubleWith: (url) => troubleWith(rules, url),
    async send(sending, signal) {
      const trouble = troubleWith(rules, sending.url)
      if (trouble) return { problem: trouble.message }
      try {
        return await exchange(
          rules,
          sending,
          AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        )
      } catch (error) {
        return { problem: problemOf(error) }
      }
    },
  }
}

function troubleWith(rules: AddressRules, text: string): UrlTrouble | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    return { reason: 'not_an_address', message: 'url must be an address such as https://…' }
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    const message = 'url must have no user name, password or fragment'
    return { reason: 'not_an_address', message }
  }
  const host = hostOf(url)
  const isListed = rules.isListedName(host) || rules.isListed(host)
  if (url.protocol === 'http:' && !isListed) {
    return { reason: 'https_required', message: 'url must begin with https://' }
  }
  if (isListed || isIP(host) === 0 || rules.isOpen(host)) return undefined
  return { reason: 'address_not_allowed', message: closedMessage }
}

const closedMessage = 'the address is not one of the open Internet'

function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

class Closed extends Error {
  constructor() {
    super(closedMessage)
  }
}

function exchange(rules: AddressRules, sending: Sending, signal: AbortSignal): Promise<Sent> {
  const url = new URL(sending.url)
  const isListedName = rules.isListedName(hostOf(url))
  const isOpen = (address: string) => isListedName || rules.isOpen(address)
  const request = url.protocol === 'https:' ? tlsRequest : plainRequest
  const body = Buffer.from(sending.body, 'utf8')
  return new Promise((resolve, reject) => {
    const options: RequestOptions = {
      method: 'POST',
      headers: { ...sending.headers, 'content-length': body.length },
      agent: false,
      lookup: lookupOf(isOpen),
      maxHeaderSize: headersMaxBytes,
      signal,
    }
    const req = request(url, options, (answer) => {
      // From here on, a connection that breaks is an answer that is shorter.
      req.off('error', reject).on('error', () => {})
      readAnswer(answer).then(resolve, reject)
    })
    req.on('error', reject)
    req.on('socket', (socket) => judge(socket, isOpen))
    req.end(body)
  })
}

/** Every address that a name has must be open, whichever is tried. */
function lookupOf(isOpen: (address: string) => boolean): LookupFunction {
  return (hostname, options, done) => {
    lookUp(hostname, { ...options, all: true }, (error, found) => {
      const first = found?.[0]
      if (error || !first) return done(error ?? new Error('the name has no address'), '', 4)
      if (!found.every(({ address }) => isOpen(address))) return done(new Closed(), '', 4)
      if (options.all) return done(null, found)
      done(null, first.address, first.family)
    })
  }
}

/** The same of the one that is connected to, before anything is said to it. */
function judge(socket: Socket, isOpen: (address: string) => boolean): void {
  socket.once('connect', () => {
    const address = socket.remoteAddress ?? ''
    if (!isOpen(address)) socket.destroy(new Closed())
  })
}

/** As much as is kept; an answer that does not end, or not well, still had its status. */
async function readAnswer(answer: IncomingMessage): Promise<Sent> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of answer) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= answerMaxBytes) break
    }
  } catch {
    // What came is what there is.
  }
  answer.destroy()
  const body = Buffer.concat(chunks).subarray(0, answerMaxBytes).toString('utf8')
  return { status: answer.statusCode ?? 0, headers: headersOf(answer), body }
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const said = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  )
  return Object.fromEntries(said)
}

/** Said to the tenant: nothing of what else lives in the network. */
function problemOf(error: unknown): string {
  if (error instanceof Closed) return error.message
  const { code, name } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError') return 'no answer in time'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the name has no address'
  if (/CERT|SSL|TLS|SIGNATURE/.test(code ?? '')) return `the connection is not secure (${code})`
  return `no answer (${code ?? 'the connection ended'})`
}
