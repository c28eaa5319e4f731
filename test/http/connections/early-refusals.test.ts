// What is refused before there is a request to find a route for, and what becomes of the connection
// of a request that is refused while its body still comes.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestApp } from '../../support/open-test-app.ts'
import { rawConnections } from '../../support/raw-connections.ts'
import { shared } from '../../support/shared.ts'
import { untilSo } from '../../support/until.ts'

const { fact } = shared(() => openTestApp({ parts: { jobs: false, workers: false } }))

type Body = { code?: string; detail?: string; request_id?: string; error?: { code: string } }

const long = 'x'.repeat(60_000)
const chunked = 'content-type: application/json\r\ntransfer-encoding: chunked'
const refused: [what: string, sent: string, status: string, is: (body: Body) => unknown][] = [
  ['a head over the limit, B', `GET /v1/me?${long}`, '431', ({ error }) => error?.code],
  ['a head over the limit, A', `GET /search?q=${long}`, '431', ({ code }) => code],
  ['a head over the limit, C', `GET /microip?${long}`, '431', (body) => body.detail && body.code],
  ['no HTTP at all', 'NONSENSE', '400', ({ code }) => code],
  ['an unknown method', 'FETCH /v1/me HTTP/1.1', '400', ({ error }) => error?.code],
  [
    'two lengths',
    'POST /v1/me HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2',
    '400',
    ({ error }) => error?.code,
  ],
  ['no host, B', 'GET /v1/me HTTP/1.1', '400', ({ error }) => error?.code],
  ['no host, C', 'GET /balance HTTP/1.1', '400', (body) => body.detail && body.code],
  [
    'a chunk that is none',
    `POST /v1/auth/login HTTP/1.1\r\nhost: localhost\r\n${chunked}\r\n\r\nzz`,
    '400',
    ({ error }) => error?.code,
  ],
]
const codes: Record<string, string> = { '400': 'bad_request', '431': 'headers_too_large' }
for (const [what, sent, status, codeOf] of refused) {
  fact(`${what}: ${status} as everything else, with the id of the request`, async (app) => {
    await using raw = rawConnections(app.url)
    const connection = await raw.open(`${sent}\r\n\r\n`)
    await connection.closed
    const text = connection.received()
    const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) as Body
    assert.equal([connection.statuses(), codeOf(body)], [[status], codes[status]])
    const [, id] = /^x-request-id: (req_\w+)/im.exec(text) ?? []
    assert.ok(id, text)
    if (body.detail === undefined) assert.is(body.request_id, id)
    assert.match(text, /^x-content-type-options: nosniff/im)
    assert.match(text, /^connection: close/im)
  })
}

fact('a request that expects what nobody knows is answered like any other', async (app) => {
  await using raw = rawConnections(app.url)
  const head = 'GET /v1/me HTTP/1.1\r\nhost: localhost\r\nexpect: the-best\r\n\r\n'
  const connection = await raw.open(head)
  await untilSo('it is answered', () => connection.statuses().length > 0)
  assert.equal(connection.statuses(), ['401'])
  assert.match(connection.received(), /^x-request-id: req_\w+/im)
})

/** Three paths with three answers, so that it shows which one is whose. */
const paths: [path: string, status: string][] = [
  ['/health', '200'],
  ['/v1/me', '401'],
  ['/nowhere', '404'],
]
const askedAtOnce = (count: number) =>
  Array.from({ length: count }, (_, i) => paths[i % paths.length] ?? ['/', '404'])

fact('a client that does not wait for its answers gets them all, in their order', async (app) => {
  await using raw = rawConnections(app.url)
  const asked = askedAtOnce(128)
  const send = asked.map(([path]) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`).join('')
  const connection = await raw.open(send)
  await untilSo('all are answered', () => connection.statuses().length === asked.length)
  assert.equal(
    connection.statuses(),
    asked.map(([, status]) => status),
  )
  connection.send('GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await untilSo('and it goes on', () => connection.statuses().length > asked.length)
})

fact('who sends more than that is told, after the answers to what came before', async (app) => {
  await using raw = rawConnections(app.url)
  const asked = askedAtOnce(400)
  const send = asked.map(([path]) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`).join('')
  const connection = await raw.open(send)
  await connection.closed
  const [told, ...rest] = connection.statuses().slice(128)
  assert.equal([told, rest], ['429', []])
  const [, last = ''] = connection.received().split('HTTP/1.1 429')
  assert.match(last, /^connection: close/im)
  assert.match(last, /^retry-after: 1\r$/im)
  assert.match(last, '"code":"rate_limited"')
})

fact('a query of 2,048 characters is answered whatever its script', async (app) => {
  const key = await app.key(await app.signUp('Buyer'))
  for (const character of ['x', 'ß', '泵', '\u{20bb7}']) {
    const characters = 2_048 / character.length
    const q = encodeURIComponent(character.repeat(characters))
    const { status } = await app.call('GET', `/search?q=${q}`, { as: key })
    assert.is(status, 200, character)
  }
})

