// What the campaign of query strings takes an answer for, and the connections that it asks over.
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createRawServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openPipes } from '../../scripts/soaking/pipes.ts'
import { wrongWith } from '../../scripts/soaking/queries.ts'

const reason = '{"error":{"code":"bad_request"}}'
const verdicts: [status: number, text: string, path: string, says: string | undefined][] = [
  [200, '{}', '/search?q=a', undefined],
  [400, reason, '/search?q=a', undefined],
  [503, '', '/search?q=a', undefined],
  [431, '', '/search?q=a', undefined],
  [400, '', '/search?q=\xff', undefined],
  [400, '', '/search?q=a', 'a refusal without a reason'],
  [409, reason, '/search?q=a', 'a status that is not documented'],
  [204, '', '/search?q=a', 'a status that is not documented'],
  [302, '', '/search?q=a', 'a fault'],
  [500, reason, '/search?q=a', 'a fault'],
  [500, reason, '/search?q=\xff', 'a fault'],
  [200, '{}', '/search?q=\xff', undefined],
  [0, 'the connection was closed', '/search?q=a', 'a fault'],
]
for (const [status, text, path, says] of verdicts) {
  test(`${status} ${text} to ${path} is ${says ?? 'proper'}`, () => {
    const statuses = new Set([200, 400, 402])
    assert.is(wrongWith({ status, text }, { path, statuses }), says)
  })
}

/** Answers what it is asked for: `/200/text`, and in pieces without a length behind `/chunked`. */
async function openEcho() {
  let connections = 0
  const server = createServer(async (asked, answer) => {
    const [, status = '', text = ''] = /^\/(\d+)\/(.*)$/.exec(asked.url ?? '') ?? []
    await sleep(Math.random() * 5)
    answer.statusCode = Number(status)
    if (!text.startsWith('chunked')) return void answer.end(text)
    answer.write(text)
    await sleep(5)
    answer.end(asked.headers.authorization)
  })
  server.on('connection', () => connections++)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    [Symbol.dispose]: () => void server.close(),
  }
}

test('each answer is that of its question, many on few connections', async () => {
  using echo = await openEcho()
  using pipes = openPipes({ url: echo.url, connections: 2 })
  const kinds = ['200/a', '400/b', '204/', '200/chunked', '404/', `200/${'x'.repeat(3000)}`]
  const paths = Array.from({ length: 120 }, (_, i) => `/${kinds[i % kinds.length]}`)
  const hits = await Promise.all(paths.map((path) => pipes.get({ path, credential: 'me' })))
  for (const [i, { status, text }] of hits.entries()) {
    const [, asked = '', sent = ''] = /^\/(\d+)\/(.*)$/.exec(paths[i] ?? '') ?? []
    assert.is(status, Number(asked))
    assert.is(text, sent === 'chunked' ? 'chunkedBearer me' : sent.slice(0, 500))
  }
  assert.is(echo.connections(), 2)
})

const ends: [name: string, says: string, error: RegExp][] = [
  ['closes without an answer', '', /the connection was closed/],
  ['closes in the middle of one', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{', /was closed/],
]
for (const [name, says, error] of ends) {
  test(`a server that ${name} leaves nobody waiting, and is asked anew`, async () => {
    const server = createRawServer((socket) => socket.once('data', () => socket.end(says)))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    using pipes = openPipes({ url: `http://127.0.0.1:${port}`, connections: 1 })
    for (let i = 0; i < 2; i++) {
      const both = [
        pipes.get({ path: '/a', credential: 'me' }),
        pipes.get({ path: '/b', credential: 'me' }),
      ]
      for (const end of await Promise.allSettled(both)) {
        assert.match(String(end.status === 'rejected' && end.reason), error)
      }
    }
    server.close()
  })
}

test('what is no answer is told', async () => {
  const server = createRawServer((socket) =>
    socket.once('data', () => socket.write('what?\r\n\r\n')),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  using pipes = openPipes({ url: `http://127.0.0.1:${port}`, connections: 1 })
  assert.equal(await pipes.get({ path: '/a', credential: 'me' }), {
    status: 0,
    text: 'not an answer: what?\r\n',
  })
  server.close()
})

test.run()
