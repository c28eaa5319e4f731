import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectId } from '../../../src/base/ids.ts'
import { collapse } from '../../../src/engine/searcher/collapse.ts'

const words = 'one passage about the boiler in the cellar of the old school by the river bank'

function counts(...texts: (string | [text: string, asset: string])[]): string[] {
  return collapse(pageOf(texts), { near: true }).map(
    ({ one, alike }) => `${alike} ${one.text.slice(0, 12)}`,
  )
}

function pageOf(texts: readonly (string | [text: string, asset: string])[]) {
  return texts.map((one, i) => {
    const [text, asset] = typeof one === 'string' ? [one, 'obj_a'] : one
    const kind = 'doc_chunk' as const
    return { text, kind, objectId: asset as ObjectId, score: 1 - i / 10, createdAtS: 100 - i }
  })
}

const cases: [name: string, found: string[], expected: string[]][] = [
  ['equal ones are one', counts(words, words, words), ['2 one passage ']],
  [
    'order and case do not count',
    counts(words, `${words.slice(12)} One passage`),
    ['1 one passage '],
  ],
  ['one word of many may differ', counts(words, words.replace('old', 'new')), ['1 one passage ']],
  ['different ones stay', counts(words, 'something else'), ['0 one passage ', '0 something el']],
  ['equal ones of two assets are one', counts(words, [words, 'obj_b']), ['1 one passage ']],
  [
    'nearly equal ones of two assets stay',
    counts(words, [words.replace('old', 'new'), 'obj_b']),
    ['0 one passage ', '0 one passage '],
  ],
  [
    'other numbers are other facts',
    counts(`${words} 12 V`, `${words} 13 V`),
    ['0 one passage ', '0 one passage '],
  ],
  ['nothing gives nothing', counts(), []],
]

for (const [name, found, expected] of cases) {
  test(name, () => {
    assert.equal(
      found,
      expected.map((line) => line.slice(0, 14)),
    )
  })
}

test('equal ones come where the best is; the asset that had it first is named', () => {
  const page = pageOf([words, ['else', 'obj_z'], [words, 'obj_b'], [words, 'obj_c']])
  const [first, second] = collapse(page, { near: false })
  assert.equal([first?.one.objectId, first?.one.createdAtS], ['obj_c', 97])
  assert.equal([first?.one.score, first?.alike], [1, 2])
  assert.equal(
    first?.copies.map(({ objectId }) => objectId),
    ['obj_b', 'obj_a'],
  )
  assert.equal([second?.one.text, second?.alike, second?.copies], ['else', 0, []])
})

test('of one second the asset with the lower id is named, of one asset the better passage', () => {
  const page = pageOf([[words, 'obj_b'], [words, 'obj_a'], words])
  const [first] = collapse(
    page.map((one) => ({ ...one, createdAtS: 1 })),
    { near: false },
  )
  assert.is(first?.one.objectId, 'obj_a')
  assert.equal(
    first?.copies.map(({ objectId }) => objectId),
    ['obj_a', 'obj_b'],
  )
})

test('what says nearly the same as one of several copies is left out beside them', () => {
  const nearly = words.replace('old', 'new')
  const page = pageOf([words, [words, 'obj_b'], [nearly, 'obj_b'], [nearly, 'obj_c']])
  const found = collapse(page, { near: true })
  assert.equal(
    found.map(({ one, alike }) => [one.objectId, alike]),
    [
      ['obj_b', 2],
      ['obj_c', 0],
    ],
  )
})

test('assets that are called the same stay two', () => {
  const page = pageOf([words, [words, 'obj_b']]).map((one) => ({
    ...one,
    kind: 'metadata' as const,
  }))
  assert.is(collapse(page, { near: true }).length, 2)
})

test('by words alone only equal ones are left out', () => {
  assert.is(collapse(pageOf([words, words.replace('old', 'new')]), { near: false }).length, 2)
})

test.run()
