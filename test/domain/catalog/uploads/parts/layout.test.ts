import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { uploadLimits } from '../../../../../src/domain/catalog/index.ts'
import { partSizeFor, partsOf } from '../../../../../src/domain/catalog/uploads/parts/layout.ts'

const mebibyte = 1024 * 1024

/** Size of the file, of its parts, and how many they are. */
const layouts: [sizeBytes: number, partSizeBytes: number | null, count: number][] = [
  [1, null, 0],
  [64 * mebibyte, null, 0],
  [64 * mebibyte + 1, 9_586_981, 7],
  [65 * mebibyte, 8_519_680, 8],
  [200 * mebibyte, 8 * mebibyte, 25],
  [16 * 1024 * mebibyte, 17_179_870, 1_000],
]

for (const [sizeBytes, partSizeBytes, count] of layouts) {
  test(`a file of ${sizeBytes} bytes comes in ${count || 'no'} parts`, () => {
    assert.is(partSizeFor(sizeBytes, uploadLimits), partSizeBytes)
    assert.is(partsOf({ sizeBytes, partSizeBytes }).length, count)
  })
}

const anySize = fc.integer({ min: 64 * mebibyte + 1, max: 2 ** 42 })

test('the parts of every file join without gap or overlap and none is below the minimum', () => {
  fc.assert(
    fc.property(anySize, (sizeBytes) => {
      const partSizeBytes = partSizeFor(sizeBytes, uploadLimits)
      const parts = partsOf({ sizeBytes, partSizeBytes })
      let end = 0
      for (const [i, part] of parts.entries()) {
        assert.is(part.partNumber, i + 1)
        assert.is(part.offsetBytes, end)
        assert.ok(part.sizeBytes >= uploadLimits.partMinBytes)
        assert.ok(part.sizeBytes === partSizeBytes || part === parts.at(-1))
        end += part.sizeBytes
      }
      assert.is(end, sizeBytes)
      assert.ok(parts.length <= uploadLimits.partsMax)
    }),
  )
})

test.run()
