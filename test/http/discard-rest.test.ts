import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestApp } from '../support/open-test-app.ts'

const mebibyte = 1024 * 1024
const announced = (bytes: number) =>
  [`content-length: ${bytes}`, Buffer.alloc(bytes, 0x20)] as const
const inChunks = (bytes: number) =>
  [
    'transfer-encoding: chunked',
    Buffer.concat([
      Buffer.from(`${bytes.toString(16)}\r\n`),
      Buffer.alloc(bytes, 0x20),
      Buffer.from('\r\n0\r\n\r\n'),
    ]),
  ] as const

const refused: [title: string, line: string, body: readonly [string, Buffer], status: string][] = [
  ['too large a body', 'POST /v1/auth/login', announced(5 * mebibyte), '413'],
  ['a body that turns out too large', 'POST /v1/auth/login', inChunks(5 * mebibyte), '413'],
  ['an upload without a link', 'PUT /blobs/obj_none?signature=x', announced(20 * mebibyte), '403'],
  ['a body for nobody', 'POST /v1/datasets', announced(5 * mebibyte), '401'],
]

for (const [title, line, [header, body], status] of refused) {
  test(`${title}: the answer arrives, and the connection serves the next request`, async () => {
    await using app = await openTestApp()
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    socket.write(`${line} HTTP/1.1\r\nhost: kontor\r\n${header}\r\n\r\n`)
    socket.write(body)
    socket.write('GET /health HTTP/1.1\r\nhost: kontor\r\nconnection: close\r\n\r\n')
    const answers = await text(socket)
    const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code)
    assert.equal(statuses, [status, '200'])
  })
}

test.run()
