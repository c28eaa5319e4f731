// Who says what is going to come is sent to the bucket with a URL that takes nothing else: on a
// double that works out the signatures by itself, and on a real S3 server where there is one.

import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { onBothStores } from '../support/both-stores.ts'
import { openMarket } from '../support/market.ts'
import { makeKey, openTestApp } from '../support/open-test-app.ts'
import { smallParts } from '../support/open-test-catalog.ts'
import { sha256 } from '../support/sha256.ts'

type Part = { part_number: number; offset_bytes: number; size_bytes: number } & Target
type Target = { upload_url: string; upload_headers?: Record<string, string> }

const { fact } = onBothStores(async (settings: object) => {
  const app = await openTestApp({
    config: { ...settings, blobsStraight: true },
    // A URL to the bucket is made after the answer was stored.
    overrides: { uploadLimits: smallParts, checkReplies: false },
  })
  const { provider, datasetId } = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const program = await makeKey(app.call, provider, { scopes: ['datasets:read', 'objects:write'] })
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await app.call(method, path, { as: program, ...(body ? { body } : {}) })
    return { status: answer.status, data: answer.body.data, error: answer.body.error }
  }
  return Object.assign(app, {
    program,
    provider,
    ask,
    announce: async (bytes: Buffer, more: object = {}) => {
      const file = { filename: 'a.txt', content_type: 'text/plain', size_bytes: bytes.length }
      const body = { dataset_id: datasetId, ...file, ...more }
      const { status, data, error } = await ask('POST', '/v1/uploads', body)
      assert.is(status, 201, JSON.stringify(error))
      return data
    },
  })
})

const short = Buffer.from('straight to the bucket')
const long = Buffer.from('Der Transformator OPS-306 wurde heute geprueft, mit Protokoll.')
const sumOf = (bytes: Buffer) => sha256(bytes.toString())

/** The status with which the bucket takes or refuses it. */
async function put({ upload_url: url, upload_headers: headers = {} }: Target, bytes: Buffer) {
  const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })
  return { status: answer.status, etag: answer.headers.get('etag') }
}

fact('a declared file is taken as it was declared, and no other', async (app) => {
  const sum = sumOf(short)
  const upload = await app.announce(short, { checksum_sha256: sum.toUpperCase() })
  assert.equal(upload.upload_headers, {
    'x-amz-checksum-sha256': Buffer.from(sum, 'hex').toString('base64'),
    'x-amz-content-sha256': sum,
  })
  const other = Buffer.alloc(short.length, '#')
  const lie = { ...upload.upload_headers, 'x-amz-content-sha256': sumOf(other) }
  const refused = [
    await put(upload, other),
    await put({ upload_url: upload.upload_url }, short),
    await put({ upload_url: upload.upload_url, upload_headers: lie }, other),
  ]
  assert.equal(
    refused.map(({ status }) => status),
    [400, 403, 403],
  )
  const path = `/v1/objects/${upload.object_id}`
  assert.is((await app.ask('POST', `${path}/confirm`)).error.details.reason, 'no_bytes')
  // Asked for again, the URL demands the same.
  const again = (await app.ask('GET', `${path}/upload`)).data
  assert.equal(again.upload_headers, upload.upload_headers)
  assert.is((await put(again, short)).status, 200)
  const confirmed = await app.ask('POST', `${path}/confirm`)
  assert.equal([confirmed.status, confirmed.data.checksum_sha256], [200, sum])
})

fact('of many announced at once each has its own', async (app) => {
  const { object_id: id } = await app.announce(short)
  const { dataset_id } = (await app.ask('GET', `/v1/objects/${id}`)).data
  const file = { filename: 'b.txt', content_type: 'text/plain', size_bytes: short.length }
  const files = [{ ...file, checksum_sha256: sumOf(short) }, file]
  const path = `/v1/datasets/${dataset_id}/objects/uploads`
  const { uploads } = (await app.ask('POST', path, { files })).data
  const [summed, plain] = uploads.map(({ upload }: { upload: Target }) => upload)
  assert.is((await put(summed, Buffer.alloc(short.length, '#'))).status, 400)
  assert.is((await put(summed, short)).status, 200)
  assert.is(plain.upload_headers, undefined)
  assert.is((await put(plain, short)).status, 200)
})

fact('a part is taken as it was declared, beside one that was not', async (app) => {
  const { object_id: id, parts } = await app.announce(long, { checksum_sha256: sumOf(long) })
  assert.ok(parts.length > 2)
  assert.ok(parts.every(({ upload_headers: headers }: Target) => headers === undefined))
  const bytesOf = ({ offset_bytes: from, size_bytes: size }: Part) =>
    long.subarray(from, from + size)
  const sums = parts.slice(0, 2).map((part: Part) => `${part.part_number}:${sumOf(bytesOf(part))}`)
  const path = `/v1/objects/${id}/upload?part_sha256=`
  const { data } = await app.ask('GET', `${path}${sums.join(',')}`)
  const [first, second, third] = data.parts as [Part, Part, Part]
  assert.ok(first.upload_headers && second.upload_headers)
  assert.is(third.upload_headers, undefined)
  assert.is((await put(first, Buffer.alloc(first.size_bytes, '#'))).status, 400)
  const named = []
  for (const part of data.parts) {
    const { status, etag } = await put(part, bytesOf(part))
    assert.is(status, 200)
    named.push({ part_number: part.part_number, etag })
  }
  const confirmed = await app.ask('POST', `/v1/objects/${id}/confirm`, { parts: named })
  assert.equal([confirmed.status, confirmed.data?.checksum_sha256], [200, sumOf(long)])
})

fact('sums of parts that are none are refused', async (app) => {
  const { object_id: id, parts } = await app.announce(long)
  const one = await app.announce(short)
  const refused = async (of: string, text: string) => {
    const { status, error } = await app.ask('GET', `/v1/objects/${of}/upload?part_sha256=${text}`)
    assert.equal([status, error?.details.field], [400, 'part_sha256'], text)
    return error.details.reason
  }
  const sum = sumOf(short)
  assert.is(await refused(id, `${parts.length + 1}:${sum}`), 'unknown_part')
  assert.is(await refused(one.object_id, `1:${sum}`), 'unknown_part')
  for (const text of ['', '1', `1:${sum.slice(1)}`, `0:${sum}`, `1:${sum},`, `-1:${sum}`])
    await refused(id, text)
  const many = Array.from({ length: 60 }, (_, i) => `${i + 1}:${sum}`).join(',')
  await refused(id, many)
})

fact('a browser and whoever asks under an Idempotency-Key have no headers to send', async (app) => {
  const { object_id: id } = await app.announce(short)
  const { dataset_id } = (await app.ask('GET', `/v1/objects/${id}`)).data
  const file = { filename: 'c.txt', content_type: 'text/plain', size_bytes: short.length }
  const body = { dataset_id, ...file, checksum_sha256: sumOf(short) }
  const headers = { 'idempotency-key': 'one' }
  const asked = [{ as: app.program, headers }, { as: app.provider.token }]
  for (const who of asked) {
    const { data } = (await app.call('POST', '/v1/uploads', { ...who, body })).body
    assert.is(data.upload_headers, undefined)
    assert.match(data.upload_url, app.url)
  }
})

test.run()
