// As much of an S3 server as a lease asks of one: whole objects, and the conditions of RFC 9110.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Place } from '../../src/base/s3-place.ts'

export type LeaseFault = {
  /** Nothing is done, and nobody answers. */
  refuse?: boolean
  /** It is done, and nobody hears of it. */
  deaf?: boolean
  /** Whatever the conditions say. */
  obliging?: boolean
  /** Each request takes so long. */
  slowMs?: number
}

/** Compares ETags as Ceph does: without quotation marks alone. */
export async function conditionalS3() {
  const objects = new Map<string, { body: Buffer; etag: string }>()
  const state = { asked: 0, fault: {} as LeaseFault }
  const server = createServer(async (req, res) => {
    state.asked += 1
    const { refuse, deaf, obliging, slowMs = 0 } = state.fault
    if (refuse) return void req.socket.destroy()
    if (slowMs > 0) await sleep(slowMs)
    const name = req.url ?? ''
    const found = objects.get(name)
    const answer = (status: number, headers: Record<string, string>, body: string | Buffer) => {
      if (deaf) return void req.socket.destroy()
      res.writeHead(status, headers).end(body)
    }
    const refusal = (status: number, code: string) =>
      answer(status, {}, `<Error><Code>${code}</Code></Error>`)
    if (req.method === 'GET') {
      if (!found) return refusal(404, 'NoSuchKey')
      return answer(200, { etag: `"${found.etag}"` }, found.body)
    }
    const pieces: Buffer[] = []
    for await (const piece of req) pieces.push(piece as Buffer)
    // Together with what follows: nobody comes in between.
    const now = objects.get(name)
    const match = req.headers['if-match']
    const isRefused = req.headers['if-none-match'] === '*' ? now : match && match !== now?.etag
    if (isRefused && !obliging) return refusal(412, 'PreconditionFailed')
    const body = Buffer.concat(pieces)
    const etag = createHash('md5').update(body).digest('hex')
    objects.set(name, { body, etag })
    answer(200, { etag: `"${etag}"` }, '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const place: S3Place = {
    bucket: 'kontor',
    prefix: '',
    endpoint,
    region: 'us-east-1',
    pathStyle: true,
    accessKey: 'key',
    secretKey: 'secret',
  }
  return Object.assign(state, {
    place,
    objects,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}
