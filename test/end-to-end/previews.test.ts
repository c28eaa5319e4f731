// What there is to look at: made when a file is inspected, shown to who may see the object.
import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makePdf } from '../support/make-pdf.ts'
import { approve, indexed, openMarket, publish, stage } from '../support/market.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { hugePicture } from '../support/picture.ts'
import { shared } from '../support/shared.ts'

const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/media/${name}`, import.meta.url))

async function openGallery() {
  const app = await openTestApp()
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const { provider, operator } = market
  const detail = (objectId: string) =>
    app.call('GET', `/v1/admin/review/objects/${provider.tenantId}/${objectId}`, {
      as: operator.token,
    })
  const inspected = async (objectId: string) => {
    await app.settleJobs()
    const { body } = await detail(objectId)
    assert.is(body.data.inspection, 'done')
    return body.data
  }
  const image = (objectId: string, as?: string) =>
    app.call('GET', `/v1/objects/${objectId}/preview-image`, { as })
  // For who only looks at it: not approved, and in a listed dataset.
  const small = await stage(market, { filename: 'small.jpg', bytes: await smallPhotograph() })
  return Object.assign(app, { market, inspected, image, small })
}

/** In the order of this file: in one of them time passes. */
const { fact } = shared(openGallery)

const red = { r: 200, g: 20, b: 20 }

function photograph(size: { width: number; height: number }): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background: red } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 52/1 0/1' } })
    .toBuffer()
}

const smallPhotograph = () => photograph({ width: 40, height: 30 })

fact('a photograph has a small WebP, upright and without its records', async (app) => {
  const bytes = await sharp(await photograph({ width: 1600, height: 900 }))
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const file = { filename: 'harbour.jpg', contentType: 'image/jpeg', bytes }
  const { objectId } = await stage(app.market, file)
  const seen = await app.inspected(objectId)
  const { size_bytes, ...picture } = seen.preview
  assert.equal(picture, { content_type: 'image/webp', width: 288, height: 512 })
  assert.is(seen.preview_problem, null)

  const answer = await app.image(objectId, app.market.provider.token)
  assert.is(answer.status, 200)
  assert.is(answer.bytes.length, size_bytes)
  const { width, height, format, exif } = await sharp(answer.bytes).metadata()
  assert.equal([width, height, format, exif], [288, 512, 'webp', undefined])
  const { dominant } = await sharp(answer.bytes).stats()
  assert.ok(dominant.r > 150 && dominant.g < 60, JSON.stringify(dominant))
})

fact('a preview is kept for a while and cannot run anything', async (app) => {
  const { objectId } = app.small
  await app.inspected(objectId)
  const { headers } = await app.image(objectId, app.market.provider.token)
  assert.is(headers.get('content-type'), 'image/webp')
  assert.is(headers.get('cache-control'), 'private, max-age=300')
  assert.is(headers.get('x-content-type-options'), 'nosniff')
  assert.match(headers.get('content-security-policy') ?? '', "sandbox; default-src 'none'")
  assert.match(headers.get('content-disposition') ?? '', /^inline; filename="?preview.webp/)
})

fact(
  'the reviewer gets a URL of the preview that needs no credential and runs out',
  async (app) => {
    const { objectId } = app.small
    const { preview_image_url: url, preview } = await app.inspected(objectId)
    const shown = await app.call('GET', url)
    assert.equal([shown.status, shown.bytes.length], [200, preview.size_bytes])
    assert.is((await app.call('GET', url.replace('thumbnail', 'download'))).status, 403)
    app.clock.advance({ seconds: 16 * 60 })
    assert.is((await app.call('GET', url)).status, 403)
  },
)

fact('who may find an object sees its preview, and nobody else', async (app) => {
  const dataset = await app.call('POST', '/v1/datasets', {
    as: app.market.provider.token,
    body: { name: 'Shown', visibility: 'listed' },
  })
  const market = { ...app.market, datasetId: dataset.body.data.dataset_id }
  const { objectId } = app.small
  await app.inspected(objectId)
  assert.is((await app.image(objectId)).status, 401)
  assert.is((await app.image(objectId, market.key)).status, 404, 'not approved yet')
  const shown = await publish(market, { filename: 'b.jpg', bytes: await smallPhotograph() })
  await app.inspected(shown.objectId)
  assert.is((await app.image(shown.objectId, market.key)).status, 200)
  const body = { visibility: 'private' }
  const path = `/v1/datasets/${market.datasetId}`
  await app.call('PATCH', path, { as: market.provider.token, body })
  assert.is((await app.image(shown.objectId, market.key)).status, 404)
  assert.is((await app.image(shown.objectId, market.provider.token)).status, 200)
})

fact('a PDF shows its first page, a sound its waveform, a film a frame', async (app) => {
  const page = await makePdf({ pages: ['Salt road '.repeat(60), 'second'] })
  const files = [
    ['road.pdf', 'application/pdf', page],
    ['tone.mp3', 'audio/mpeg', fixture('tone.mp3')],
    ['talk.webm', 'video/webm', fixture('talk.webm')],
  ] as const
  for (const [filename, contentType, bytes] of files) {
    const { objectId } = await stage(app.market, { filename, contentType, bytes })
    const seen = await app.inspected(objectId)
    assert.ok(seen.preview, `${filename}: ${seen.preview_problem}`)
    const answer = await app.image(objectId, app.market.provider.token)
    const { width, height } = await sharp(answer.bytes).metadata()
    assert.equal([width, height], [seen.preview.width, seen.preview.height], filename)
    const { channels } = await sharp(answer.bytes).greyscale().stats()
    assert.ok((channels[0]?.stdev ?? 0) > 5, `${filename} is not empty`)
  }
})

/** How many dots of ink there are in a column, at these shares of the width. */
async function inkAt(picture: Buffer, shares: readonly number[]): Promise<number[]> {
  const { data, info } = await sharp(picture)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return shares.map((share) => {
    const x = Math.floor(share * info.width)
    const column = Array.from({ length: info.height }, (_, y) => data[y * info.width + x] ?? 0)
    return column.filter((dot) => dot < 128).length
  })
}

const sound = (name: string) => readFileSync(new URL(`../fixtures/sound/${name}`, import.meta.url))

fact('compressed sound is drawn as loud as it is: a tone, silence, a tone', async (app) => {
  const files = [
    ['stereo.flac', 'audio/flac'],
    ['stereo.ogg', 'audio/ogg'],
    ['stereo.opus', 'audio/ogg'],
    ['variable.mp3', 'audio/mpeg'],
    ['opus.webm', 'video/webm'],
    ['flac.mp4', 'video/mp4'],
  ] as const
  for (const [filename, contentType] of files) {
    const { objectId } = await stage(app.market, { filename, contentType, bytes: sound(filename) })
    const seen = await app.inspected(objectId)
    assert.ok(seen.preview, `${filename}: ${seen.preview_problem}`)
    const { bytes } = await app.image(objectId, app.market.provider.token)
    const [tone = 0, silence = 0, other = 0] = await inkAt(bytes, [0.2, 0.55, 0.85])
    assert.ok(tone > 15 && silence < 6 && other > 15, `${filename}: ${tone} ${silence} ${other}`)
  }
})

fact('sound that is not decoded here says in which form it is', async (app) => {
  const file = { filename: 'a.m4a', contentType: 'audio/mp4', bytes: sound('aac.m4a') }
  const seen = await app.inspected((await stage(app.market, file)).objectId)
  assert.is(
    seen.preview_problem,
    'No preview: sound in AAC is not decoded here, and there is no cover.',
  )
})

fact('a text has no preview, and no problem either', async (app) => {
  const { objectId } = await stage(app.market, { bytes: Buffer.from('Salt.') })
  const { preview, preview_problem, preview_image_url } = await app.inspected(objectId)
  assert.equal([preview, preview_problem, preview_image_url], [null, null, null])
  const answer = await app.image(objectId, app.market.provider.token)
  assert.equal([answer.status, answer.body.error.message], [404, 'No such preview.'])
})

fact(
  'a picture of 50,000 by 50,000 dots ends with a reason and is found by its name',
  async (app) => {
    const bytes = hugePicture(50_000)
    const file = { filename: 'huge-map.png', contentType: 'image/png', bytes }
    const upload = await stage(app.market, file)
    const seen = await app.inspected(upload.objectId)
    assert.is(seen.preview, null)
    assert.is(seen.preview_problem, 'No preview: the picture is too large.')
    await approve(app.market, upload)
    const { body: record } = await indexed(app.market, upload)
    assert.is(record.data.index_state, 'indexed')
    assert.match(record.data.warnings.join(), 'too large')
  },
)

fact('a damaged picture says so', async (app) => {
  const whole = await photograph({ width: 400, height: 300 })
  const bytes = Buffer.concat([whole.subarray(0, 200), Buffer.alloc(300)])
  const file = { filename: 'torn.jpg', contentType: 'image/jpeg', bytes }
  const { objectId } = await stage(app.market, file)
  const seen = await app.inspected(objectId)
  assert.match(`${seen.preview_problem} ${seen.warnings}`, /damaged|corrupt/)
})

fact('with an object go its preview and the bytes of it', async (app) => {
  const { objectId } = await stage(app.market, {
    filename: 'a.jpg',
    bytes: await smallPhotograph(),
  })
  await app.inspected(objectId)
  const rows = app.store.raw.prepare('SELECT blob_key FROM object_preview WHERE object_id = ?')
  const key = { get: () => rows.pluck().get(objectId) }
  const blobKey = key.get() as string
  await app.call('DELETE', `/v1/objects/${objectId}`, { as: app.market.provider.token })
  assert.is((await app.image(objectId, app.market.provider.token)).status, 404)
  assert.is(key.get(), undefined)
  await app.settleJobs()
  const left = readdirSync(`${app.dir}/blobs`, { recursive: true, encoding: 'utf8' })
  assert.not.ok(left.some((name) => name.endsWith(blobKey)))
})

test.run()
