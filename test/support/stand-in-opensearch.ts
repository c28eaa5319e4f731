// A small server that speaks of OpenSearch's HTTP API what the program uses, and compares vectors
// one by one. What it was asked is kept.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Doc = Record<string, unknown> & { vector: number[] }
// biome-ignore lint/suspicious/noExplicitAny: queries of every shape
type Query = any

type Said = { status: number; body: unknown }

export type StandIn = Awaited<ReturnType<typeof openStandIn>>

export async function openStandIn() {
  const indexes = new Map<string, { shape: Query; docs: Map<string, Doc> }>()
  const asked: { method: string; path: string; body: string; login: string | undefined }[] = []
  /** Undefined: as it should be. Deaf: it is done, and nobody hears so. */
  let disturbed: ((path: string) => Said | 'silent' | 'deaf' | undefined) | undefined

  function answerTo(method: string, path: string, body: string): [number, unknown] {
    const [, name = '', action = ''] = /^\/([^/?]*)\/?([^?]*)/.exec(path) ?? []
    if (path === '/') return [200, { version: { distribution: 'opensearch' } }]
    if (method === 'PUT') {
      indexes.set(name, { shape: JSON.parse(body), docs: new Map() })
      return [200, { acknowledged: true }]
    }
    const index = indexes.get(name)
    if (!index) return [404, { error: 'index_not_found_exception' }]
    const { docs } = index
    if (method === 'DELETE') return [200, { acknowledged: indexes.delete(name) }]
    if (action === '_bulk') {
      const lines = body.trim().split('\n')
      for (let i = 0; i < lines.length; i += 2) {
        const { index: to } = JSON.parse(lines[i] as string)
        docs.set(to._id, JSON.parse(lines[i + 1] as string))
      }
      return [200, { errors: false }]
    }
    if (action === '_delete_by_query') {
      const { query } = JSON.parse(body)
      for (const [id, doc] of docs) if (holds(query, doc)) docs.delete(id)
    }
    if (action === '_search') return [200, { hits: { hits: nearest(docs, JSON.parse(body)) } }]
    return [200, {}]
  }

  const server = createServer(async (req, res) => {
    const { method = '', url: path = '' } = req
    const body = await textOf(req)
    asked.push({ method, path, body, login: req.headers.authorization })
    const other = disturbed?.(path)
    if (other === 'silent') return
    if (other === 'deaf') {
      answerTo(method, path, body)
      return void req.socket.destroy()
    }
    const [status, said] = other ? [other.status, other.body] : answerTo(method, path, body)
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    indexes,
    asked,
    /** The numbers of all passages that it has, in order. */
    passages: () =>
      [...indexes.values()].flatMap(({ docs }) => [...docs.keys()].map(Number)).sort(ascending),
    disturb(how: typeof disturbed) {
      disturbed = how
      if (how === undefined) server.closeAllConnections()
    },
    [Symbol.dispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const ascending = (a: number, b: number) => a - b

function nearest(docs: Map<string, Doc>, { size, query }: Query): { _id: string }[] {
  const { vector, filter } = query.knn.vector
  const cosine = (doc: Doc) => doc.vector.reduce((sum, part, i) => sum + part * vector[i], 0)
  return [...docs]
    .filter(([, doc]) => holds(filter, doc))
    .map(([_id, doc]) => ({ _id, _score: cosine(doc) }))
    .sort((a, b) => b._score - a._score)
    .slice(0, size)
}

function holds(query: Query, doc: Doc): boolean {
  if (query.bool) return query.bool.filter.every((one: Query) => holds(one, doc))
  const [[kind, on]] = Object.entries(query) as [[string, Query]]
  const [[column, wanted]] = Object.entries(on) as [[string, Query]]
  const value = doc[column] as number
  if (kind === 'terms') return wanted.includes(value)
  if (kind === 'term') return wanted === value
  const { gt = -Infinity, gte = -Infinity, lte = Infinity } = wanted
  return value > gt && value >= gte && value <= lte
}

async function textOf(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of req as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString()
}
