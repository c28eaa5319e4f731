// Pages as pictures: for the owner and the reviewer, drawn by a child, kept and freed.
import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makePdf } from '../support/make-pdf.ts'
import { approve, indexed, openMarket, stage } from '../support/market.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { shared } from '../support/shared.ts'

async function openReadingRoom() {
  const app = await openTestApp()
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const { provider, operator } = market
  const pages = (objectId: string, as?: string) =>
    app.call('GET', `/v1/objects/${objectId}/pages`, { as })
  const page = (objectId: string, asked: string, as?: string, headers = {}) =>
    app.call('GET', `/v1/objects/${objectId}/pages/${asked}`, { as, headers })
  const read = async (file: { filename: string; contentType: string; bytes: Buffer }) => {
    const { objectId } = await stage(market, file)
    await app.settleJobs()
    const { body } = await pages(objectId, provider.token)
    assert.is.not(body.data.reason, 'being_read')
    return objectId
  }
  const bytes = await makePdf({ pages: ['Salt road '.repeat(60), 'second', 'third'] })
  const road = { filename: 'road.pdf', contentType: 'application/pdf', bytes }
  const kept = () => readdirSync(`${app.dir}/blobs/pages`)
  const both = [provider.token, operator.token]
  const roadId = await read(road)
  return Object.assign(app, { market, pages, page, read, road, roadId, kept, both })
}

const { fact } = shared(openReadingRoom)

fact('each page is a picture as wide as asked for, for the owner and the reviewer', async (app) => {
  const objectId = app.roadId
  for (const as of app.both) {
    const { total, reason, with_words } = (await app.pages(objectId, as)).body.data
    assert.equal({ total, reason, with_words }, { total: 3, reason: null, with_words: [] })
    for (const [asked, width] of [
      ['1/image', 800],
      ['3/image?width=400', 400],
    ] as const) {
      const answer = await app.page(objectId, asked, as)
      assert.is(answer.status, 200, JSON.stringify(answer.body))
      const seen = await sharp(answer.bytes).metadata()
      assert.equal([seen.format, seen.width], ['png', width])
      const { channels } = await sharp(answer.bytes).greyscale().stats()
      assert.ok((channels[0]?.stdev ?? 0) > 1, `${asked} is not empty`)
    }
  }
  assert.is(app.kept().length, 2, 'the second looked at what was drawn for the first')
})

fact('a picture of a page stays with who asked, and is not sent twice', async (app) => {
  const objectId = app.roadId
  const { headers, bytes } = await app.page(objectId, '1/image', app.market.provider.token)
  assert.is(headers.get('content-type'), 'image/png')
  assert.is(headers.get('cache-control'), 'private, max-age=300')
  assert.match(headers.get('content-security-policy') ?? '', "sandbox; default-src 'none'")
  assert.is(headers.get('content-disposition'), 'inline; filename=page-1')
  const tag = headers.get('etag') ?? ''
  // What fetch would say instead asks for it anew.
  const known = { 'if-none-match': tag, 'cache-control': 'max-age=0' }
  const again = await app.page(objectId, '1/image', app.market.provider.token, known)
  assert.equal([again.status, again.bytes.length], [304, 0])
  const wider = await app.page(objectId, '3/image?width=400', app.market.provider.token, known)
  assert.is(wider.status, 200)
  assert.not.equal(wider.headers.get('etag'), tag)
  const head = await app.call('HEAD', `/v1/objects/${objectId}/pages/1/image`, {
    as: app.market.provider.token,
  })
  assert.is(head.headers.get('content-length'), `${bytes.length}`)
})

fact('nobody else is shown a page, not even who may find the file', async (app) => {
  const objectId = app.roadId
  await approve(app.market, { objectId, url: '' })
  await indexed(app.market, { objectId, url: '' })
  const { buyer, key, provider } = app.market
  for (const what of [app.pages(objectId), app.page(objectId, '1/image')]) {
    assert.is((await what).status, 401)
  }
  for (const as of [buyer.token, key]) {
    assert.is((await app.pages(objectId, as)).status, 404)
    assert.is((await app.page(objectId, '1/image', as)).status, 404)
  }
  assert.is((await app.page(objectId, '1/image', provider.token)).status, 200)
})

