import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  areSameStems,
  readStemNumbers,
  stemNumbers,
} from '../../../src/engine/documents/stem-numbers.ts'
import { openMemoryIndex } from '../../../src/engine/index.ts'
import { openAmongAlike } from '../../../src/engine/ranking/alike.ts'
import { openTestSearch, snippetsOf } from '../../support/open-test-search.ts'

const amongAlike = openAmongAlike()

const stemsOf = (text: string) => readStemNumbers(stemNumbers(text))
const ask = (scores: readonly number[], texts: readonly (string | undefined)[]) => {
  const stems = texts.map((text) => (text === undefined ? undefined : stemsOf(text)))
  return amongAlike(Float64Array.from(scores), stems)
}
const inOrder = (scores: Float64Array) =>
  [...scores.keys()].sort((a, b) => (scores[b] as number) - (scores[a] as number))

test('of two that score the same the one that others are like comes first', () => {
  const texts = ['wing flutter lift', 'boat harbour tide', 'wing flutter speed', 'wing lift drag']
  const { scores, behind } = ask([9, 5, 5, 4.9], texts)
  assert.equal(inOrder(scores), [0, 2, 3, 1])
  assert.is(scores[0], 9)
  assert.ok(behind < 1 && behind * 4.9 < (scores[1] as number))
})

test('a copy is no witness: a text that stands there five times gains nothing by it', () => {
  const [other, text, behind] = ['wing flutter', 'rock sand tide', 'rock boat harbour']
  const once = ask([9, 7, 1], [other, text, behind])
  const often = ask([9, 7, 7, 7, 7, 7, 1], [other, ...Array(5).fill(text), behind])
  assert.ok((once.scores[1] as number) < 6, 'what is like it scores little')
  for (const i of [1, 2, 3, 4, 5]) assert.is(often.scores[i], once.scores[1])
})

test('what is like none, or is not known, keeps what it has beside the best', () => {
  const { scores } = ask([8, 6, 4, 2], ['wing flutter', undefined, 'wing lift', 'boat'])
  const [first = 0, second = 0, , fourth = 0] = scores
  assert.ok(second / first > 6 / 8, 'the best has a share from one that scores less')
  assert.is(Math.round((fourth / second) * 1e9), Math.round((2 / 6) * 1e9))
})

test('two are too few to tell, and none is none', () => {
  assert.equal([...ask([3, 2], ['wing', 'wing lift']).scores], [3, 2])
  assert.equal([...ask([], []).scores], [])
  assert.equal([...ask([0, 0, 0], ['wing', 'wing', 'wing']).scores], [0, 0, 0])
})

test('what was counted for one search says nothing in the next', () => {
  const texts = ['wing flutter lift', 'boat harbour tide', 'wing flutter speed', 'wing lift drag']
  const before = ask([9, 5, 5, 4.9], texts).scores
  ask([9, 8, 7, 6], ['boat tide', 'boat harbour', 'harbour tide', 'boat'])
  assert.equal([...ask([9, 5, 5, 4.9], texts).scores], [...before])
})

test('the numbers of stems come back as they went, from wherever SQLite keeps them', () => {
  const bytes = stemNumbers('wing flutter wing')
  assert.is(bytes.length, 6)
  const shifted = Buffer.concat([Buffer.from([0]), bytes]).subarray(1)
  const { numbers, tfs } = readStemNumbers(bytes)
  assert.equal(readStemNumbers(shifted), { numbers, tfs })
  assert.is(numbers.length, 2)
  assert.equal([...tfs].sort(), [1, 2])
  assert.ok((numbers[0] as number) < (numbers[1] as number))
  assert.is(readStemNumbers(stemNumbers(Array(300).fill('wing').join(' '))).tfs[0], 255)
  assert.is(stemNumbers('').length, 0)
  assert.not.ok(areSameStems(stemsOf('wing flutter'), stemsOf('wing flutter wing')))
  assert.ok(areSameStems(stemsOf('flutter wing'), stemsOf('wing flutter')))
})

const open = (kind: 'fts' | 'memory') =>
  openTestSearch(kind === 'memory' ? { memory: openMemoryIndex() } : {})

const archive = [
  'The compressor of the heat pump leaks oil at the shaft seal.',
  'Compressor oil leaks: the shaft seal of the heat pump is worn.',
  'A worn shaft seal lets oil out of the heat pump at its compressor.',
  'Compressor music festival with a heat of dancers and one pump.',
]

for (const kind of ['fts', 'memory'] as const) {
  test(`${kind}: what is not seen changes no order, what is seen does`, async () => {
    using search = open(kind)
    const [owner, other] = [search.tenant(), search.tenant()]
    const dataset = search.dataset(owner)
    for (const text of archive) await search.object(dataset, [text])
    const scoresOf = () => {
      const { hits } = search.find(owner, 'compressor heat pump')
      return hits.map(({ score }) => score)
    }
    const before = scoresOf()
    await search.object(
      search.dataset(other),
      archive.map((text) => `${text} Shaft seal, oil.`),
    )
    assert.equal(scoresOf(), before)
    await search.object(dataset, ['The heat pump leaks at the shaft seal of its compressor: oil.'])
    assert.not.equal(scoresOf(), before)
  })

  test(`${kind}: what an earlier version indexed is found, and speaks for none`, async () => {
    using search = open(kind)
    const owner = search.tenant()
    const dataset = search.dataset(owner)
    for (const text of archive) await search.object(dataset, [text])
    search.store.raw.exec('DELETE FROM passage_stems')
    const without = search.find(owner, 'compressor heat pump')
    assert.is(without.hits.length, 4)
    using again = open(kind)
    const house = again.tenant()
    const shelf = again.dataset(house)
    for (const text of archive) await again.object(shelf, [text])
    const found = again.find(house, 'compressor heat pump')
    assert.equal(snippetsOf(found).toSorted(), snippetsOf(without).toSorted())
    assert.not.equal(
      found.hits.map(({ score }) => score),
      without.hits.map(({ score }) => score),
    )
  })

  test(`${kind}: stems are remembered until the index is made anew`, async () => {
    using search = open(kind)
    const owner = search.tenant()
    const dataset = search.dataset(owner)
    for (const text of archive) await search.object(dataset, [text])
    const scores = () => search.find(owner, 'compressor heat pump').hits.map(({ score }) => score)
    const before = scores()
    search.store.raw.exec(`UPDATE passage_stems SET stems = x''`)
    assert.equal(scores(), before)
    search.store.raw.exec(`INSERT INTO index_change (op) VALUES ('rebuild')`)
    assert.not.equal(scores(), before)
  })
}

test.run()
