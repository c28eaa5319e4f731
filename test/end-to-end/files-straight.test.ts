// Programs that send their files to the bucket by themselves, on a real S3 server (scripts/engines
// up s3): what the server signs is taken, and nothing else.
import { createHash } from 'node:crypto'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { putObject } from '../../src/adapters/blobs/s3/s3-uploads.ts'
import { openMarketOnS3 } from '../support/market-on-s3.ts'
import { makeKey } from '../support/open-test-app.ts'
import { smallParts } from '../support/open-test-catalog.ts'
import { sha256 } from '../support/sha256.ts'
import { shared } from '../support/shared.ts'
import { skipped, testS3Place } from '../support/test-s3.ts'

const place = await testS3Place()

async function openStraight(at: NonNullable<typeof place>) {
  const app = await openMarketOnS3(at, {
    config: { blobsStraight: true },
    // A URL to the bucket is made after the answer was stored.
    overrides: { uploadLimits: smallParts, checkReplies: false },
  })
  const { provider, datasetId } = app.market
  const scopes = ['datasets:read', 'datasets:write', 'objects:write']
  const program = await makeKey(app.call, provider, { scopes })
  return Object.assign(app, {
    program,
    announce: async (bytes: Buffer, { as = program, ...file }: Record<string, string> = {}) => {
      const { status, body } = await app.call('POST', `/v1/datasets/${datasetId}/objects/upload`, {
        as,
        body: { filename: 'a.txt', content_type: 'text/plain', size_bytes: bytes.length, ...file },
      })
      assert.is(status, 201, JSON.stringify(body))
      return body.data
    },
    confirm: (objectId: string, body?: object) =>
      app.call('POST', `/v1/objects/${objectId}/confirm`, { as: program, body }),
    content: async (objectId: string) => {
      const path = `/v1/objects/${objectId}/download`
      const { body } = await app.call('GET', path, { as: provider.token })
      return (await app.call('GET', body.data.download_url)).bytes.toString()
    },
  })
}

type Straight = Awaited<ReturnType<typeof openStraight>>
const fact: ReturnType<typeof shared<Straight>>['fact'] = place
  ? shared(() => openStraight(place)).fact
  : (title) => test(`${title} (${skipped})`, () => {})

const put = (url: string, body: Buffer, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) })
const partOf = (id: string) => `parts/${id}-0000000000/0000000000000000`
const short = Buffer.from('straight to the bucket')
const long = Buffer.from('Der Transformator OPS-306 wurde heute geprueft, mit Protokoll.')

fact('a file goes past the server, and is read once when it is confirmed', async (app) => {
  const upload = await app.announce(short, { checksum_sha256: sha256(short.toString()) })
  const { object_id: id, upload_url: url, upload_headers: headers } = upload
  assert.not.match(url, app.url)
  const early = await app.confirm(id)
  assert.is(early.body.error.details.reason, 'no_bytes')
  assert.is((await put(url, short, headers)).status, 200)
  assert.is((await app.confirm(id)).status, 200)
  assert.is(await app.content(id), short.toString())
  // The URL is still good for a while, and leads nowhere any more.
  assert.is((await put(url, short, headers)).status, 200)
  await putObject(app.s3, { name: partOf(id), body: Buffer.alloc(short.length, '#') })
  assert.is(await app.content(id), short.toString())
  assert.is((await app.confirm(id)).body.error.details.reason, 'already_confirmed')
})

fact(
  'who asks under an Idempotency-Key sends here, and straight after asking again',
  async (app) => {
    const { datasetId } = app.market
    const path = `/v1/datasets/${datasetId}/objects`
    const file = { filename: 'k.txt', content_type: 'text/plain', size_bytes: short.length }
    const headers = { 'idempotency-key': 'one-file' }
    const one = await app.call('POST', `${path}/upload`, { as: app.program, body: file, headers })
    assert.is(one.status, 201)
    assert.match(one.body.data.upload_url, app.url)
    const many = {
      as: app.program,
      body: { files: [file] },
      headers: { 'idempotency-key': 'many' },
    }
    const { status, body } = await app.call('POST', `${path}/uploads`, many)
    assert.is(status, 201)
    assert.match(body.data.uploads[0].upload.upload_url, app.url)
    assert.not.match((await app.announce(short)).upload_url, app.url)
  },
)

