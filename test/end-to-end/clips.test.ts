// A moment of a recording: found by what is said in it, cut out, paid for by its length.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { furnished } from '../support/furnished.ts'
import { openMarket, publish } from '../support/market.ts'
import type { TestApp, TestAppOptions } from '../support/open-test-app.ts'
import { topUpSteps } from '../support/payment-steps.ts'
import { shared } from '../support/shared.ts'
import { decodingComplaints, probe } from '../support/system-ffmpeg.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/media/${name}`, import.meta.url))

const talk = { filename: 'talk.mp4', contentType: 'video/mp4', bytes: fixture('talk.mp4') }

/** A film of twelve seconds is for sale, read once for all; and its buyer has one credit. */
const openFurnished = furnished(
  async (app) => {
    const { call: _, ...market } = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
    return { market, film: await publish({ ...market, call: app.call }, talk) }
  },
  { config: { welcomeCredits: 1 } },
)

type Studio = { config?: TestAppOptions['config']; more?: number }

async function openStudio({ config = {}, more = 99 }: Studio = {}) {
  const { app, found } = await openFurnished({ config })
  const { film } = found
  const market = { ...found.market, call: app.call }
  const credits = () => app.rooms.ledger.creditsOf(app.store.db, market.buyer.tenantId as never)
  const mint = (asset: string, range: object) =>
    app.call('POST', '/download', { as: market.key, body: { asset_id: asset, ...range } })
  if (more > 0) {
    const path = `/v1/admin/tenants/${market.buyer.tenantId}/credits`
    const body = { credits: more, reason: 'test' }
    assert.is((await app.call('POST', path, { as: market.operator.token, body })).status, 201)
  }
  return Object.assign(app, { market, credits, mint, film })
}

const { fact } = shared(() => openStudio())

function blobKeyOf(app: TestApp, objectId: string): string {
  const statement = app.store.raw.prepare('SELECT blob_key FROM object WHERE object_id = ?')
  return statement.pluck().get(objectId) as string
}

/** Zeros in place of the pictures and of where they are. */
function damage(folder: string, blobKey: string): void {
  const path = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith(blobKey),
  )
  const file = join(folder, path ?? '')
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0, 64))
}

async function lookAt(bytes: Uint8Array) {
  using input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const kinds = (await input.getTracks()).map(({ type }) => type).sort()
  return { kinds: kinds.join(), seconds: await input.computeDuration() }
}

type Seen = { format: string; kinds: string; seconds: number }

/** What was delivered is read in the same way by ffprobe, where it is installed, and decodes. */
function seenByOthers(bytes: Uint8Array, { format, kinds, seconds }: Seen): void {
  using folder = temporaryFolder()
  const file = join(folder.path, 'clip')
  writeFileSync(file, bytes)
  assert.is(decodingComplaints(file) ?? '', '')
  const others = probe(file)
  if (!others) return
  assert.is(others.complaints, '')
  assert.equal([others.probed.format, others.probed.kinds], [format, kinds])
  assert.ok(Math.abs(others.probed.seconds - seconds) < 0.15, `${others.probed.seconds} s`)
}

fact(
  'what is said in a video is found with its time, and that moment is delivered',
  async (app) => {
    const { objectId } = app.film
    const found = await app.call('GET', '/search?q=novgorod', { as: app.market.key })
    const [hit] = found.body.results
    assert.is(hit.kind, 'transcript')
    assert.equal([hit.modality, hit.time_start_ms, hit.time_end_ms], ['video', 500, 4000])
    const asset = await app.call('GET', `/asset/${objectId}`, { as: app.market.key })
    assert.is(asset.body.duration_ms, 12_000)

    const before = app.credits()
    const range = { start_ms: hit.time_start_ms, end_ms: hit.time_end_ms }
    const minted = await app.mint(objectId, range)
    assert.is(minted.status, 200, JSON.stringify(minted.body))
    // 3.5 of 12 seconds of a file for 25 cents.
    assert.is(minted.body.estimated_credits, 8)
    assert.is(app.credits(), before)
    const clip = await app.call('GET', minted.body.url)
    assert.is(clip.status, 200)
    assert.match(clip.headers.get('content-disposition') ?? '', 'talk.500-4000.mp4')
    assert.is(clip.headers.get('content-length'), String(clip.bytes.length))
    const { kinds, seconds } = await lookAt(clip.bytes)
    assert.is(kinds, 'audio,video')
    assert.ok(seconds > 3.4 && seconds < 5, `${seconds} s`)
    seenByOthers(clip.bytes, { format: 'mov,mp4,m4a,3gp,3g2,mj2', kinds, seconds })
    assert.ok(clip.bytes.length < talk.bytes.length / 2)
    assert.is(app.credits(), before - 8)
    assert.is((await app.call('GET', minted.body.url)).status, 410)
    assert.ok((await app.verifyLedger()).ok)
  },
)

