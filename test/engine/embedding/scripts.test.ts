// Which scripts a model knows, by its vocabulary, and what of a query it cannot read.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openEmbedder, scriptsOfModel } from '../../../src/engine/embedding/open-embedder.ts'
import { scriptNames, scriptsOfPieces, unreadIn } from '../../../src/engine/embedding/scripts.ts'
import { smallTable, writeModelFolder } from '../../support/onnx-model.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { toyModel } from '../../support/toy-model.ts'

const latin = Array.from({ length: 2_000 }, (_, i) => `word${i}`)

test('single letters of a script are not knowing it, some words of it by chance neither', () => {
  const letters = [...'абвгдежзиклмнопрст', ...'##אבגד', '▁の']
  assert.equal(scriptsOfPieces([...latin, ...letters]), ['Latn'])
  assert.equal(scriptsOfPieces([...latin, 'вода']), ['Latn'])
  const russian = ['вода', '##ами', '▁насос', 'река']
  assert.equal(scriptsOfPieces([...latin, ...russian]).sort(), ['Cyrl', 'Latn'])
  // Of neither: a piece of two scripts.
  assert.equal(scriptsOfPieces(['wordвода', 'xводаx']), [])
})

test('Han is known by a thousand characters, each of which is a word', () => {
  const han = Array.from({ length: 1_000 }, (_, i) => String.fromCodePoint(0x4e00 + i))
  assert.equal(scriptsOfPieces([...latin, ...han.slice(1)]), ['Latn'])
  assert.equal(scriptsOfPieces([...latin, ...han]).sort(), ['Hani', 'Latn'])
})

test('what the model knows is read off each form of vocabulary', async () => {
  using folder = temporaryFolder()
  writeModelFolder(folder.path, smallTable())
  const put = (tokenizer: object) =>
    writeFileSync(join(folder.path, 'tokenizer.json'), JSON.stringify(tokenizer))
  const known = () => scriptNames(scriptsOfModel(folder.path))
  assert.equal(known(), ['Latin'])
  assert.equal((await openEmbedder({ ...plain, folder: folder.path })).scripts, ['Latn'])
  const pieces = ['▁вода', '▁नदी', 'の'].map((piece, i) => [piece, -i])
  put({ model: { type: 'Unigram', vocab: pieces } })
  assert.equal(known(), ['Cyrillic', 'Devanagari'])
  // The bytes of "вода" and of a part of one letter.
  const vocab = Object.fromEntries(
    [...latin.slice(500), 'ĠÐ²Ð¾Ð´Ð°', 'ĠÐ½Ð°Ñģ', 'à¤'].map((one, i) => [one, i]),
  )
  put({ decoder: { type: 'ByteLevel' }, model: { type: 'BPE', vocab } })
  assert.equal(known(), ['Cyrillic', 'Latin'])
  put({})
  assert.equal(known(), [])
  assert.equal(scriptsOfModel(toyModel()), ['Latn'])
})

const plain = { queryPrefix: '', passagePrefix: '', cutoff: null }

test('signs and digits are of no script; from half of the letters on a text is not read', () => {
  const read = (text: string) => unreadIn(text, ['Latn'])
  assert.is(read('5 °C – 100 % ー 。'), undefined)
  assert.is(read('Über naïve ﬁsh'), undefined)
  assert.equal(read('ab вг'), { scripts: ['Cyrl'], isMost: true })
  assert.equal(read('abc вг'), { scripts: ['Cyrl'], isMost: false })
  assert.equal(read('かな 漢字 𐤀'), { scripts: ['Hani', 'Hira', 'Zzzz'], isMost: true })
  assert.equal(scriptNames(['Hira', 'Hani', 'Zzzz']), ['Han', 'Hiragana', 'others'])
})

test.run()
