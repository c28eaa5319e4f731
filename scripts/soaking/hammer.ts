// Many small requests over a few connections that stay open, exactly as they are written.
import { Agent, request } from 'node:http'

export type Shot = {
  method: string
  /** Sent as it is; characters are bytes. */
  path: string
  headers?: Record<string, string>
  body?: Buffer
}

export type Hit = { status: number; text: string }

export type Hammer = Disposable & { send(shot: Shot): Promise<Hit> }

const answerMaxMs = 180_000

/** `using hammer = openHammer({ url, connections: 8 })`. */
export function openHammer({ url, connections }: { url: string; connections: number }): Hammer {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(url)
  return {
    send: ({ method, path, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const length = body === undefined ? {} : { 'content-length': `${body.length}` }
        const sent = { ...headers, ...length }
        const asking = request({ agent, hostname, port, method, path, headers: sent }, (answer) => {
          const chunks: Buffer[] = []
          answer
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .once('error', reject)
            .once('end', () => {
              resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
            })
        })
        asking.setTimeout(answerMaxMs, () => asking.destroy(new Error(`no answer to ${path}`)))
        asking.once('error', reject).end(body)
      }),
    [Symbol.dispose]: () => agent.destroy(),
  }
}

/** Characters as bytes, and none that ends a request line: what a path may be made of. */
export function asPath(text: string): string {
  return Buffer.from(text, 'utf8')
    .toString('latin1')
    .replace(/[\0-\x20\x7f]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** Does it so often, so many at a time; ends early when `stop` says so. */
export async function repeated(
  { times, atOnce, stop }: { times: number; atOnce: number; stop: () => boolean },
  work: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const line = async () => {
    while (next < times && !stop()) await work(next++)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, times) }, line))
}

/** How often something happened, by name. */
export class Tally {
  readonly counts: Record<string, number> = {}

  add(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }

  addAll(counts: Readonly<Record<string, number>>): void {
    for (const [name, count] of Object.entries(counts)) {
      this.counts[name] = (this.counts[name] ?? 0) + count
    }
  }

  toString(): string {
    const sorted = Object.entries(this.counts).sort(([a], [b]) => (a < b ? -1 : 1))
    return sorted.map(([name, count]) => `${count} × ${name}`).join(', ')
  }
}
