// The first page of a PDF as a picture: in colour where there is any, in grey where there is none.
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { blobSource } from '../../../src/extract/blob-source.ts'
import { previewPage } from '../../../src/extract/preview/preview-page.ts'
import { makeImagePdf, makePdf } from '../../support/make-pdf.ts'

async function pictureOf(pdf: Buffer): Promise<Buffer> {
  const preview = await previewPage(blobSource(pdf))
  assert.ok('picture' in preview)
  return Buffer.from(preview.picture.bytes)
}

async function pageOf(background: { r: number; g: number; b: number }): Promise<Buffer> {
  const size = { width: 60, height: 80, channels: 3 as const }
  const picture = await sharp({ create: { ...size, background } })
    .png()
    .toBuffer()
  return makeImagePdf([{ picture }])
}

test('a coloured page is shown in its colour', async () => {
  const png = sharp(await pictureOf(await pageOf({ r: 200, g: 60, b: 20 })))
  assert.is((await png.metadata()).channels, 3)
  const { dominant } = await png.stats()
  const { r, g, b } = dominant
  assert.ok(r > 180 && g > 40 && g < 80 && b < 40, JSON.stringify(dominant))
})

for (const [name, pdf, lightest] of [
  ['a page of text', makePdf({ pages: ['Salt road '.repeat(60)] }), 255],
  ['a grey page', pageOf({ r: 90, g: 90, b: 90 }), 90],
] as const) {
  test(`${name} is shown in grey, with one channel`, async () => {
    const png = sharp(await pictureOf(await pdf))
    assert.is((await png.metadata()).channels, 1)
    const { channels } = await png.toColourspace('b-w').stats()
    assert.is(channels[0]?.max, lightest)
    assert.ok((channels[0]?.min ?? 255) < 128)
  })
}

test('a page whose colours take too much room is shown in grey, as bright as it is', async () => {
  const [width, height] = [395, 512]
  const noise = randomBytes(width * height * 3)
  for (let green = 1; green < noise.length; green += 3) noise[green] = (noise[green] as number) / 2
  const picture = await sharp(noise, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  const png = sharp(await pictureOf(await makeImagePdf([{ picture }])))
  assert.is((await png.metadata()).channels, 1)
  const mean = (await png.toColourspace('b-w').stats()).channels[0]?.mean ?? 0
  const expected = 0.299 * 127.5 + 0.587 * 63.5 + 0.114 * 127.5
  assert.ok(Math.abs(mean - expected) < 4, `${mean} instead of ${expected}`)
})

test.run()
