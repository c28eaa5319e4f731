import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fuzzyTerms } from '../../../src/engine/spelling/fuzzy-terms.ts'
import { wordList } from '../../support/word-list.ts'

/** The textbook's matrix, whole, with the last row and column in which each letter was seen. */
function distanceOf(a: string, b: string): number {
  const far = a.length + b.length
  const matrix = Array.from({ length: a.length + 2 }, () => Array<number>(b.length + 2).fill(far))
  const at = (i: number, j: number) => matrix[i + 1]?.[j + 1] ?? far
  const put = (i: number, j: number, value: number) => ((matrix[i + 1] as number[])[j + 1] = value)
  for (let i = 0; i <= a.length; i++) put(i, 0, i)
  for (let j = 0; j <= b.length; j++) put(0, j, j)
  const lastRow = new Map<string, number>()
  for (let i = 1; i <= a.length; i++) {
    let lastColumn = 0
    for (let j = 1; j <= b.length; j++) {
      const k = lastRow.get(b[j - 1] as string) ?? 0
      const l = lastColumn
      const same = a[i - 1] === b[j - 1]
      if (same) lastColumn = j
      const crossed = k > 0 && l > 0 ? at(k - 1, l - 1) + (i - k - 1) + 1 + (j - l - 1) : far
      const replaced = at(i - 1, j - 1) + (same ? 0 : 1)
      put(i, j, Math.min(replaced, at(i, j - 1) + 1, at(i - 1, j) + 1, crossed))
    }
    lastRow.set(a[i - 1] as string, i)
  }
  return at(a.length, b.length)
}

const facts: [a: string, b: string, edits: number][] = [
  ['boiler', 'boiler', 0],
  ['boiler', 'boilr', 1],
  ['boiler', 'boiller', 1],
  ['boiler', 'bailer', 1],
  ['boiler', 'biolers', 2],
  ['boiler', 'boielr', 1],
  ['ca', 'abc', 2],
  ['abc', 'ca', 2],
  ['a', '', 1],
]

for (const [a, b, edits] of facts) {
  test(`from ${a} to ${b || 'nothing'} it takes ${edits}`, () => {
    assert.is(distanceOf(a, b), edits)
    if (b === '') return
    const found = fuzzyTerms(wordList([b]), { term: a, distance: 2 })
    assert.equal(found, [{ term: b, edits }])
  })
}

test('every word that is near is found, and no other', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 7 })
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 60 }),
      word,
      fc.constantFrom(0, 1, 2),
      (all, term, distance) => {
        const found = fuzzyTerms(wordList(all), { term, distance })
        const expected = [...new Set(all)]
          .sort()
          .map((one) => ({ term: one, edits: distanceOf(term, one) }))
          .filter(({ edits }) => edits <= distance)
        assert.equal(found, expected)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('most of a list is passed over', () => {
  const letters = 'abcdefghij'.split('')
  const all = letters.flatMap((a) =>
    letters.flatMap((b) => letters.flatMap((c) => letters.map((d) => `${a}${b}${c}${d}tail`))),
  )
  const list = wordList(all)
  assert.ok(fuzzyTerms(list, { term: 'abcdtail', distance: 1 }).length > 30)
  assert.ok(list.visited < all.length / 5, `${list.visited} of ${all.length}`)
})

test.run()
