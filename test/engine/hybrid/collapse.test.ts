import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectId } from '../../../src/base/ids.ts'
import { collapse } from '../../../src/engine/hybrid/collapse.ts'

const words = 'one passage about the boiler in the cellar of the old school by the river bank'

function counts(...texts: (string | [text: string, asset: string])[]): string[] {
  const page = texts.map((one) => {
    const [text, asset] = typeof one === 'string' ? [one, 'obj_a'] : one
    return { text, objectId: asset as ObjectId }
  })
  return collapse(page).map(({ one, alike }) => `${alike} ${one.text.slice(0, 12)}`)
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
  [
    'equal ones of two assets stay',
    counts(words, [words, 'obj_b']),
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

test.run()
