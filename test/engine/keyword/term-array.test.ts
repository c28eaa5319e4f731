import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTermArray } from '../../../src/engine/keyword/term-array.ts'

function wordsIn(array: ReturnType<typeof openTermArray>): string[] {
  const cursor = array.cursor()
  const words: string[] = []
  for (let word = cursor.term(); word !== undefined; word = cursor.term()) {
    words.push(word)
    cursor.next()
  }
  return words
}

test('words come in order, each once, whenever they were added', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '検'), minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(fc.array(word)), (portions) => {
      const array = openTermArray()
      for (const portion of portions) {
        array.add(portion)
        if (portion.length % 2 === 0) wordsIn(array)
      }
      const all = [...new Set(portions.flat())].sort()
      assert.equal(wordsIn(array), all)
      assert.is(array.size(), all.length)
    }),
    { numRuns: 200 },
  )
})

test('the longer words with a beginning are listed, so many of them', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '検'), minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(word), word, fc.nat(5), (words, beginning, limit) => {
      const array = openTermArray()
      array.add(words)
      const longer = (one: string) => one !== beginning && one.startsWith(beginning)
      const all = [...new Set(words)].filter(longer).sort()
      assert.equal(array.beginning(beginning, { limit }), all.slice(0, limit))
    }),
    { numRuns: 200 },
  )
})

test('skipping goes on behind all words with that beginning', () => {
  const array = openTermArray()
  array.add(['a', 'ab', 'aba', 'abz', 'ab検', 'ac', 'b'])
  const cursor = array.cursor()
  cursor.next()
  assert.is(cursor.term(), 'ab')
  cursor.skip('ab')
  assert.is(cursor.term(), 'ac')
  cursor.skip('a')
  assert.is(cursor.term(), 'b')
  cursor.skip('b')
  assert.is(cursor.term(), undefined)
  cursor.skip('b')
  assert.is(cursor.term(), undefined)
})

test('a cursor does not see what comes later', () => {
  const array = openTermArray()
  array.add(['a', 'c'])
  const cursor = array.cursor()
  array.add(['b'])
  cursor.next()
  assert.is(cursor.term(), 'c')
  assert.equal(wordsIn(array), ['a', 'b', 'c'])
})

test.run()
