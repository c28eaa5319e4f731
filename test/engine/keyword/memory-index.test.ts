import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openMemoryIndex } from '../../../src/engine/keyword/memory-index.ts'
import type { Postings } from '../../../src/engine/keyword/postings.ts'

type Counts = Record<string, number>

function opened(passages: readonly Counts[], freshMax?: number) {
  const keywords = openMemoryIndex(freshMax === undefined ? {} : { freshMax })
  passages.forEach((counts, docId) => {
    keywords.add({ docId, stems: new Map(Object.entries(counts)), words: Object.keys(counts) })
  })
  return keywords
}

/** Place by document, how often the stem is there. */
function timesAt(postings: Postings): [docId: number, times: number][] {
  return postings
    .flatMap((docIds, slot) =>
      [...(docIds ?? [])].map((docId): [number, number] => [docId, slot + 1]),
    )
    .sort(([a], [b]) => a - b)
}

const passages: Counts[] = [
  { boiler: 1, house: 2 },
  { boiler: 3 },
  { turbine: 40 },
  { boiler: 1, __proto__x: 1, constructor: 2 },
]

for (const freshMax of [1, 2, 3, 100]) {
  test(`with parts of ${freshMax} passages every stem is where it was put`, () => {
    const keywords = opened(passages, freshMax)
    assert.equal(timesAt(keywords.postingsOf('boiler')), [
      [0, 1],
      [1, 3],
      [3, 1],
    ])
    assert.equal(timesAt(keywords.postingsOf('house')), [[0, 2]])
    assert.equal(timesAt(keywords.postingsOf('turbine')), [[2, 32]])
    assert.equal(timesAt(keywords.postingsOf('constructor')), [[3, 2]])
    assert.equal(timesAt(keywords.postingsOf('__proto__')), [])
    assert.equal(timesAt(keywords.postingsOf('boil')), [])
    assert.equal(timesAt(keywords.postingsOf('')), [])
  })
}

test('its size grows with what it holds, and clearing empties it', () => {
  const keywords = opened(passages)
  assert.ok(keywords.sizeBytes() > 0)
  keywords.clear()
  assert.is(keywords.sizeBytes(), 0)
  assert.equal(timesAt(keywords.postingsOf('boiler')), [])
  assert.is(keywords.terms().term(), undefined)
})

test('words are listed in alphabetical order', () => {
  assert.is(opened(passages).terms().term(), '__proto__x')
})

test.run()
