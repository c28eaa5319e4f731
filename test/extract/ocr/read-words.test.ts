// Whichever way up, leaning, in whatever colours: the words of a page, and where they are in it.
import sharp, { type ExtendOptions, type Sharp } from 'sharp'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { blobSource } from '../../../src/extract/blob-source.ts'
import { type OcrEngine, openOcrEngine } from '../../../src/extract/ocr/ocr-engine.ts'
import { ocrFiles } from '../../../src/extract/ocr/ocr-files.ts'
import { openPicturePages } from '../../../src/extract/ocr/picture-pages.ts'
import { openWordReader } from '../../../src/extract/ocr/read-words.ts'
import { wordBoxes } from '../../../src/extract/ocr/word-boxes.ts'
import { loadPictureEngine } from '../../../src/extract/preview/picture-engine.ts'
import { pictureOf } from '../../support/picture.ts'
import {
  assertNear,
  columnText,
  cutOut,
  middleOf,
  pageSize,
  scannedSheet,
  scannedText,
  unpackedWords,
} from '../../support/scanned-page.ts'

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

/** Its first line: what is told of colours, of quarter turns and of many looks needs no more. */
const stripSize = { width, height: 80 }
const strip = await sharp(page)
  .extract({ left: 0, top: 0, ...stripSize })
  .toBuffer()
const uprightStrip = await read(strip)
const stripText = uprightStrip.text
const placed = ['harbour', 'barrels', 'wax']

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
  const { text } = await read(await pictureOf(columnText, { columns: 2 }))
  assert.is(text.replace(/(\w)- (\w)/g, '$1$2'), columnText)
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
    const turned = keep(sharp(strip)).withMetadata({ orientation: Number(orientation) })
    const { text, words } = await read(await turned.jpeg({ quality: 90 }).toBuffer())
    assert.is(text, stripText)
    assert.equal(unpackedWords(words).size, stripSize)
    for (const word of placed) assertNear(middleOf(words, word), middleOf(uprightStrip.words, word))
  })
}

type Point = [x: number, y: number]

/** Where a point of the upright line is after quarter turns, clockwise. */
const turnedTo: Record<number, (point: Point) => Point> = {
  90: ([x, y]) => [stripSize.height - y, x],
  180: ([x, y]) => [width - x, stripSize.height - y],
  270: ([x, y]) => [y, width - x],
}

for (const [degrees, to] of Object.entries(turnedTo)) {
  test(`a page that was scanned ${degrees} degrees round is read, words in place`, async () => {
    const { text, words } = await read(await sharp(strip).rotate(Number(degrees)).png().toBuffer())
    assert.is(text, stripText)
    const { size } = unpackedWords(words)
    assert.equal(size, degrees === '180' ? stripSize : { width: stripSize.height, height: width })
    for (const word of placed) {
      assertNear(middleOf(words, word), to(middleOf(uprightStrip.words, word)))
    }
  })
}

