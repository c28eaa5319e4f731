import { Agent, request } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'

type Sent = { method: string; headers: Record<string, string>; body?: string | Uint8Array }
type Received = { status: number; headers: Headers; bytes: Buffer }

const plain = { request, agent: new Agent({ keepAlive: true }) }
/** Whom a server's certificate is good for is asked by those tests that are about it. */
const tls = {
  request: tlsRequest,
  agent: new TlsAgent({ keepAlive: true, rejectUnauthorized: false }),
}
/** What `fetch` says of itself; but it does not ask for compressed answers. */
const ofFetch = {
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
}

/**
 * A request to a server on this machine as `fetch` would make it, for less than half of what that
 * takes of a processor: tests make tens of thousands.
 */
export async function ask(url: URL, sent: Sent): Promise<Received> {
  const received = await askOnce(url, sent)
  const place = received.headers.get('location')
  if (place === null || ![301, 302, 303, 307, 308].includes(received.status)) return received
  const next = new URL(place, url)
  const { authorization: _, ...strangers } = sent.headers
  const headers = next.origin === url.origin ? sent.headers : strangers
  const isSentAgain = received.status > 303
  return ask(next, isSentAgain ? { ...sent, headers } : { method: 'GET', headers })
}

function askOnce(url: URL, { method, headers, body }: Sent): Promise<Received> {
  const type = typeof body === 'string' ? { 'content-type': 'text/plain;charset=UTF-8' } : {}
  // Not by itself where a method has a body seldom.
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const { request, agent } = url.protocol === 'https:' ? tls : plain
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) => reject(new TypeError('fetch failed', { cause }))
    const all = { ...ofFetch, ...type, ...length, ...lowered(headers) }
    const asked = request(url, { agent, method, headers: all }, (response) => {
      const parts: Buffer[] = []
      const { rawHeaders, statusCode = 0 } = response
      response.on('data', (part: Buffer) => parts.push(part)).on('error', fail)
      response.on('end', () => {
        resolve({ status: statusCode, headers: headersOf(rawHeaders), bytes: Buffer.concat(parts) })
      })
    })
    asked.on('error', fail).end(body)
  })
}

function lowered(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers()
  for (let at = 0; at < raw.length; at += 2)
    headers.append(raw[at] as string, raw[at + 1] as string)
  return headers
}
