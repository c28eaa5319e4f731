// Passages read word by word beside a query, with the shipped model and a toy one.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openEmbedStatic } from '../../../src/engine/embedding/embed-static.ts'
import { openShippedEmbedder } from '../../../src/engine/embedding/open-embedder.ts'
import { toyModel } from '../../support/toy-model.ts'

let opened: ReturnType<typeof openShippedEmbedder> | undefined

/** For questions that leave nothing behind that another one would see. */
function shipped() {
  opened ??= openShippedEmbedder()
  return opened
}

function readToy(query: string) {
  return openEmbedStatic(toyModel()).compareTerms(query)
}

test('a word of the query counts as often as it stands in a text, and so do words alike', () => {
  const { compare } = readToy('boiler violin')
  const { nearest, frequencies } = compare('Boiler, furnace; bread and a boiler')
  assert.equal(
    [...nearest, ...frequencies].map((value) => Math.round(value * 1000) / 1000),
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
  const [one, other] = [model.compareTerms('boiler'), model.compareTerms('violin bread')]
  const before = [[...one.compare('furnace').frequencies], [...other.compare('geige').frequencies]]
  assert.equal(
    [[...one.compare('kessel').frequencies], [...other.compare('orchestra').frequencies]],
    before,
  )
})

test('a query whose words are stressed alike says what it says unstressed', () => {
  const model = openEmbedStatic(toyModel())
  const plain = model.embedQuery('boiler violin')
  const alike = model.compareTerms('boiler violin').boosted([3, 3])
  assert.ok(plain.every((part, i) => Math.abs(part - (alike[i] as number)) < 1e-4))
})

test('a word that is stressed draws the query to it', () => {
  const model = openEmbedStatic(toyModel())
  const boosted = model.compareTerms('boiler violin').boosted([1, 3])
  const nearTo = (text: string) => {
    const [vector] = model.embedPassages([text])
    return boosted.reduce((sum, part, i) => sum + part * ((vector as Float32Array)[i] ?? 0), 0)
  }
  assert.ok(nearTo('violin') > 0.9, String(nearTo('violin')))
  assert.ok(nearTo('boiler') < 0.4, String(nearTo('boiler')))
})

test('made-up words say nothing, however they are stressed', () => {
  const read = shipped().compareTerms?.('brazol mipke')
  const boosts = read?.words.map(() => 5) ?? []
  assert.ok(read?.boosted(boosts).every((part) => part === 0))
})

test('words of several pieces are told apart, also when one begins like another', () => {
  const read = shipped().compareTerms?.('Wohnungseigentumsrecht')
  const timesOf = (text: string) => read?.compare(text).frequencies[0] ?? -1
  const alone = timesOf('Wohnungseigentumsrecht')
  assert.ok(Math.abs(alone - 1) < 0.01, String(alone))
  const others = 'Wohnungseigentumsrechtsfragebogen Wohnungseigentumsrecht'
  const longer = timesOf('Wohnungseigentumsrechtsfragebogen')
  assert.ok(longer < 0.95, String(longer))
  assert.ok(Math.abs(timesOf(others) - alone - longer) < 1e-6)
})

test('a query that says nothing, and texts without words, compare to nothing', () => {
  const nobody = readToy('zxqv')
  assert.equal([nobody.words, [...nobody.compare('boiler').nearest]], [[], []])
  for (const text of ['', '鍋爐', '\u0000', '-'.repeat(100_000)]) {
    assert.equal([...readToy('boiler').compare(text).nearest], [0])
  }
})

test('other forms of a word are near to it, other words are not', () => {
  const read = shipped().compareTerms?.('batteries')
  const near = read?.compare('battery').frequencies[0] ?? 0
  const far = read?.compare('violin').frequencies[0] ?? 1
  assert.ok(near > 0.1 && near < 1, String(near))
  assert.is(far, 0)
})

test('one token a hundred thousand times is read as far as a passage goes', () => {
  const { nearest, frequencies } = readToy('boiler').compare('boiler '.repeat(100_000))
  assert.is(nearest[0], 1)
  assert.ok((frequencies[0] as number) > 100 && (frequencies[0] as number) < 10_000)
})

test('what was read for one query is compared with another as its text is', () => {
  const model = openEmbedStatic(toyModel())
  const text = 'Boiler, furnace; bread and a boiler'
  const read = model.compareTerms('boiler').read(text)
  for (const query of ['violin', 'bread valve', 'boiler']) {
    const comparer = model.compareTerms(query)
    assert.equal(comparer.compareRead(read), readToy(query).compare(text))
  }
})

test('with more words than are kept, what was read before is read anew', () => {
  const model = openShippedEmbedder()
  const comparer = model.compareTerms?.('battery')
  const first = comparer?.read('one battery')
  assert.ok(first && comparer?.compareRead(first))
  let number = 0
  const other = () => `zq${(number++).toString(36)}xw${number.toString(36)}`
  for (let texts = 0; texts < 300; texts++)
    comparer?.read(Array.from({ length: 500 }, other).join(' '))
  assert.is(first && comparer?.compareRead(first), undefined)
  const again = comparer?.compare('one battery')
  assert.ok((again?.frequencies[0] ?? 0) > 0.99)
})

test.run()