fact('what cannot be shown is named', async (app) => {
  const objectId = app.roadId
  const owner = app.market.provider.token
  const beyond = await app.page(objectId, '4/image', owner)
  assert.is(beyond.status, 400)
  assert.is(beyond.body.error.message, 'This file has 3 pages.')
  const { field, reason, pages } = beyond.body.error.details
  assert.equal({ field, reason, pages }, { field: 'page', reason: 'no_such_page', pages: 3 })
  for (const asked of ['0/image', 'a/image', '1/image?width=401']) {
    assert.is((await app.page(objectId, asked, owner)).status, 400, asked)
  }
  const text = { filename: 'a.txt', contentType: 'text/plain', bytes: Buffer.from('Salt.') }
  const plain = await app.read(text)
  const refused = await app.page(plain, '1/image', owner)
  assert.equal([refused.status, refused.body.error.details.reason], [409, 'no_pages'])
  const { total, reason: why } = (await app.pages(plain, owner)).body.data
  assert.equal({ total, why }, { total: 0, why: 'no_pages' })
  const locked = await makePdf({ pages: ['secret'], userPassword: 'x' })
  const closed = await app.read({ ...app.road, bytes: locked })
  const answer = await app.page(closed, '1/image', owner)
  assert.equal([answer.status, answer.body.error.details.reason], [409, 'cannot_be_drawn'])
  assert.match(answer.body.error.message, 'password')
})

fact('before its inspection a file is being read', async (app) => {
  const { objectId } = await stage(app.market, app.road)
  app.store.raw.exec(`DELETE FROM object_inspection WHERE object_id = '${objectId}'`)
  const answer = await app.page(objectId, '1/image', app.market.provider.token)
  const { code, details } = answer.body.error
  assert.equal([answer.status, code, details.reason], [409, 'conflict', 'being_read'])
})

fact('a picture is drawn anew, whatever it is called, and a TIFF page by page', async (app) => {
  const owner = app.market.provider.token
  const photo = await sharp({
    create: { width: 1200, height: 600, channels: 3, background: 'red' },
  })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .toBuffer()
  const claimed = { filename: 'a.pdf', contentType: 'application/pdf', bytes: photo }
  const objectId = await app.read(claimed)
  const { bytes, headers } = await app.page(objectId, '1/image', owner)
  const { format, width, exif } = await sharp(bytes).metadata()
  assert.equal([format, width, exif], ['webp', 800, undefined])
  assert.is(headers.get('content-type'), 'image/webp')

  const sheets = ['red', 'blue'].map((background) => ({
    create: { width: 500, height: 700, channels: 3 as const, background },
  }))
  const joined = sharp(sheets.map(({ create }) => ({ create })) as never, {
    join: { animated: true },
  })
  const fax = await joined.tiff({ compression: 'lzw' }).toBuffer()
  const two = await app.read({ filename: 'fax.tif', contentType: 'image/tiff', bytes: fax })
  assert.is((await app.pages(two, owner)).body.data.total, 2)
  const second = await app.page(two, '2/image?width=400', owner)
  const { dominant } = await sharp(second.bytes).stats()
  assert.ok(dominant.b > 200 && dominant.r < 60, JSON.stringify(dominant))
})

fact('with a file go the pictures of its pages', async (app) => {
  const objectId = app.roadId
  const owner = app.market.provider.token
  const mine = () => app.kept().filter((name) => name.startsWith(objectId))
  assert.is(mine().length, 2)
  await app.call('DELETE', `/v1/objects/${objectId}`, { as: owner })
  assert.is((await app.page(objectId, '1/image?width=400', owner)).status, 404)
  await app.settleJobs()
  assert.equal(mine(), [])
})

test.run()
