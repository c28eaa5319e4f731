// A PNG is read back dot by dot, by another program than ours, whatever is drawn on it.
import fc from 'fast-check'
import sharp from 'sharp'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Dots, writePng } from '../../../src/extract/preview/write-png.ts'

const sides = {
  width: fc.integer({ min: 1, max: 40 }),
  height: fc.integer({ min: 1, max: 40 }),
}

/** Noise, or paper with a few strokes on it: rows are written in another way for each. */
function picture(channels: 1 | 3): fc.Arbitrary<Dots> {
  return fc.record(sides).chain(({ width, height }) => {
    const size = width * height * channels
    const noise = fc.uint8Array({ minLength: size, maxLength: size })
    const paper = fc
      .array(fc.tuple(fc.nat({ max: size - 1 }), fc.nat({ max: 255 })), {
        maxLength: 9,
      })
      .map((strokes) => {
        const data = new Uint8Array(size).fill(0xff)
        for (const [at, value] of strokes) data[at] = value
        return data
      })
    return fc.oneof(noise, paper).map((data) => ({ width, height, data }))
  })
}

for (const channels of [1, 3] as const) {
  const palette = channels === 1 ? 'grey' : 'colour'
  test(`what is drawn in ${palette} is read back as it was`, async () => {
    await fc.assert(
      fc.asyncProperty(picture(channels), async (dots) => {
        const png = sharp(writePng(dots, channels))
        const read = channels === 1 ? png.toColourspace('b-w') : png.removeAlpha()
        const { data, info } = await read.raw().toBuffer({ resolveWithObject: true })
        assert.equal([info.width, info.height], [dots.width, dots.height])
        assert.ok(data.equals(dots.data))
      }),
      { numRuns: 200 },
    )
  })
}

test.run()
