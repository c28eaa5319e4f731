import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sha256Of, someText } from '../../support/open-test-catalog.ts'
import { openTestProvider, type TestProvider } from '../../support/open-test-provider.ts'
import { shared } from '../../support/shared.ts'
import { untilSo } from '../../support/until.ts'

/** Each fact has objects of its own. */
const { fact } = shared(openTestProvider)

const linkInvalid = {
  code: 'forbidden',
  message: 'This link is not valid or has expired.',
  details: {},
}

fact('a PUT of the declared bytes answers 200, an ETag and no body', async (provider) => {
  const { upload_url } = await open(provider)
  const { status, headers, bytes } = await provider.call('PUT', upload_url, { raw: someText })
  assert.equal([status, bytes.length], [200, 0])
  assert.is(headers.get('etag'), `"${sha256Of(someText)}"`)
})

fact('a PUT needs no credential and minds none', async (provider) => {
  const { upload_url } = await open(provider)
  const asked = { raw: someText, as: provider.names.nobody, headers: { 'content-type': 'a/b' } }
  assert.is((await provider.call('PUT', upload_url, asked)).status, 200)
})

fact('fewer bytes are taken and leave the upload open', async (provider) => {
  const { object_id, upload_url } = await open(provider)
  assert.is(await provider.put(upload_url, 'short'), 200)
  assert.is(await confirm(provider, object_id), 409)
  assert.is(await provider.put(upload_url), 200)
  assert.is(await confirm(provider, object_id), 200)
})

fact('an empty body is no file', async (provider) => {
  const { object_id, upload_url } = await open(provider)
  assert.is((await provider.call('PUT', upload_url)).status, 200)
  assert.is(await confirm(provider, object_id), 409)
})

fact('encoded bytes, and a range of them, are not taken for the file', async (provider) => {
  const { object_id, upload_url } = await open(provider)
  const encodings = [
    { 'content-encoding': 'gzip' },
    { 'content-range': 'bytes 0-40/82' },
    { 'transfer-encoding': 'gzip, chunked' },
  ]
  for (const headers of encodings) {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const isInChunks = 'transfer-encoding' in headers
    const head = `${lines.join('')}connection: close${isInChunks ? '' : '\r\ncontent-length: 41'}`
    const body = isInChunks ? `29\r\n${someText}\r\n0\r\n\r\n` : someText
    const answer = await sendRaw(upload_url, { headers: head, body })
    assert.match(answer, /^HTTP\/1\.1 400 .*"reason":"not_as_it_is"/s)
  }
  const asked = { raw: someText, headers: { 'content-encoding': 'identity' } }
  assert.is((await provider.call('PUT', upload_url, asked)).status, 200)
  assert.is(await confirm(provider, object_id), 200)
})

const oversize: [title: string, headers: string, body: string][] = [
  ['an announced length above the limit', `content-length: ${1_000_000}`, ''],
  ['chunks that go on and on', 'transfer-encoding: chunked', `28\r\n${'x'.repeat(40)}\r\n`],
]

for (const [title, headers, chunk] of oversize) {
  fact(`${title} answers 413 and ends the connection`, async (provider) => {
    const { object_id, upload_url } = await open(provider)
    await provider.put(upload_url)
    const answer = await sendRaw(upload_url, { headers, body: chunk.repeat(3) })
    assert.match(answer, /^HTTP\/1\.1 413 /)
    assert.match(answer, /"code":"payload_too_large".*"details":\{"limit_bytes":41\}/)
    assert.is(await confirm(provider, object_id), 200, 'the bytes of before are whole')
    assert.equal(draftsOf(provider), [])
  })
}

fact('a connection that is cut off midway leaves nothing and the upload open', async (provider) => {
  const { object_id, upload_url } = await open(provider)
  const url = new URL(upload_url)
  const socket = connect(Number(url.port), url.hostname)
  socket.write(headOf(url, 'content-length: 41'))
  socket.write('only half')
  await untilSo('its bytes come', () => draftsOf(provider).length === 1)
  socket.destroy()
  await untilSo('they are gone', () => draftsOf(provider).length === 0)
  assert.is(await confirm(provider, object_id), 409)
  assert.is(await provider.put(upload_url), 200)
  assert.is(await confirm(provider, object_id), 200)
})

for (const [title, end] of [
  ['confirmed', (provider: TestProvider, id: string) => confirm(provider, id)],
  ['cancelled', cancel],
] as const) {
  fact(`a PUT to a ${title} upload answers 403 and changes no byte`, async (provider) => {
    const { object_id, upload_url } = await open(provider)
    await provider.put(upload_url)
    assert.is(await end(provider, object_id), 200)
    const before = blobsOf(provider)
    const { status, body } = await provider.call('PUT', upload_url, { raw: 'x'.repeat(41) })
    assert.is(status, 403)
    assert.equal(body.error, linkInvalid)
    assert.equal(blobsOf(provider), before)
    assert.equal(draftsOf(provider), [])
  })
}

