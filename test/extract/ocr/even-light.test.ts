// Light is evened where a page has shadows, and nowhere else.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { evenLight } from '../../../src/extract/ocr/even-light.ts'

type Shade = (x: number, y: number) => number
const size = { width: 333, height: 250 }

function graymap(shade: Shade, { width, height } = size): Buffer {
  const dots = Buffer.alloc(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) dots[y * width + x] = Math.round(shade(x, y))
  }
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), dots])
}

/** Lines of print: strokes of four dots, twelve apart. */
function isInk(x: number, y: number): boolean {
  return y % 24 >= 8 && y % 24 < 16 && x % 12 >= 4 && x % 12 < 8
}

function paper(x: number, y: number): number {
  return isInk(x, y) ? 40 : 240
}

/** The darkest of its paper and the brightest of its ink, within these columns. */
function contrast(image: Uint8Array, [from, to]: [number, number]): [paper: number, ink: number] {
  const dots = image.subarray(image.length - size.width * size.height)
  let [darkest, brightest] = [255, 0]
  for (const [i, dot] of dots.entries()) {
    const [x, y] = [i % size.width, Math.floor(i / size.width)]
    if (x < from || x >= to) continue
    if (isInk(x, y)) brightest = Math.max(brightest, dot)
    else darkest = Math.min(darkest, dot)
  }
  return [darkest, brightest]
}

test('paper in a shadow becomes as bright as the rest, and ink stays dark', () => {
  const light = (x: number) => 1 - 0.65 * Math.min(1, Math.max(0, (x - 150) / 60))
  const image = graymap((x, y) => paper(x, y) * light(x))
  assert.ok(contrast(image, [220, 333])[0] < 90)
  const even = evenLight(image)
  assert.is(even.length, image.length)
  assert.is(Buffer.compare(even.subarray(0, 15), image.subarray(0, 15)), 0)
  const [darkestPaper, brightestInk] = contrast(even, [0, 333])
  assert.ok(darkestPaper > 190, `${darkestPaper}`)
  assert.ok(brightestInk < 60, `${brightestInk}`)
})

test('paper with a shadow that has a hard edge is bright but for the edge', () => {
  const image = graymap((x, y) => paper(x, y) * (x < 160 ? 1 : 0.35))
  const even = evenLight(image)
  for (const columns of [
    [0, 144],
    [176, 333],
  ] as [number, number][]) {
    const [darkestPaper, brightestInk] = contrast(even, columns)
    assert.ok(darkestPaper > 250 && brightestInk < 50, `${darkestPaper} ${brightestInk}`)
  }
})

const asTheyAre: Record<string, Uint8Array> = {
  'a page in even light': graymap(paper),
  'a page in dim light': graymap((x, y) => paper(x, y) * 0.4),
  'a page that fades by a tenth': graymap((x, y) => paper(x, y) * (1 - (0.1 * x) / size.width)),
  // Light and dark without a rule, in places as large as a square or two.
  'leaves of trees': graymap((x, y) => 40 + (((x >> 5) * 7 + (y >> 5) * 13) % 11) * 20),
  'one dot': graymap(() => 9, { width: 1, height: 1 }),
  'another format': Buffer.from('89504e470d0a1a0a', 'hex'),
  'nothing at all': new Uint8Array(0),
}

for (const [what, image] of Object.entries(asTheyAre)) {
  test(`${what} stays as it is`, () => {
    assert.ok(evenLight(image) === image)
  })
}

test('letters as thick as a thumb are not hollowed out', () => {
  const image = graymap((x, y) => {
    const isStroke = x >= 140 && x < 190 && y >= 40 && y < 210
    return (isStroke ? 40 : 240) * (x < 80 ? 1 : 0.5)
  })
  const even = evenLight(image)
  assert.ok(even !== image)
  const dots = even.subarray(even.length - size.width * size.height)
  assert.ok((dots[125 * size.width + 165] as number) < 60)
  assert.ok((dots[125 * size.width + 300] as number) > 250)
})

test.run()
