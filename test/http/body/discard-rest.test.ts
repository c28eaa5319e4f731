// The rest of a body that was refused while it came: how long it is read on.
import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { discardRest } from '../../../src/http/body/discard-rest.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { untilSo } from '../../support/until.ts'

const hourMs = 3_600_000

function openBody() {
  const req = Object.assign(new PassThrough(), { complete: false })
  return { req, closed: once(req, 'close') }
}

test('who goes on sending is read on, and cut off in the end', async () => {
  const { req, closed } = openBody()
  const startedMs = performance.now()
  discardRest({ req } as never, { idleMaxMs: 200, allMaxMs: 1_000 })
  const sending = setInterval(() => req.write('more'), 20)
  await closed
  clearInterval(sending)
  assert.ok(performance.now() - startedMs > 900)
  assert.is(req.readableLength, 0, 'nothing was kept')
})

test('who stops sending is cut off', async () => {
  const { req, closed } = openBody()
  discardRest({ req } as never, { idleMaxMs: 20, allMaxMs: hourMs })
  req.write('the last')
  await closed
})

test('what came whole is left alone', () => {
  const { req } = openBody()
  discardRest({ req: Object.assign(req, { complete: true }) } as never, {
    idleMaxMs: 0,
    allMaxMs: 0,
  })
  assert.is(req.listenerCount('data'), 0)
})

/** Far more than the sockets hold: it must be read, or what comes after it never is. */
const size = 5 * 1024 * 1024
const announced = [`content-length: ${size}`, Buffer.alloc(size, ' ')] as const
const inChunks = [
  'transfer-encoding: chunked',
  `${size.toString(16)}\r\n${' '.repeat(size)}\r\n0\r\n\r\n`,
] as const

const refused: [
  what: string,
  line: string,
  body: typeof announced | typeof inChunks,
  is: string,
][] = [
  ['too large a body', 'POST /v1/auth/login', announced, '413'],
  ['a body that turns out too large', 'POST /v1/auth/login', inChunks, '413'],
  ['an upload without a link', 'PUT /blobs/obj_none?signature=x', announced, '403'],
  ['a body for nobody', 'POST /v1/datasets', announced, '401'],
]
for (const [what, line, [header, body], is] of refused) {
  test(`${what}: the answer arrives, and the connection serves the next request`, async () => {
    await using app = await openTestApp()
    // A machine that stands still for a while cuts the sender off: then once more.
    await untilSo('both are answered', async () => {
      const statuses = await answersTo(app.url, [
        `${line} HTTP/1.1\r\nhost: kontor\r\n${header}\r\n\r\n`,
        body,
        'GET /health HTTP/1.1\r\nhost: kontor\r\nconnection: close\r\n\r\n',
      ])
      return statuses.join() === `${is},200`
    })
  })
}

/** The statuses that come back on one connection before it ends, or says nothing any more. */
async function answersTo(url: string, pieces: readonly (string | Buffer)[]): Promise<string[]> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.setTimeout(30_000, () => socket.destroy()).on('error', () => {})
  let text = ''
  socket.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  const closed = new Promise<void>((done) => socket.once('close', () => done()))
  for (const piece of pieces) socket.write(piece)
  await closed
  return [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status)
}

test.run()
