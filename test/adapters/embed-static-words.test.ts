// Passages read word by word beside a query, with the shipped model and a toy one.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openEmbedStatic } from '../../src/adapters/embed-static.ts'
import { openShippedEmbedder } from '../../src/adapters/open-embedder.ts'
import { toyModel } from '../support/toy-model.ts'

function readToy(query: string) {
  return openEmbedStatic(toyModel()).readCloser(query)
}

test('a word of the query counts as often as it stands in a text, and so do words alike', () => {
  const { compare } = readToy('boiler violin')
  const { nearest, times } = compare('Boiler, furnace; bread and a boiler')
  assert.equal(
    [...nearest, ...times].map((value) => Math.round(value * 1000) / 1000),
    [1, 0, 3, 0],
  )
})

test('words of a query are those that are known, each once', () => {
  const { words } = readToy('the boiler, zxqv BOILER and 鍋爐 violin')
  assert.equal(
    words.map(({ text }) => text),
    ['boiler', 'violin'],
  )
  assert.ok(words.every(({ weight }) => weight > 0))
})

test('two queries that are read in turn do not disturb one another', () => {
  const model = openEmbedStatic(toyModel())
  const [one, other] = [model.readCloser('boiler'), model.readCloser('violin bread')]
  const before = [[...one.compare('furnace').times], [...other.compare('geige').times]]
  assert.equal([[...one.compare('kessel').times], [...other.compare('orchestra').times]], before)
})

test('a query that says nothing, and texts without words, compare to nothing', () => {
  const nobody = readToy('zxqv')
  assert.equal([nobody.words, [...nobody.compare('boiler').nearest]], [[], []])
  assert.is(nobody.cosine('boiler'), 0)
  for (const text of ['', '鍋爐', '\u0000', '-'.repeat(100_000)]) {
    assert.equal([...readToy('boiler').compare(text).nearest], [0])
  }
})

test('other forms of a word are near to it, other words are not', () => {
  const read = openShippedEmbedder().readCloser?.('inspections')
  const near = read?.compare('inspection').times[0] ?? 0
  const far = read?.compare('violin').times[0] ?? 1
  assert.ok(near > 0.1 && near < 1, String(near))
  assert.is(far, 0)
})

test('one token a hundred thousand times is read as far as a passage goes', () => {
  const { nearest, times } = readToy('boiler').compare('boiler '.repeat(100_000))
  assert.is(nearest[0], 1)
  assert.ok((times[0] as number) > 100 && (times[0] as number) < 10_000)
})

test.run()
