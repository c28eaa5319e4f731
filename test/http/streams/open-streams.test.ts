// A stream whose client takes nothing: how much lies here for it, what is said, who waits for it.
import { once } from 'node:events'
import Koa, { type Context } from 'koa'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { serverFor, stop, urlOf } from '../../../src/http/http-server.ts'
import * as limits from '../../../src/http/streams/limits.ts'
import { type EventStream, openStreams } from '../../../src/http/streams/open-streams.ts'
import { rawConnections } from '../../support/raw-connections.ts'
import { until, untilSo } from '../../support/until.ts'

const piece = 'x'.repeat(16 * 1024)
const news = { id: '1', data: piece }
/** More than what a system keeps for a connection of this machine. */
const piecesMax = 2_000

async function serving() {
  const said: [object, string][] = []
  const streams = openStreams({
    durable: () => undefined,
    log: { info: (facts: object, text: string) => void said.push([facts, text]) },
  })
  const open: { stream: EventStream; ctx: Context }[] = []
  const app = new Koa().use((ctx) => {
    ctx.state.requestId = 'req_1'
    open.push({ stream: streams.begin(ctx, 'usr_1'), ctx })
  })
  const server = serverFor({ connectionsMax: 100, headSeconds: 20 }, { answer: app.callback() })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const raw = rawConnections(urlOf(server, { host: '127.0.0.1' }))
  /** One that asks and does not read, once what it is sent lies here. */
  async function deaf() {
    const before = open.length
    const { socket } = await raw.open('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    socket.pause()
    return until('its stream is there', () => open[before])
  }
  const close = async () => {
    await raw[Symbol.asyncDispose]()
    server.close()
    server.closeAllConnections()
  }
  return { said, streams, server, deaf, [Symbol.asyncDispose]: close }
}

test('a client that does not read has little lying here, and is cut off with a word', async () => {
  await using server = await serving()
  const { stream, ctx } = await server.deaf()
  let mostBytes = 0
  for (let sent = 0; sent < piecesMax && !ctx.res.destroyed; sent++) {
    stream.send(news)
    if (!ctx.res.destroyed) mostBytes = Math.max(mostBytes, ctx.res.writableLength)
    await new Promise((done) => setImmediate(done))
  }
  assert.ok(ctx.res.destroyed, 'it was cut off')
  assert.ok(mostBytes <= limits.unsentMaxBytes, `${mostBytes} bytes lay here`)
  await untilSo('it is gone', () => server.streams.count() === 0)
  assert.is(server.streams.cutSoFar(), 1)
  const [[facts, text] = []] = server.said
  assert.is(text, 'stream cut off: what it was sent is not taken')
  const { unsentBytes, ...others } = facts as { unsentBytes: number }
  assert.equal(others, { requestId: 'req_1' })
  assert.ok(unsentBytes > limits.unsentMaxBytes)
})

test('a client that does not read holds no server that stops', async () => {
  await using server = await serving()
  const { stream, ctx } = await server.deaf()
  for (let sent = 0; sent < piecesMax && ctx.res.writableLength === 0; sent++) {
    stream.send(news)
    await new Promise((done) => setImmediate(done))
  }
  assert.ok(ctx.res.writableLength > 0 && !ctx.res.destroyed, 'something waits for it')
  let cuts = 0
  const beganMs = performance.now()
  await stop(server.server, {
    first: server.streams.endAll,
    stillThere() {},
    beforeCut: () => void cuts++,
  })
  assert.is(cuts, 0)
  assert.ok(performance.now() - beganMs < 4 * limits.endMs)
})

test('a client that reads is ended and not cut off', async () => {
  await using server = await serving()
  const { stream, ctx } = await server.deaf()
  stream.send(news)
  server.streams.endAll()
  await once(ctx.res, 'close')
  assert.equal([server.streams.cutSoFar(), server.said], [0, []])
})

test.run()
