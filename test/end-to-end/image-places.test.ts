// Where a picture was taken is found only where the operator allows it.
import sharp from 'sharp'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { approve, openMarket, stage } from '../support/market.ts'
import { openTestApp } from '../support/open-test-app.ts'

const quay = { create: { width: 32, height: 32, channels: 3 as const, background: 'grey' } }

async function metadataOf({ imagePlaces }: { imagePlaces: boolean }) {
  await using app = await openTestApp({ config: { imagePlaces, ocr: false } })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const bytes = await sharp(quay)
    .jpeg()
    .withExif({
      IFD0: { ImageDescription: 'Weighing of the barrels' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '53/1 52/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '1/1 30/1 0/1',
      },
    })
    .toBuffer()
  const upload = await stage(market, { filename: 'a.jpg', contentType: 'image/jpeg', bytes })
  await approve(market, upload)
  await app.settleJobs()
  const as = await app.key(market.provider)
  const { body } = await app.call('GET', `/asset/${upload.objectId}`, { as })
  const text = body.passages.map((one: { text: string }) => one.text).join('\n')
  return { text, warnings: body.warnings.join(' ') }
}

test('by default the place stays unknown', async () => {
  const { text, warnings } = await metadataOf({ imagePlaces: false })
  assert.match(text, 'Weighing of the barrels')
  // The provider hears of it, for the file itself keeps it.
  assert.match(warnings, 'The file says where the picture was taken')
  assert.not.match(text, /GPS|latitude|53[.,]86/i)
})

test('with KONTOR_IMAGE_PLACES it is told in degrees, west and south below zero', async () => {
  const { text } = await metadataOf({ imagePlaces: true })
  assert.match(text, 'Weighing of the barrels')
  assert.match(text, 'Latitude: 53.86667; Longitude: -1.50000')
})

test.run()
