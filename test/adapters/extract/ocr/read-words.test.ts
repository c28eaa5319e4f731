// Whichever way up, leaning, in whatever colours: the words of a page, and where they are in it.
import sharp, { type Sharp } from 'sharp'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { blobSource } from '../../../../src/adapters/extract/blob-source.ts'
import { type OcrEngine, openOcrEngine } from '../../../../src/adapters/extract/ocr/ocr-engine.ts'
import { ocrFiles } from '../../../../src/adapters/extract/ocr/ocr-files.ts'
import { openPicturePages } from '../../../../src/adapters/extract/ocr/picture-pages.ts'
import { openWordReader } from '../../../../src/adapters/extract/ocr/read-words.ts'
import { wordBoxes } from '../../../../src/adapters/extract/ocr/word-boxes.ts'
import { loadPictureEngine } from '../../../../src/adapters/extract/preview/picture-engine.ts'
import { pictureOf } from '../../../support/picture.ts'
import {
  assertNear,
  cutOut,
  middleOf,
  pageSize,
  scannedSheet,
  scannedText,
  unpackedWords,
} from '../../../support/scanned-page.ts'

const engine = (await openOcrEngine(ocrFiles(undefined).slice(0, 1))) as OcrEngine
await loadPictureEngine(blobSource(scannedSheet))
const page = await cutOut(scannedSheet)
const { width, height } = pageSize

/** Reads pictures as those of one document, and counts the looks it takes. */
function openDocument() {
  let looks = 0
  const readWords = openWordReader(engine, () => {
    looks++
  })
  return {
    looks: () => looks,
    async read(bytes: Buffer) {
      const pages = await openPicturePages(bytes)
      const picture = await pages?.pageOf(0)
      if (typeof picture !== 'object') throw new Error('It cannot be opened.')
      const reading = readWords(picture.image)
      if (!reading) throw new Error('It cannot be read.')
      const { table, quarters, angle } = reading
      const words = wordBoxes(table, { scale: picture.scale, quarters, angle })
      return { text: reading.text.trim().replace(/\s+/g, ' '), words }
    },
  }
}

function read(bytes: Buffer) {
  return openDocument().read(bytes)
}

const upright = await read(page)
const placed = ['Novgorod', 'clerk', 'brought']

test('a page that lies straight is read word for word', () => {
  assert.is(upright.text, scannedText)
  const { size, boxes } = unpackedWords(upright.words)
  assert.equal(size, pageSize)
  assert.equal(
    boxes.map(([word]) => word),
    scannedText.split(' '),
  )
})

test('columns are read one after the other', async () => {
  const { text } = await read(await pictureOf(scannedText, { columns: 2 }))
  assert.is(text.replace(/(\w)- (\w)/g, '$1$2'), scannedText)
})

/** What EXIF says of it, undone: how a telephone keeps a picture that is shown upright. */
const kept: Record<number, (picture: Sharp) => Sharp> = {
  2: (picture) => picture.flop(),
  3: (picture) => picture.rotate(180),
  6: (picture) => picture.rotate(270),
  8: (picture) => picture.rotate(90),
}

for (const [orientation, keep] of Object.entries(kept)) {
  test(`a photograph with orientation ${orientation} is read as it is shown`, async () => {
    const turned = keep(sharp(page)).withMetadata({ orientation: Number(orientation) })
    const { text, words } = await read(await turned.jpeg({ quality: 90 }).toBuffer())
    assert.is(text, scannedText)
    assert.equal(unpackedWords(words).size, pageSize)
    for (const word of placed) assertNear(middleOf(words, word), middleOf(upright.words, word))
  })
}

type Point = [x: number, y: number]

/** Where a point of the upright page is after quarter turns, clockwise. */
const turnedTo: Record<number, (point: Point) => Point> = {
  90: ([x, y]) => [height - y, x],
  180: ([x, y]) => [width - x, height - y],
  270: ([x, y]) => [y, width - x],
}

for (const [degrees, to] of Object.entries(turnedTo)) {
  test(`a page that was scanned ${degrees} degrees round is read, words in place`, async () => {
    const { text, words } = await read(await sharp(page).rotate(Number(degrees)).png().toBuffer())
    assert.is(text, scannedText)
    const { size } = unpackedWords(words)
    assert.equal(size, degrees === '180' ? pageSize : { width: height, height: width })
    for (const word of placed) assertNear(middleOf(words, word), to(middleOf(upright.words, word)))
  })
}

