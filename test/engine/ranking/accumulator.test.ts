// What is spared where only the best are wanted: they and the number of matches stay the same.
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Postings } from '../../../src/engine/keyword/postings.ts'
import { openPaper } from '../../../src/engine/ranking/accumulator.ts'
import { noPlaces } from '../../../src/engine/ranking/bitset.ts'
import { openShares } from '../../../src/engine/ranking/bm25.ts'
import { topPlaces } from '../../../src/engine/ranking/top-k.ts'
import type { ScoredWord } from '../../../src/engine/ranking/top-scores.ts'

const size = 400
const lengths = Uint16Array.from({ length: size }, (_, place) => 5 + ((place * 37) % 90))
const createdAtS = new Float64Array(size)
const totalLength = lengths.reduce((sum, length) => sum + length, 0)
const reach = { shares: openShares({ count: size, totalLength }) }

/** A word in so many of all places, and what it is worth. */
const word = fc.record({
  share: fc.constantFrom(0.02, 0.1, 0.5, 0.95),
  seed: fc.nat(1_000),
  worth: fc.constantFrom(0.01, 0.5, 2, 2, 7),
})
const asked = fc.record({
  words: fc.array(word, { minLength: 1, maxLength: 5 }),
  best: fc.constantFrom(1, 3, 10, 50),
  closed: fc.constantFrom(0, 3),
})

function postingsOf({ share, seed }: { share: number; seed: number }): Postings {
  const lists: number[][] = [[], [], []]
  for (let place = 0; place < size; place++) {
    const drawn = ((place + 1) * (seed + 7) * 2_654_435_761) % 1_000
    if (drawn < share * 1_000) lists[(place * (seed + 1)) % 3]?.push(place)
  }
  return lists.map((list, i) => (i === 1 ? Int32Array.from(list) : list))
}

/** Every `closed`th place is not the viewer's. */
function gateOf(closed: number) {
  const gate = noPlaces(size)
  for (let place = 0; place < size; place++) {
    gate.bytes[place] = closed > 0 && place % closed === 0 ? 0 : 1
  }
  return gate
}

/** Every place by itself, word by word, in the order in which words are added up. */
function addedUp(words: ScoredWord[], { bytes }: ReturnType<typeof gateOf>) {
  const scores = new Float64Array(size)
  for (const { postings, worth } of words.toSorted((one, other) => other.worth - one.worth)) {
    for (const [i, places] of postings.entries()) {
      for (const place of places ?? []) {
        const length = lengths[place] as number
        scores[place] =
          (scores[place] as number) + worth * reach.shares.share({ times: i + 1, length })
      }
    }
  }
  const places = Int32Array.from(scores.keys().filter((at) => bytes[at] === 1 && scores[at] !== 0))
  return { places, scores }
}

function openThree() {
  const [sparing, thorough] = [openPaper({ blockSize: 64 }), openPaper({ blockSize: 64 })]
  return (words: ScoredWord[], { best, closed }: { best: number; closed: number }) => {
    const gate = gateOf(closed)
    const question = { columns: { size, lengths }, reach, gate, words }
    return [
      sparing.write({ ...question, best }),
      thorough.write({ ...question, best: undefined }),
      addedUp(words, gate),
    ] as const
  }
}

test('the best are the same, and as many match, also from one question to the next', () => {
  const ask = openThree()
  let spared = 0
  fc.assert(
    fc.property(asked, ({ words, best, closed }) => {
      const some = words.map((one) => ({ postings: postingsOf(one), worth: one.worth }))
      const [short, whole, simple] = ask(some, { best, closed })
      assert.equal(whole.places.toSorted(), simple.places)
      for (const place of simple.places) assert.is(whole.scores[place], simple.scores[place])
      assert.is(whole.more, 0)
      assert.is(short.places.length + short.more, whole.places.length)
      spared += short.more
      const page = { sort: 'relevance', limit: best, offset: 0 } as const
      const shown = [short, whole].map((found) =>
        topPlaces(found, { createdAtS }, page).map((place) => [place, found.scores[place]]),
      )
      assert.equal(shown[0], shown[1])
    }),
    { numRuns: 400, seed: 11 },
  )
  assert.ok(spared > 1_000, `spared ${spared}`)
})

test('a common word after rare ones is only counted', () => {
  const ask = openThree()
  const rare = { postings: [Array.from({ length: 20 }, (_, i) => i * 3)], worth: 9 }
  const common = { postings: [Array.from({ length: 390 }, (_, i) => i)], worth: 0.1 }
  const [short, whole] = ask([common, rare], { best: 10, closed: 0 })
  assert.ok([...short.places].every((place) => place % 3 === 0 && place < 60))
  assert.is(short.places.length + short.more, 390)
  assert.is(whole.places.length, 390)
})

test.run()