for (const degrees of [-10, 4, 6]) {
  test(`a page that leans by ${degrees} degrees is set straight, words stay in place`, async () => {
    const leaning = await sharp(page).rotate(degrees, { background: 'white' }).png().toBuffer()
    const { text, words } = await read(leaning)
    assert.is(text, scannedText)
    const { size } = unpackedWords(words)
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
    for (const word of ['barrels', 'clerk', 'gates']) {
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
  const upsideDown = await sharp(strip).rotate(180).png().toBuffer()
  await read(upsideDown)
  const turning = looks()
  assert.ok(turning > 1)
  for (let i = 1; i <= 2; i++) {
    assert.is((await read(upsideDown)).text, stripText)
    assert.is(looks(), turning + i)
  }
  assert.is((await read(strip)).text, stripText)
})

test('what cannot be read whichever way up is turned on two pages of a document', async () => {
  const { read, looks } = openDocument()
  // Letters from the end of each word to its beginning, and in a mirror: as many words, none right.
  const mirrored = await sharp(strip).flop().png().toBuffer()
  for (let i = 0; i < 2; i++) await read(mirrored)
  assert.is(looks(), 8)
  await read(mirrored)
  assert.is(looks(), 9)
})

/** The writing in black on nothing at all. */
async function onNothing(): Promise<Buffer> {
  const { data, info } = await sharp(strip).greyscale().raw().toBuffer({ resolveWithObject: true })
  const dots = Buffer.alloc(info.width * info.height * 4)
  for (const [i, grey] of data.entries()) dots[4 * i + 3] = 255 - grey
  const raw = { width: info.width, height: info.height, channels: 4 } as const
  return sharp(dots, { raw }).png().toBuffer()
}

/** As much of its light as falls on each place, on grey paper and a little out of focus. */
async function shaded(lightAt: (x: number, y: number) => number): Promise<Buffer> {
  const { data, info } = await sharp(page).greyscale().raw().toBuffer({ resolveWithObject: true })
  for (const [i, grey] of data.entries()) {
    const light = lightAt(i % info.width, Math.floor(i / info.width))
    data[i] = (30 + grey * 0.85) * light
  }
  return sharp(data, { raw: info }).blur(0.6).jpeg({ quality: 85 }).toBuffer()
}

/** As that of a telephone in a hand: not sharp at its edge. */
function shadow(at: number): number {
  const inside = Math.min(1, Math.max(0, (at - 700) / 60))
  return 1 - 0.65 * inside
}

async function onDesk(edge: ExtendOptions): Promise<Buffer> {
  const lit = await shaded((x) => 1 - (0.7 * x) / width)
  return sharp(lit)
    .extend({ ...edge, background: '#3a2a1a' })
    .jpeg()
    .toBuffer()
}

const fax = { compression: 'ccittfax4', bitdepth: 1 } as const
const colours: Record<string, () => Promise<Buffer>> = {
  'in black on nothing': onNothing,
  'in the colours of print': () => sharp(strip).toColourspace('cmyk').jpeg().toBuffer(),
  'with sixteen bits': () => sharp(strip).toColourspace('rgb16').png().toBuffer(),
  'in white on black': () => sharp(strip).negate({ alpha: false }).png().toBuffer(),
  'as a fax': () =>
    sharp(strip).greyscale().threshold(150).toColourspace('b-w').tiff(fax).toBuffer(),
}
const lights: Record<string, () => Promise<Buffer>> = {
  'with a shadow on it': () => shaded((x, y) => shadow(x + y / 3)),
  'that is lit from one side': () => shaded((x) => 1 - (0.7 * x) / width),
  'on a dark desk': () => onDesk({ top: 200, bottom: 200, left: 150, right: 150 }),
  'of 65 dots an inch': () => sharp(scannedSheet).resize({ width: 560 }).png().toBuffer(),
}

for (const [ways, says] of [
  [colours, stripText],
  [lights, scannedText],
] as const) {
  for (const [what, make] of Object.entries(ways)) {
    test(`a page ${what} is read`, async () => {
      assert.is((await read(await make())).text, says)
    })
  }
}

const landscape = { width: 1_600, height: 1_200 }

/** Soft shapes, dark and light, under a bright sky. */
function landscapeWith(sign: Buffer): Promise<Buffer> {
  let state = 7
  const shades = Uint8Array.from({ length: 300 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return 50 + (state >>> 24)
  })
  const sky = { width: landscape.width, height: 400, channels: 3, background: '#ddd' } as const
  return sharp(shades, { raw: { width: 20, height: 15, channels: 1 } })
    .resize({ ...landscape, kernel: 'cubic' })
    .composite([
      { input: { create: sky }, left: 0, top: 0 },
      { input: sign, left: 500, top: 600 },
    ])
    .jpeg()
    .toBuffer()
}

test('of a landscape with a sign there is what the sign says, and nothing else', async () => {
  const part = sharp(scannedSheet).extract({ left: 190, top: 190, width: 420, height: 45 })
  const edge = { top: 60, bottom: 60, left: 60, right: 60, background: 'white' }
  const { text } = await read(await landscapeWith(await part.extend(edge).toBuffer()))
  assert.match(text, /^The harbour master counts fo\w*$/)
})

test('a picture of forty-five million dots is read, and its words are placed in it', async () => {
  const large = await sharp(scannedSheet)
    .resize({ width: 5_900, kernel: 'nearest' })
    .jpeg({ quality: 60 })
    .toBuffer()
  const { text, words } = await read(large)
  assert.is(text, scannedText)
  assert.is(unpackedWords(words).size.width, 5_900)
  assertNear(
    middleOf(words, 'barrels').map((at) => at / (5_900 / 1_700)),
    [middleOf(upright.words, 'barrels')[0] + 100, middleOf(upright.words, 'barrels')[1] + 150],
  )
})

test.run()
