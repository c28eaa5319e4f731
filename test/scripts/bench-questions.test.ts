import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type BenchPassage, benchPassages } from '../../scripts/benchmarks/passages.ts'
import {
  questionKinds,
  questionsOf,
  twoWordsOfEach,
} from '../../scripts/benchmarks/search-questions.ts'

test('bench: made-up passages have something to ask for of every kind', () => {
  const { passages } = benchPassages({ KONTOR_BENCH_COUNT: '400' })
  assert.is(passages.length, 400)
  assert.is(passages.filter(({ kind }) => kind === 'ocr').length, 40)
  for (const kind of questionKinds) {
    const questions = questionsOf(kind, passages)(50)
    assert.is(questions.length, 50)
    const count = kind === 'prefix' || kind === 'fuzzy' ? 1 : 3
    for (const { words } of questions) {
      assert.is(words.length, count, kind)
      assert.ok(
        words.every((word) => /^\p{L}{5,}$/u.test(word)),
        `${kind}: ${words}`,
      )
    }
  }
})

test('bench: passages without a word to ask for end the search for one', () => {
  const passages: BenchPassage[] = [
    { kind: 'doc_chunk', lang: 'en', modality: 'document', text: '1 2 3 4 5' },
    { kind: 'doc_chunk', lang: 'en', modality: 'document', text: 'one' },
  ]
  assert.throws(() => questionsOf('plain', passages)(1), /None of \d+ passages has a word/)
  assert.throws(() => questionsOf('phrase', passages)(1), /None of \d+ passages has three words/)
})

test('bench: what is asked over HTTP are words, whatever stands around them', () => {
  const texts = ['3,4-Bis(4-phenyl)-ethanon) auf "Eis" AND', 'one two three four', '1 2 3 4 5 6']
  assert.equal(twoWordsOfEach(texts.map((text) => ({ text }))), ['auf eis'])
})

test.run()