for (const [name, type, format] of [
  ['talk.mkv', 'video/x-matroska', 'matroska,webm'],
  ['talk.webm', 'video/webm', 'matroska,webm'],
  ['tone.mp3', 'audio/mpeg', 'mp3'],
] as const) {
  fact(`a part of ${name} is a file of the same kind`, async (app) => {
    const bytes = fixture(name)
    const { objectId } = await publish(app.market, { filename: name, contentType: type, bytes })
    const { body } = await app.mint(objectId, { start_ms: 2000, end_ms: 4000 })
    const clip = await app.call('GET', body.url)
    assert.is(clip.status, 200, clip.bytes.subarray(0, 300).toString())
    assert.is(clip.headers.get('content-type'), type)
    const [whole, part] = [await lookAt(bytes), await lookAt(clip.bytes)]
    assert.is(part.kinds, whole.kinds.replace(/,?subtitle/, ''))
    assert.ok(part.seconds > 1.5 && part.seconds < 4.5, `${part.seconds} s`)
    seenByOthers(clip.bytes, { format, ...part })
  })
}

fact('a recording that cannot be cut costs nothing', async (app) => {
  const { objectId } = app.film
  const minted = await app.mint(objectId, { start_ms: 9000, end_ms: 12_000 })
  // The length is known from a better day.
  damage(join(app.config.dataDir, 'blobs'), blobKeyOf(app, objectId))
  const before = app.credits()
  const refused = await app.call('GET', minted.body.url)
  assert.is(refused.status, 400, JSON.stringify(refused.body))
  assert.equal(refused.body, {
    code: 'bad_request',
    message:
      'This part of the recording cannot be cut (the range is empty); nothing was charged. ' +
      'Mint a link without start_ms and end_ms for the whole file.',
    request_id: refused.headers.get('x-request-id'),
  })
  assert.is(app.credits(), before)
})

test('a clip over the download limit costs nothing, a shorter one is delivered', async () => {
  await using app = await openStudio({ config: { downloadLimitBytes: 20_000 } })
  const { objectId } = app.film
  const before = app.credits()
  const long = await app.mint(objectId, { start_ms: 0, end_ms: 12_000 })
  for (const _ of [1, 2]) {
    const refused = await app.call('GET', long.body.url)
    assert.is(refused.status, 413)
    assert.equal(refused.body, {
      code: 'payload_too_large',
      message: 'This file is larger than 20000 bytes.',
      request_id: refused.headers.get('x-request-id'),
    })
  }
  assert.is(app.credits(), before)
  const short = await app.mint(objectId, { start_ms: 500, end_ms: 4000 })
  assert.is((await app.call('GET', short.body.url)).status, 200)
  assert.is(app.credits(), before - 8)
})

test('nothing is cut for somebody who cannot pay for it', async () => {
  await using app = await openStudio({ more: 0 })
  const { objectId } = app.film
  const cheap = { start_ms: 0, end_ms: 400 }
  const [first, second] = [await app.mint(objectId, cheap), await app.mint(objectId, cheap)]
  assert.is((await app.call('GET', first.body.url)).status, 200)
  assert.is(app.credits(), 0)
  damage(join(app.config.dataDir, 'blobs'), blobKeyOf(app, objectId))
  const refused = await app.call('GET', second.body.url)
  // Who cut first would find that there is nothing to cut: 400.
  assert.is(refused.status, 402, JSON.stringify(refused.body))
  assert.equal(refused.body, {
    code: 'insufficient_credits',
    message: 'The balance is below the price of this download. The link stays valid.',
    operation: 'fetch',
    required_credits: 1,
    available_credits: 0,
    ...topUpSteps(app),
  })
})

const refused: [name: string, range: object, field: RegExp][] = [
  ['backwards', { start_ms: 4000, end_ms: 2000 }, /start_ms/],
  ['empty', { start_ms: 4000, end_ms: 4000 }, /start_ms/],
  ['negative', { start_ms: -1, end_ms: 2000 }, /start_ms/],
  ['past the end', { start_ms: 0, end_ms: 12_001 }, /end_ms/],
]
fact('a range that makes no sense is refused when the link is asked for', async (app) => {
  const { objectId } = app.film
  for (const [name, range, field] of refused) {
    const answer = await app.mint(objectId, range)
    assert.is(answer.status, 400, name)
    assert.match(answer.body.message, field, name)
  }
})

test.run()
