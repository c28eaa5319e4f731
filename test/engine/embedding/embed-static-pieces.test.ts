// How texts are cut into pieces; scripts/train-embedder/text.py does the same.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openPieces } from '../../../src/engine/embedding/embed-static-pieces.ts'
import { openLetterTree } from '../../../src/engine/embedding/embed-static-tree.ts'

const vocabulary = [
  ...['[UNK]', 'boiler', '##s', '2023', 'كتاب', 'ال', '日本', '日', '本', '語', 'ロントン'],
  ...['เครื่อง', 'ปั๊ม', 'की', 'का', 'λογοσ', 'книга', '##ми', '한국'.normalize('NFKD')],
]

/** Words are apart, and so are the pieces of one. */
function cut(text: string): string[] {
  const words: string[] = []
  openPieces(vocabulary).eachWord(text, (ids, count) => {
    words.push(Array.from(ids.subarray(0, count), (id) => vocabulary[id]).join(' '))
  })
  return words
}

const rows: [what: string, text: string, words: string[]][] = [
  ['words with spaces are cut to their end', 'Boilers, boilerx', ['boiler ##s']],
  ['Cyrillic, too', 'Книгами', ['книга ##ми']],
  ['Han is cut into the longest pieces, each a word', '日本語日本', ['日本', '語', '日本']],
  ['what none begins with is left out', '日本龍語', ['日本', '語']],
  ['a run ends where digits begin', '日本2023日', ['日本', '2023', '日']],
  ['kana and Thai, too', 'ロンドン เครื่องปั๊ม', ['ロントン', 'เครื่อง', 'ปั๊ม']],
  ['the vowels of Hindi tell words apart', 'की का', ['की', 'का']],
  ['a final sigma is a sigma', 'ΛΌΓΟΣ λόγος', ['λογοσ', 'λογοσ']],
  ['Hangul is read by its letters', '한국', ['한국'.normalize('NFKD')]],
  ['the Arabic article goes', 'الكتاب والكتاب كتاب للكتاب', ['كتاب', 'كتاب', 'كتاب', 'كتاب']],
  ['but not of what is hardly longer', 'ال', ['ال']],
]
for (const [what, text, words] of rows) {
  test(what, () => assert.equal(cut(text), words))
}

test('a run of any length is read to its end', () => {
  assert.equal(cut('日本'.repeat(500)), Array(500).fill('日本'))
  assert.equal(cut(`${'あ'.repeat(63)}日本語`).at(-1), '語')
})

test('of very many words each is cut as it is alone', () => {
  const pieces = openPieces(['a', 'b', 'ab', '##a', '##b', '##ab', '##bb'])
  const { cut: cutAnew } = openLetterTree(['a', 'b', 'ab', '##a', '##b', '##ab', '##bb'])
  const letters = (number: number) => number.toString(2).replaceAll('0', 'a').replaceAll('1', 'b')
  const numbers = Array.from({ length: 60_000 }, (_, i) => i + 2)
  const found: string[] = []
  const text = [...numbers, ...numbers.toReversed()].map(letters).join(' ')
  pieces.eachWord(text, (ids, count) => found.push(ids.subarray(0, count).join()))
  const ids = new Int32Array(64)
  const alone = numbers.map((number) => {
    const word = Uint16Array.from(letters(number), (letter) => letter.charCodeAt(0))
    return ids.subarray(0, cutAnew(word, word.length, ids)).join()
  })
  assert.equal(found, [...alone, ...alone.toReversed()])
})

test.run()
