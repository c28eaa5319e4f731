// What clients begin and do not finish: bodies that do not come, answers that are not taken, heads
// without end, connections without requests.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestApp } from '../../support/open-test-app.ts'
import { type RawConnection, rawConnections } from '../../support/raw-connections.ts'
import { shared } from '../../support/shared.ts'
import { untilSo } from '../../support/until.ts'

const { fact } = shared(() =>
  openTestApp({
    parts: { jobs: false, workers: false },
    config: {
      requestsMax: 20,
      requestsPerAddress: 5,
      connectionsMax: 60,
      headSeconds: 1,
      bodyIdleSeconds: 2,
      bodySeconds: 5,
      answerIdleSeconds: 1,
      trustedProxies: '127.0.0.1',
      signup: 'open',
    },
  }),
)

function begun(path: string, headers: string[] = []): string {
  const head = [`POST ${path} HTTP/1.1`, 'host: localhost', 'content-type: application/json']
  return [...head, 'content-length: 100', ...headers, '', '{'].join('\r\n')
}

async function allClosed(connections: readonly RawConnection[]): Promise<string[]> {
  await Promise.all(connections.map(({ closed }) => closed))
  return connections.map((connection) => connection.statuses().join())
}

function bodyOf(connection: RawConnection): Record<string, unknown> {
  const text = connection.received()
  return JSON.parse(text.slice(text.indexOf('\r\n\r\n')))
}

fact('bodies that do not come take no place from anybody, and are given up', async (app) => {
  await using raw = rawConnections(app.url)
  const held = await raw.openMany(40, begun('/v1/auth/login'))
  await untilSo('they are all here', async () => app.traffic.inFlight() >= 20)
  const { token } = await app.signUp('Honest')
  assert.is((await app.call('GET', '/v1/me', { as: token })).status, 200)
  assert.is(app.traffic.shedSoFar(), 0)
  assert.equal([...new Set(await allClosed(held))].sort(), ['408', '429'])
  await untilSo('nothing of them is left', () => app.traffic.inFlight() === 0)
})

fact('a body that only drips is given up in time, a silent one sooner, with an id', async (app) => {
  await using raw = rawConnections(app.url)
  const { token } = await app.signUp('Uploader')
  const open = await raw.open(begun('/v1/auth/login'))
  const form = `content-type: multipart/form-data; boundary=x\r\nauthorization: Bearer ${token}`
  const upload = await raw.open(
    `POST /assets HTTP/1.1\r\nhost: localhost\r\n${form}\r\ncontent-length: 900\r\n\r\n`,
  )
  const dripping = setInterval(() => [open, upload].map(({ send }) => send(' ')), 200)
  using _ = { [Symbol.dispose]: () => clearInterval(dripping) }
  const silent = await raw.open(begun('/v1/auth/login'))
  await untilSo('the silent one is given up', () => silent.statuses().join() === '408')
  assert.equal(open.statuses(), [])
  await untilSo('the others are', () => open.socket.destroyed && upload.statuses().length === 1)
  assert.equal(upload.statuses(), ['408'])
  const { error, request_id } = bodyOf(open)
  assert.equal([open.statuses(), (error as { code: string }).code], [['408'], 'request_timeout'])
  assert.match(open.received(), `x-request-id: ${request_id}`)
  assert.match(open.received(), /^connection: close/im)
})

fact('behind a trusted proxy the address is the one that it forwards', async (app) => {
  await using raw = rawConnections(app.url)
  const from = (address: string) => begun('/v1/auth/login', [`x-forwarded-for: ${address}`])
  const [one, ...others] = await Promise.all([
    raw.openMany(8, from('10.0.0.1')),
    ...[2, 3, 4].map((number) => raw.openMany(4, from(`10.0.0.${number}`))),
  ])
  const ofOne = (await allClosed(one ?? [])).toSorted()
  assert.equal(ofOne, ['408', '408', '408', '408', '408', '429', '429', '429'])
  assert.equal([...new Set(await allClosed(others.flat()))], ['408'])
})

fact('when all places for bodies are taken, who has most of them gives one up', async (app) => {
  await using raw = rawConnections(app.url)
  const from = (address: string) => begun('/v1/auth/login', [`x-forwarded-for: ${address}`])
  const [most = [], ...others] = await Promise.all([
    raw.openMany(5, from('10.0.1.1')),
    ...[2, 3, 4, 5].map((number) => raw.openMany(4, from(`10.0.1.${number}`))),
  ])
  assert.equal((await allClosed(most)).toSorted(), ['408', '408', '408', '408', '429'])
  assert.equal([...new Set(await allClosed(others.flat()))], ['408'])
})

fact('a head that does not come, and a connection that asks nothing, are closed', async (app) => {
  await using raw = rawConnections(app.url)
  const slow = await raw.open('GET /v1/me HTTP/1.1\r\nhost: local')
  const silent = await raw.open()
  await allClosed([slow, silent])
  for (const connection of [slow, silent]) {
    assert.equal(connection.statuses(), ['408'])
    assert.match(connection.received(), /^x-request-id: req_/im)
  }
})

fact('answers that nobody takes end with their connection', async (app) => {
  await using raw = rawConnections(app.url)
  const open = await raw.open()
  open.socket.pause()
  // Each for another address, so that none has too many; altogether more than the system buffers.
  for (let n = 0; n < 15; n++) {
    const from = `x-forwarded-for: 10.0.2.${n}`
    open.send(`GET /openapi/b.json HTTP/1.1\r\nhost: localhost\r\n${from}\r\n\r\n`)
  }
  // Who does not read hears of the end by writing alone.
  await untilSo('the connection has ended', () => {
    open.send('\r\n')
    return open.socket.destroyed
  })
  assert.is((await app.call('GET', '/livez')).status, 200)
})

fact('connections that ask nothing make room for others, those of longest first', async (app) => {
  await using raw = rawConnections(app.url)
  const ask = 'GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n'
  const idle: RawConnection[] = []
  for (let n = 0; n < 80; n++) {
    const connection = await raw.open(ask)
    await untilSo('it is answered', () => connection.statuses().length === 1)
    idle.push(connection)
  }
  assert.is((await app.call('GET', '/livez')).status, 200)
  assert.ok(
    idle.slice(0, 20).every(({ socket }) => socket.destroyed),
    'the first are closed',
  )
  assert.ok(
    idle.slice(25).every(({ socket }) => !socket.destroyed),
    'the last are not',
  )
})

test.run()
