import { Agent, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import { createSecureContext } from 'node:tls'
import { type Papers, showing } from './papers.ts'
import type { Proof } from './protocol.ts'

export type Exchanged = { readonly status: number; readonly text: string }

type Asked = {
  method?: 'GET' | 'POST'
  body?: string
  /** For the connection and the whole answer. */
  timeoutMs: number
  signal?: AbortSignal | undefined
}

const answerMaxBytes = 64 * 1024 * 1024

/**
 * JSON to and from one address, with the token of search nodes, over connections that are kept. No
 * redirect is followed. What is thrown says nothing of the token.
 */
export function openExchange(base: string, { token, papers }: Proof) {
  const isTls = base.startsWith('https:')
  const connecting = isTls ? tlsConnections(papers) : plainConnections()
  const request = isTls ? tlsRequest : plainRequest

  function ask(path: string, { method = 'POST', body, timeoutMs, signal }: Asked) {
    const { promise, resolve, reject } = Promise.withResolvers<Exchanged>()
    const headers: Record<string, string | number> = { authorization: `Bearer ${token}` }
    if (body !== undefined) {
      headers['content-type'] = 'application/json'
      headers['content-length'] = Buffer.byteLength(body)
    }
    const agent = connecting.agent()
    const req = request(`${base}${path}`, { method, headers, agent, signal }, (res) => {
      readAll(res).then((text) => resolve({ status: res.statusCode ?? 0, text }), reject)
    })
    const late = setTimeout(() => req.destroy(new Error('no answer in time')), timeoutMs)
    req.once('error', reject)
    req.end(body)
    return promise.finally(() => clearTimeout(late))
  }

  return { ask, close: connecting.close }
}

function plainConnections() {
  const agent = new Agent({ keepAlive: true })
  return { agent: () => agent, close: () => agent.destroy() }
}

/** Whoever is still being asked over the old ones is answered. */
const oldEndAfterMs = 60_000

/** The certificate of the other side is looked at as a connection begins, and may end later. */
const anewAfterMs = 3_600_000

/** New ones, when what is shown was renewed, and from time to time. */
function tlsConnections(papers: Papers | undefined) {
  const open = () => ({
    ...(papers && { cert: papers.cert, ca: papers.ca }),
    untilMs: performance.now() + anewAfterMs,
    // Made once: each connection would read some 150 certificates anew, ten milliseconds of work.
    agent: new TlsAgent({ keepAlive: true, secureContext: createSecureContext(showing(papers)) }),
  })
  let now = open()
  return {
    agent() {
      const isRenewed = papers && (papers.cert !== now.cert || papers.ca !== now.ca)
      if (isRenewed || performance.now() > now.untilMs) {
        const { agent: old } = now
        setTimeout(() => old.destroy(), oldEndAfterMs).unref()
        now = open()
      }
      return now.agent
    },
    close: () => now.agent.destroy(),
  }
}

async function readAll(res: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of res as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > answerMaxBytes) throw new Error('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