test('a PUT to an expired URL answers 403', async () => {
  await using provider = await openTestProvider()
  const { upload_url } = await open(provider)
  provider.clock.advance({ seconds: 15 * 60 - 1 })
  assert.is(await provider.put(upload_url), 200)
  provider.clock.advance({ seconds: 1 })
  const { status, body } = await provider.call('PUT', upload_url, { raw: someText })
  assert.is(status, 403)
  assert.equal(body.error, linkInvalid)
})

const alterations: [title: string, change: (url: URL) => void][] = [
  ['a larger limit', (url) => url.searchParams.set('limit', '42')],
  ['a later expiry', (url) => url.searchParams.set('expires', '9999999999999')],
  ['another signature', (url) => url.searchParams.set('signature', 'x'.repeat(43))],
  ['no signature', (url) => url.searchParams.delete('signature')],
  ['no query', set({ search: '' })],
  ['an object that is none', set({ pathname: '/blobs/obj_other' })],
  ['a path that climbs', set({ pathname: '/blobs/..%2f..%2fkontor.db' })],
]

for (const [title, change] of alterations) {
  fact(`a PUT to a URL with ${title} answers 403`, async (provider) => {
    const url = new URL((await open(provider)).upload_url)
    change(url)
    const before = blobsOf(provider)
    const { status, body } = await provider.call('PUT', url.href, { raw: someText })
    assert.is(status, 403)
    assert.equal(body.error, linkInvalid)
    assert.equal(blobsOf(provider), before)
  })
}

fact("the URL of one object does not take another's bytes", async (provider) => {
  const mine = await open(provider)
  const other = await open(provider)
  const url = mine.upload_url.replace(mine.object_id, other.object_id)
  assert.is(await provider.put(url), 403)
})

fact('an upload URL does not read, and a download URL does not write', async (provider) => {
  const { object_id, upload_url } = await open(provider)
  await provider.put(upload_url)
  assert.is((await provider.call('GET', upload_url)).status, 403)
  await confirm(provider, object_id)
  const { body } = await provider.call('GET', `/v1/objects/${object_id}/download`, {
    as: provider.owner.token,
  })
  assert.is(await provider.put(body.data.download_url, 'x'.repeat(41)), 403)
})

fact('another method answers 405', async (provider) => {
  const { upload_url } = await open(provider)
  const { status, headers } = await provider.call('POST', upload_url, { raw: someText })
  assert.is(status, 405)
  assert.is(headers.get('allow'), 'PUT, GET, HEAD')
})

fact('two parallel PUTs leave the bytes of one of them whole', async (provider) => {
  const { object_id, upload_url } = await open(provider)
  const texts = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(41))
  await Promise.all(texts.map((text) => provider.put(upload_url, text)))
  const { body } = await provider.call('POST', `/v1/objects/${object_id}/confirm`, {
    as: provider.owner.token,
  })
  assert.ok(texts.map(sha256Of).includes(body.data.checksum_sha256))
})

function set(parts: { search?: string; pathname?: string }): (url: URL) => void {
  return (url) => void Object.assign(url, parts)
}

async function open(provider: TestProvider) {
  return provider.initiate(await provider.dataset())
}

async function confirm({ call, owner }: TestProvider, objectId: string): Promise<number> {
  return (await call('POST', `/v1/objects/${objectId}/confirm`, { as: owner.token })).status
}

async function cancel({ call, owner }: TestProvider, objectId: string): Promise<number> {
  return (await call('DELETE', `/v1/objects/${objectId}/upload`, { as: owner.token })).status
}

/** What is still being received. */
function draftsOf({ dir }: TestProvider): string[] {
  return readdirSync(join(dir, 'blobs', 'tmp'))
}

function blobsOf({ dir }: TestProvider): string[] {
  const folder = join(dir, 'blobs')
  assert.ok(existsSync(folder))
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.includes('obj_'))
    .sort()
}

function headOf(url: URL, headers: string): string {
  const target = `${url.pathname}${url.search}`
  return `PUT ${target} HTTP/1.1\r\nhost: ${url.host}\r\n${headers}\r\n\r\n`
}

/** Everything that the server sends until it closes the connection. */
async function sendRaw(
  href: string,
  { headers, body }: { headers: string; body: string },
): Promise<string> {
  const url = new URL(href)
  const socket = connect(Number(url.port), url.hostname)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => {
    answer += text
  })
  socket.write(headOf(url, headers) + body)
  await once(socket, 'close')
  return answer
}

test.run()