for (const degrees of [-10, 4, 6]) {
  test(`a page that leans by ${degrees} degrees is set straight, words stay in place`, async () => {
    const leaning = await sharp(page).rotate(degrees, { background: 'white' }).png().toBuffer()
    const { text, words } = await read(leaning)
    assert.is(text, scannedText)
    const { size } = unpackedWords(words)
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
    for (const word of placed) {
      const [x, y] = middleOf(upright.words, word)
      const [dx, dy] = [x - width / 2, y - height / 2]
      const there: Point = [
        size.width / 2 + dx * cos - dy * sin,
        size.height / 2 + dx * sin + dy * cos,
      ]
      assertNear(middleOf(words, word), there)
    }
  })
}

test('the pages of a document are looked at first as the last one lay', async () => {
  const { read, looks } = openDocument()
  const upsideDown = await sharp(page).rotate(180).png().toBuffer()
  await read(upsideDown)
  const turning = looks()
  assert.ok(turning > 1)
  for (let i = 1; i <= 2; i++) {
    assert.is((await read(upsideDown)).text, scannedText)
    assert.is(looks(), turning + i)
  }
  assert.is((await read(page)).text, scannedText)
})

test('what cannot be read whichever way up is turned on two pages of a document', async () => {
  const { read, looks } = openDocument()
  // Letters from the end of each word to its beginning, and in a mirror: as many words, none right.
  const mirrored = await sharp(page).flop().png().toBuffer()
  for (let i = 0; i < 2; i++) await read(mirrored)
  assert.is(looks(), 8)
  await read(mirrored)
  assert.is(looks(), 9)
})

/** The writing in black on nothing at all. */
async function onNothing(): Promise<Buffer> {
  const { data, info } = await sharp(page).greyscale().raw().toBuffer({ resolveWithObject: true })
  const dots = Buffer.alloc(info.width * info.height * 4)
  for (const [i, grey] of data.entries()) dots[4 * i + 3] = 255 - grey
  const raw = { width: info.width, height: info.height, channels: 4 } as const
  return sharp(dots, { raw }).png().toBuffer()
}

const fax = { compression: 'ccittfax4', bitdepth: 1 } as const
const ways: Record<string, () => Promise<Buffer>> = {
  'in black on nothing': onNothing,
  'in the colours of print': () => sharp(page).toColourspace('cmyk').jpeg().toBuffer(),
  'with sixteen bits': () => sharp(page).toColourspace('rgb16').png().toBuffer(),
  'in white on black': () => sharp(page).negate({ alpha: false }).png().toBuffer(),
  'as a fax': () =>
    sharp(page).greyscale().threshold(150).toColourspace('b-w').tiff(fax).toBuffer(),
  'with a quarter of the dots': () => sharp(scannedSheet).resize({ width: 850 }).png().toBuffer(),
}

for (const [what, make] of Object.entries(ways)) {
  test(`a page ${what} is read`, async () => {
    assert.is((await read(await make())).text, scannedText)
  })
}

test('a sign in a landscape is read', async () => {
  const size = { width: 1_600, height: 1_200 }
  const noise = { type: 'gaussian', mean: 110, sigma: 60 } as const
  const part = { left: 190, top: 190, width: 420, height: 45 }
  const sign = await sharp(scannedSheet).extract(part).toBuffer()
  const scene = sharp({ create: { ...size, channels: 3, background: 'black', noise } }).blur(3)
  const seen = scene.composite([{ input: sign, left: 500, top: 600 }]).jpeg()
  assert.match((await read(await seen.toBuffer())).text, /harbour master/)
})

test('a picture of seventy million dots is read, and its words are placed in it', async () => {
  const large = await sharp(scannedSheet).resize({ width: 7_400 }).jpeg({ quality: 60 }).toBuffer()
  const { text, words } = await read(large)
  assert.is(text, scannedText)
  assert.is(unpackedWords(words).size.width, 7_400)
  assertNear(
    middleOf(words, 'Novgorod').map((at) => at / (7_400 / 1_700)),
    [middleOf(upright.words, 'Novgorod')[0] + 100, middleOf(upright.words, 'Novgorod')[1] + 150],
  )
})

test.run()