/** Far more than the sockets hold: it must be read, or what comes after it never is. */
const size = 5 * 1024 * 1024
const announced = [`content-length: ${size}`, Buffer.alloc(size, ' ')] as const
const inChunks = [
  'transfer-encoding: chunked',
  `${size.toString(16)}\r\n${' '.repeat(size)}\r\n0\r\n\r\n`,
] as const
const form = 'content-type: multipart/form-data; boundary=x'

const kept: [what: string, line: string, headers: string, is: string][] = [
  ['too large a body', 'POST /v1/auth/login', '', '413'],
  ['an upload without a link', 'PUT /blobs/obj_none?signature=x', '', '403'],
  ['a body for nobody', 'POST /v1/datasets', '', '401'],
  ['a file without a session', 'POST /assets', `${form}\r\n`, '401'],
]
for (const [what, line, headers, is] of kept) {
  const [length, body] = announced
  fact(`${what}: the answer arrives, and the connection serves the next request`, async (app) => {
    await using raw = rawConnections(app.url)
    const connection = await raw.open(
      `${line} HTTP/1.1\r\nhost: localhost\r\n${headers}${length}\r\n\r\n`,
    )
    connection.send(body)
    connection.send('GET /livez HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    await connection.closed
    assert.equal(connection.statuses(), [is, '200'])
  })
}

for (const [what, line, headers, is] of kept) {
  const [length, body] = announced
  fact(`${what}: the answer also arrives where the client ends its connection`, async (app) => {
    await using raw = rawConnections(app.url)
    const connection = await raw.open(
      `${line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${headers}${length}\r\n\r\n`,
    )
    connection.send(body)
    await connection.closed
    assert.equal([connection.statuses(), connection.socket.errored], [[is], null])
  })
}

fact('who asks before sending a body hears the refusal alone, and else 100', async (app) => {
  await using raw = rawConnections(app.url)
  const asking = async (line: string, length: number) => {
    const head = 'host: localhost\r\ncontent-type: application/json\r\nexpect: 100-continue'
    const connection = await raw.open(
      `${line} HTTP/1.1\r\n${head}\r\ncontent-length: ${length}\r\n\r\n`,
    )
    await untilSo('something comes back', () => connection.statuses().length > 0)
    return connection
  }
  const refusal = await asking('POST /v1/datasets', 100)
  assert.equal(refusal.statuses(), ['401'])
  assert.match(refusal.received(), /^connection: close/im)
  refusal.send('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await refusal.closed
  assert.equal(refusal.statuses(), ['401'])
  const taken = await asking('POST /v1/auth/login', 2)
  assert.equal(taken.statuses(), ['100'])
  taken.send('{}')
  await untilSo('it is answered', () => taken.statuses().length > 1)
  assert.equal(taken.statuses(), ['100', '400'])
})

fact('a body whose length nobody knows is refused with the end of its connection', async (app) => {
  const [length, body] = inChunks
  await using raw = rawConnections(app.url)
  const connection = await raw.open(
    `POST /v1/auth/login HTTP/1.1\r\nhost: localhost\r\n${length}\r\n\r\n`,
  )
  connection.send(body)
  connection.send('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await connection.closed
  assert.equal(connection.statuses(), ['413'])
  assert.match(connection.received(), /^connection: close/im)
  // Who writes on is not cut off in the middle of it, or the answer may be lost.
  const writing = await raw.open(
    `POST /v1/auth/login HTTP/1.1\r\nhost: localhost\r\n${length}\r\n\r\n`,
  )
  writing.send(body)
  await writing.closed
  assert.equal([writing.statuses(), writing.socket.errored], [['413'], null])
})

fact(
  'a refused file leaves its connection whole, but where its rest does not come',
  async (app) => {
    const { token } = await app.signUp('Seller')
    await using raw = rawConnections(app.url)
    const head = [
      'POST /assets HTTP/1.1',
      'host: localhost',
      `authorization: Bearer ${token}`,
      form,
    ]
    const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.exe"\r\n\r\n'
    const body = `${part}${'MZ'.repeat(50_000)}\r\n--x--\r\n`
    const connection = await raw.open(
      [...head, `content-length: ${body.length}`, '', ''].join('\r\n'),
    )
    connection.send(body)
    await untilSo('it is refused', () => connection.statuses().join() === '415')
    const idle = await raw.open('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await untilSo('it is answered', () => idle.statuses().length === 1)
    const stalled = await raw.open(
      'PUT /blobs/obj_none?signature=x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n',
    )
    const startedMs = performance.now()
    const ask = 'GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n'
    for (let n = 2; performance.now() - startedMs < 7_000; n++) {
      connection.send(ask)
      await untilSo('the next is answered', () => connection.statuses().length === n)
      await new Promise((done) => setTimeout(done, 250))
      assert.not(connection.socket.destroyed, `cut after ${performance.now() - startedMs} ms`)
    }
    await untilSo('one has ended', () => stalled.socket.destroyed || idle.socket.destroyed)
    assert.not(idle.socket.destroyed, 'one that asks nothing was ended before')
    assert.equal(stalled.statuses(), ['403'])
  },
)

test.run()
