// The server stops: whoever was heard is answered whole, and nobody keeps a connection for more.
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Answering } from '../../../src/http/connections/early-refusals.ts'
import { serverFor, stop, urlOf } from '../../../src/http/http-server.ts'
import { rawConnections } from '../../support/raw-connections.ts'
import { untilSo } from '../../support/until.ts'

const settings = { connectionsMax: 100, headSeconds: 20 }
/** A stop waits for so long until it cuts. */
const graceMs = 10_000

async function serving(answer: Answering) {
  const server = serverFor(settings, { answer })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = urlOf(server, { host: '127.0.0.1' })
  const stopped = async () => {
    const beganMs = performance.now()
    let cuts = 0
    await stop(server, { first() {}, stillThere() {}, beforeCut: () => void cuts++ })
    return { cuts, isAtOnce: performance.now() - beganMs < graceMs / 2 }
  }
  return { url, stopped, [Symbol.asyncDispose]: async () => void server.closeAllConnections() }
}

const atOnce = { cuts: 0, isAtOnce: true }

test('clients that ask on and on over kept connections are all answered, and let go', async () => {
  let heard = 0
  await using server = await serving((req, res) => {
    heard++
    req.resume()
    setTimeout(() => res.end('done'), 20)
  })
  let answered = 0
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (;;) {
      const asking = request(server.url, { agent, method: 'POST' }).end('x')
      const answer = (await once(asking, 'response').catch(() => [])) as IncomingMessage[]
      if (answer[0] === undefined) return agent.destroy()
      if ((await buffer(answer[0])).toString() === 'done') answered++
    }
  }
  const clients = Array.from({ length: 10 }, client)
  await untilSo('all are at it', () => answered > 30)
  assert.equal(await server.stopped(), atOnce)
  await Promise.all(clients)
  assert.is(answered, heard)
})

test('an answer whose head is out is sent to its end, and its connection closed', async () => {
  let end = () => {}
  await using server = await serving((_, res) => {
    res.write('begun')
    end = () => void res.end('over')
  })
  await using raw = rawConnections(server.url)
  const connection = await raw.open('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  await untilSo('it has begun', () => connection.received().includes('begun'))
  const stopped = server.stopped()
  end()
  assert.equal(await stopped, atOnce)
  await connection.closed
  assert.ok(connection.received().endsWith('over\r\n0\r\n\r\n'), connection.received())
})

test('an answer that its client takes slowly is not cut', async () => {
  const bytes = Buffer.alloc(8 * 1024 * 1024, 'a')
  let socket: Socket | undefined
  await using server = await serving((req, res) => {
    socket = req.socket
    res.end(bytes)
  })
  const asking = request(server.url, { agent: new Agent({ keepAlive: true }) }).end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  assert.ok(socket && socket.writableLength > 0, 'some of it is not sent yet')
  const stopped = server.stopped()
  assert.is((await buffer(answer)).length, bytes.length)
  assert.equal(await stopped, atOnce)
})

test('a connection on which too much came at once ends with its last answer', async () => {
  let now = 0
  let most = 0
  await using server = await serving((_, res) => {
    most = Math.max(most, ++now)
    setTimeout(() => res.end(`answer ${now--}`), 1)
  })
  await using raw = rawConnections(server.url)
  const connection = await raw.open('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(300))
  await untilSo('what is heard is answered', () => connection.statuses().length === 129)
  assert.match(connection.received().slice(-200), /connection: close/i)
  await connection.closed
  assert.is(most, 16)
  assert.equal(await server.stopped(), atOnce)
})

test.run()
