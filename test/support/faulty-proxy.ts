// Stands between us and an S3 server, and cuts or alters what passes. The Host header stays, so
// that signatures hold.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Transform } from 'node:stream'

/** What is done to a request and its answer; what is left out passes as it is. */
export type Fault = {
  /** No answer: the connection breaks. */
  refuse?: boolean
  status?: number
  /** Of the body of the answer only so many bytes, then the connection breaks. */
  cutAfter?: number
  /** The same number of other bytes. */
  alter?: boolean
  etag?: string
}

export async function faultyProxy(endpoint: string) {
  const { hostname, port } = new URL(endpoint)
  const state = {
    asked: 0,
    fault: (_: IncomingMessage): Fault | undefined => undefined,
  }
  const server = createServer((req, res) => {
    state.asked += 1
    const { refuse, status, cutAfter, alter, etag } = state.fault(req) ?? {}
    if (refuse) return void req.socket.destroy()
    if (status !== undefined) {
      req.resume()
      return void res.writeHead(status).end()
    }
    const { method, url: path, headers } = req
    const onward = request({ hostname, port, method, path, headers }, (answer) => {
      const changed = { ...answer.headers, ...(etag === undefined ? {} : { etag }) }
      res.writeHead(answer.statusCode ?? 502, changed)
      let passed = 0
      const change = new Transform({
        transform(chunk: Buffer, _, done) {
          const left = (cutAfter ?? Number.POSITIVE_INFINITY) - passed
          passed += chunk.length
          if (chunk.length > left) {
            this.push(chunk.subarray(0, left))
            return void setTimeout(() => res.destroy(), 20)
          }
          done(null, alter ? Buffer.alloc(chunk.length, '#') : chunk)
        },
      })
      answer.pipe(change).pipe(res)
    })
    onward.once('error', () => res.destroy())
    req.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
