import type { IncomingMessage, ServerResponse } from 'node:http'

/** What is longer is not sent: a search of licences names all that fit. */
export const bodyMaxBytes = 1024 * 1024

/** The body of a request of whoever has shown the token; empty where it is too long. */
export async function bodyOf(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of req as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > bodyMaxBytes) return ''
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

export function send(
  res: ServerResponse,
  { status, body }: { status: number; body: unknown },
): void {
  const text = JSON.stringify(body)
  res.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  })
  res.end(text)
}

export type Refused = { from: string; why: string }

const toldMax = 100

/**
 * Whoever does not show what it should hears what that is; what it sends is not read. `tell` is
 * told once of each address and reason, and of no more than a log bears; scanners show nothing.
 */
export function openRefusals(tell: (refused: Refused) => void) {
  const told = new Set<string>()
  return ({ headers, socket }: IncomingMessage, res: ServerResponse, why: string): void => {
    res.setHeader('connection', 'close')
    send(res, { status: 401, body: { error: why } })
    const from = socket.remoteAddress ?? ''
    const isNew = !told.has(`${from} ${why}`) && told.size < toldMax
    if (headers.authorization === undefined || !isNew) return
    told.add(`${from} ${why}`)
    tell({ from, why })
  }
}
