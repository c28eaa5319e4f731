// What is spared where only the best are wanted: they and the number of matches stay the same.
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Postings } from '../../../src/engine/keyword/postings.ts'
import { emptyBitset } from '../../../src/engine/ranking/bitset.ts'
import { openTfNorms } from '../../../src/engine/ranking/bm25.ts'
import {
  openAccumulators,
  type ScoredTerm,
  scoreDocuments,
} from '../../../src/engine/ranking/scorer.ts'
import { topDocuments } from '../../../src/engine/ranking/top-k.ts'

const size = 400
const lengths = Uint16Array.from({ length: size }, (_, docId) => 5 + ((docId * 37) % 90))
const createdAtS = new Float64Array(size)
const objects = Int32Array.from({ length: size }, (_, docId) => docId >> 2)
const totalLength = lengths.reduce((sum, length) => sum + length, 0)
const collection = { tfNorms: openTfNorms({ count: size, totalLength }) }

/** A word in so many of all documents, and what it is weight. */
const word = fc.record({
  share: fc.constantFrom(0.02, 0.1, 0.5, 0.95),
  seed: fc.nat(1_000),
  weight: fc.constantFrom(0.01, 0.5, 2, 2, 7),
})
const asked = fc.record({
  words: fc.array(word, { minLength: 1, maxLength: 5 }),
  topK: fc.constantFrom(1, 3, 10, 50),
  closed: fc.constantFrom(0, 3),
})

function postingsOf({ share, seed }: { share: number; seed: number }): Postings {
  const lists: number[][] = [[], [], []]
  for (let docId = 0; docId < size; docId++) {
    const drawn = ((docId + 1) * (seed + 7) * 2_654_435_761) % 1_000
    if (drawn < share * 1_000) lists[(docId * (seed + 1)) % 3]?.push(docId)
  }
  return lists.map((list, i) => (i === 1 ? Int32Array.from(list) : list))
}

/** Every `closed`th document is not the viewer's. */
function candidatesOf(closed: number) {
  const candidates = emptyBitset(size)
  for (let docId = 0; docId < size; docId++) {
    candidates.bytes[docId] = closed > 0 && docId % closed === 0 ? 0 : 1
  }
  return candidates
}

/** Every document by itself, word by word, in the order in which words are added up. */
function addedUp(words: ScoredTerm[], { bytes }: ReturnType<typeof candidatesOf>) {
  const scores = new Float64Array(size)
  for (const { postings, weight } of words.toSorted((one, other) => other.weight - one.weight)) {
    for (const [i, docIds] of postings.entries()) {
      for (const docId of docIds ?? []) {
        const length = lengths[docId] as number
        scores[docId] =
          (scores[docId] as number) + weight * collection.tfNorms.tfNorm({ tf: i + 1, length })
      }
    }
  }
  const docIds = Int32Array.from(scores.keys().filter((at) => bytes[at] === 1 && scores[at] !== 0))
  return { docIds, scores }
}

function openThree() {
  const [sparing, thorough] = [
    openAccumulators({ blockSize: 64 }),
    openAccumulators({ blockSize: 64 }),
  ]
  return (words: ScoredTerm[], { topK, closed }: { topK: number; closed: number }) => {
    const candidates = candidatesOf(closed)
    const docValues = { size, lengths, objects }
    const none = emptyBitset(size)
    const request = { docValues, collection, candidates, nameCandidates: none, terms: words }
    return [
      scoreDocuments(sparing, { ...request, topK }),
      scoreDocuments(thorough, { ...request, topK: undefined }),
      addedUp(words, candidates),
    ] as const
  }
}

test('the best are the same, and as many match, also from one question to the next', () => {
  const ask = openThree()
  let spared = 0
  fc.assert(
    fc.property(asked, ({ words, topK, closed }) => {
      const some = words.map((one) => ({ postings: postingsOf(one), weight: one.weight }))
      const [short, whole, simple] = ask(some, { topK, closed })
      assert.equal(whole.docIds.toSorted(), simple.docIds)
      for (const docId of simple.docIds) assert.is(whole.scores[docId], simple.scores[docId])
      assert.is(whole.more, 0)
      assert.is(short.docIds.length + short.more, whole.docIds.length)
      spared += short.more
      const page = { sort: 'relevance', limit: topK, offset: 0 } as const
      const shown = [short, whole].map((found) =>
        topDocuments(found, { createdAtS }, page).map((docId) => [docId, found.scores[docId]]),
      )
      assert.equal(shown[0], shown[1])
    }),
    { numRuns: 400, seed: 11 },
  )
  assert.ok(spared > 1_000, `spared ${spared}`)
})

test('a common word after rare ones is only counted', () => {
  const ask = openThree()
  const rare = { postings: [Array.from({ length: 20 }, (_, i) => i * 3)], weight: 9 }
  const common = { postings: [Array.from({ length: 390 }, (_, i) => i)], weight: 0.1 }
  const [short, whole] = ask([common, rare], { topK: 10, closed: 0 })
  assert.ok([...short.docIds].every((docId) => docId % 3 === 0 && docId < 60))
  assert.is(short.docIds.length + short.more, 390)
  assert.is(whole.docIds.length, 390)
})

test.run()
