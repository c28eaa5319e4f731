// What goes over the wire to S3, against a server of ours that works out the signatures by itself
// from the published rules (not from the signer that we use). No proof that S3 takes it: that is
// the contract suite's, on a real server. So that it does not rot.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openBlobsS3 } from '../../../src/adapters/blobs/s3/blobs-s3.ts'
import { openS3Requests } from '../../../src/adapters/blobs/s3/s3-requests.ts'
import { newId } from '../../../src/base/ids.ts'
import { type S3Place, s3AddressIn } from '../../../src/base/s3-place.ts'
import { admissionTo } from '../../support/admission-to.ts'
import { blobText } from '../../support/blob-text.ts'
import { chunksOf } from '../../support/open-test-catalog.ts'
import { refusal } from '../../support/refusal.ts'
import { signatureOf } from '../../support/s3-signature.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const secretKey = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
function placeAt(port: number): S3Place {
  const endpoint = `http://127.0.0.1:${port}`
  const keys = { accessKey: 'AKIDEXAMPLE', secretKey }
  return {
    bucket: 'files',
    prefix: 'a.market/',
    endpoint,
    region: 'eu-test-1',
    pathStyle: true,
    ...keys,
  }
}

async function openDouble() {
  const objects = new Map<string, Buffer>()
  const seen = { wrong: [] as string[], answers: [] as number[] }
  const server = createServer(async (req, res) => {
    const body = Buffer.concat(await Array.fromAsync(req))
    const status = seen.answers.shift()
    if (status !== undefined) return void res.writeHead(status).end()
    const url = new URL(req.url ?? '', 'http://double')
    const { authorization = '' } = req.headers
    const given = /SignedHeaders=([^,]+), Signature=([0-9a-f]+)/.exec(authorization)
    const [, signed = '', signature] = given ?? []
    const { method, headers } = req
    const asked = { method, url, headers, signed: signed.split(';') }
    const isSigned = signature === signatureOf(asked, { secretKey, region: 'eu-test-1' })
    const isWhole = req.headers['x-amz-content-sha256'] === sha256(body)
    if (!isSigned || !isWhole || !signed.includes('host')) seen.wrong.push(`${req.method} ${url}`)
    const name = url.pathname
    const object = objects.get(name)
    if (req.method === 'PUT') objects.set(name, body)
    else if (!object) return void res.writeHead(404).end()
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(req.headers.range ?? '') ?? []
    const shown = from === undefined ? object : object?.subarray(Number(from), Number(to) + 1)
    const bytes = req.method === 'PUT' ? Buffer.alloc(0) : (shown ?? Buffer.alloc(0))
    res.writeHead(200, { etag: '"e"', 'content-length': bytes.length })
    res.end(req.method === 'HEAD' ? undefined : bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = placeAt((server.address() as AddressInfo).port)
  const s3 = openS3Requests(place)
  const folder = temporaryFolder()
  const blobs = openBlobsS3({ place, s3, temporary: folder.path, admission: admissionTo(s3) })
  return Object.assign(seen, {
    blobs,
    objects,
    s3,
    [Symbol.dispose]() {
      server.closeAllConnections()
      server.close()
      folder[Symbol.dispose]()
    },
  })
}

const mib = 1024 * 1024
const newKey = () => `${newId('obj', Date.now())}-0123456789`

test('each request is signed, with its bytes, and lies below the prefix', async () => {
  using double = await openDouble()
  const key = newKey()
  await double.blobs.receive(key, chunksOf('one ', 'two'), { limitBytes: 7 })
  assert.is(await blobText(double.blobs, key), 'one two')
  assert.equal(double.wrong, [])
  assert.equal([...double.objects.keys()].sort(), [
    `/files/a.market/blobs/${key}`,
    '/files/a.market/kontor-installation.json',
  ])
})

test('weakness is tried again, refused keys are not; in the end the store is away', async () => {
  using double = await openDouble()
  const key = newKey()
  double.answers.push(503, 500)
  await double.blobs.receive(key, chunksOf('x'), { limitBytes: 1 })
  double.answers.push(403)
  assert.is((await refusal(double.blobs.open(key))).name, 'FilesAway')
  double.answers.push(503, 503, 503, 503)
  assert.is((await refusal(double.blobs.open(key))).name, 'FilesAway')
  assert.is(await blobText(double.blobs, key), 'x')
  assert.equal(Object.fromEntries(double.s3.troubles), { HTTP503: 5, HTTP500: 1, HTTP403: 1 })
})

test('an address says its bucket, and what is none is refused', () => {
  assert.equal(s3AddressIn('s3://files/a/b?endpoint=https://s3.test:9000/&path_style=true'), {
    bucket: 'files',
    prefix: 'a/b/',
    pathStyle: true,
    endpoint: 'https://s3.test:9000',
  })
  assert.equal(s3AddressIn('s3://files'), { bucket: 'files', prefix: '', pathStyle: false })
  for (const text of [
    'https://files',
    's3://',
    's3://Fi/x',
    's3://key:secret@files',
    's3://files/a b',
    's3://files/x/%2a',
    's3://files?endpoint=ftp://x',
    's3://files?endpoint=https://x/path',
    's3://files?token=1',
    's3://files?path_style=maybe',
  ]) {
    assert.is(s3AddressIn(text), undefined, text)
  }
})

/** In a thread of its own: it answers while this one has no turn, 60 ms after it is asked. */
async function serverBeside() {
  const source = `
    const { parentPort } = require('node:worker_threads')
    const server = require('node:http').createServer((_, res) => {
      parentPort.postMessage('asked')
      setTimeout(() => res.end('here'), 60)
    })
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`
  const thread = new Worker(source, { eval: true })
  const [port] = (await once(thread, 'message')) as [number]
  const isAsked = () => once(thread, 'message')
  return { port, isAsked, [Symbol.asyncDispose]: async () => void (await thread.terminate()) }
}

test('an answer that came while this process had no turn is in time', async () => {
  await using beside = await serverBeside()
  const s3 = openS3Requests(placeAt(beside.port))
  const asked = s3.ask({ method: 'GET', name: 'x', once: true, withinMs: 500 })
  await beside.isAsked()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
  const answer = await asked
  assert.is(await new Response(answer.body).text(), 'here')
})

test('an answer is awaited from when the body may be sent, over a slow line, too', async () => {
  const server = createServer(async (req, res) => {
    for await (const _ of req) if (!req.readableEnded) await sleep(30)
    res.end('taken')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const s3 = openS3Requests(placeAt((server.address() as AddressInfo).port))
    const body = Buffer.alloc(mib)
    const asked = { method: 'PUT', name: 'x', body, once: true, withinMs: 100 } as const
    assert.is(await s3.text(asked), 'taken')
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('who asks a server that hangs hears so at once, but for one in a while', async () => {
  let [asked, answers] = [0, false]
  const server = createServer((_, res) => {
    asked += 1
    if (answers) res.end('here')
    else if (asked > 2) res.writeHead(200, { 'content-length': '900' }).write('<')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const s3 = openS3Requests(placeAt((server.address() as AddressInfo).port))
    const read = () => s3.text({ method: 'GET', name: 'x', withinMs: 100 })
    const awayFor = async (times: number) => {
      for (let n = 0; n < times; n += 1) assert.is((await refusal(read())).name, 'FilesAway')
    }
    await awayFor(20)
    assert.is(asked, 1, 'and it was tried once')
    await sleep(3_100)
    await awayFor(20)
    assert.is(asked, 2)
    await sleep(3_100)
    // Now there is a head, and no body.
    await awayFor(20)
    assert.is(asked, 3)
    answers = true
    await sleep(3_100)
    for (const _ of ['once', 'again']) assert.is(await read(), 'here')
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('of several that are asked at once, one that takes too long is tried again', async () => {
  let tries = 0
  const server = createServer((req, res) => {
    if (req.url?.endsWith('slow') && ++tries === 1) return
    res.end('here')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const s3 = openS3Requests(placeAt((server.address() as AddressInfo).port))
    const slow = s3.text({ method: 'GET', name: 'slow', withinMs: 300 })
    assert.is(await s3.text({ method: 'GET', name: 'quick' }), 'here')
    assert.is(await slow, 'here')
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test.run()