fact('other bytes than were declared are found out, and can be sent again', async (app) => {
  const declared = { checksum_sha256: sha256(short.toString()) }
  const { object_id: id, ...upload } = await app.announce(short, declared)
  // As where a store compares nothing.
  await putObject(app.s3, { name: partOf(id), body: Buffer.alloc(short.length, '#') })
  assert.is((await app.confirm(id)).body.error.details.reason, 'checksum_mismatch')
  await put(upload.upload_url, short, upload.upload_headers)
  assert.is((await app.confirm(id)).status, 200)
  assert.is(await app.content(id), short.toString())
})

fact('a URL takes what it was signed for alone: length, place, method, time', async (app) => {
  const { object_id: id, upload_url: url } = await app.announce(short)
  const other = url.replace(/0000000000000000/, '0000000000000001')
  assert.is.not(other, url)
  const refused = [
    await put(url, Buffer.concat([short, short])),
    await put(url, short.subarray(1)),
    await put(other, short),
    await put(url.replace(/Signature=./, 'Signature=x'), short),
    await fetch(url),
    await fetch(url, { method: 'DELETE' }),
  ]
  assert.equal(
    refused.map(({ status }) => status),
    refused.map(() => 403),
  )
  const seconds = { offsetBytes: 0, sizeBytes: short.length, seconds: 1 }
  const brief = (await app.files.store.straight?.url(`${id}-0000000000`, seconds))?.url ?? ''
  await new Promise((done) => setTimeout(done, 2_100))
  assert.is((await put(brief, short)).status, 403)
  assert.is((await app.confirm(id)).body.error.details.reason, 'no_bytes')
})

fact('parts go past the server, and are confirmed by what the bucket answered', async (app) => {
  const { object_id: id, parts } = await app.announce(long)
  assert.ok(parts.length > 2)
  const sent = await Promise.all(
    parts.map(async (part: Record<string, number> & { upload_url: string }) => {
      const { part_number = 0, offset_bytes = 0, size_bytes = 0 } = part
      const bytes = long.subarray(offset_bytes, offset_bytes + size_bytes)
      const answer = await put(part.upload_url, bytes)
      const md5 = createHash('md5').update(bytes).digest('hex')
      assert.equal([answer.status, answer.headers.get('etag')], [200, `"${md5}"`])
      return { part_number, etag: answer.headers.get('etag') }
    }),
  )
  const wrong = sent.with(1, { ...sent[1], etag: sent[0]?.etag ?? '' })
  assert.is((await app.confirm(id, { parts: wrong })).body.error.details.reason, 'etag_mismatch')
  const few = await app.confirm(id, { parts: sent.slice(1) })
  assert.is(few.body.error.details.reason, 'missing_part')
  assert.is((await app.confirm(id, { parts: sent })).status, 200)
  assert.is(await app.content(id), long.toString())
})

fact('a part that never came is named, also beside one that was sent here', async (app) => {
  const { object_id: id, parts } = await app.announce(long)
  await put(parts[0].upload_url, long.subarray(0, parts[0].size_bytes))
  const named = parts.map(({ part_number }: { part_number: number }) => {
    return { part_number, etag: 'x' }
  })
  const { details } = (await app.confirm(id, { parts: named })).body.error
  assert.is(details.reason, 'missing_parts')
  assert.equal(details.missing_parts[0], 2)
})

fact('a browser sends its files here as before', async (app) => {
  const as = app.market.provider.token
  const { object_id: id, upload_url: url } = await app.announce(short, { as })
  assert.ok(url.startsWith(app.url))
  assert.is((await app.call('PUT', url, { raw: short })).status, 200)
  assert.is((await app.confirm(id)).status, 200)
  assert.is(await app.content(id), short.toString())
})

test.run()
