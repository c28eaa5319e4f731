import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { constraintOf, meantText } from '../../../src/engine/hybrid/query-text.ts'
import { parseQuery } from '../../../src/engine/query/parse-query.ts'
import { printQuery } from '../../../src/engine/query/query.ts'

const cases: [q: string, meant: string, must: string | undefined][] = [
  ['heat pump noise', 'heat pump noise', undefined],
  ['"heat pump" noise', 'noise', '(and phrase:"heat pump")'],
  ['"heat pump"', 'heat pump', '(and phrase:"heat pump")'],
  ['kind:ocr lang:de pump', 'pump', '(and kind="ocr" lang="de")'],
  ['lang:de', '', '(and lang="de")'],
  ['pump -draft', 'pump', '(and (not term:"draft"))'],
  ['pump NOT (draft OR old)', 'pump', '(and (not (or term:"draft" term:"old")))'],
  ['pump AND noise', 'pump noise', undefined],
  ['+pump noise', 'pump noise', undefined],
  ['pump OR "heat pump"', 'pump', undefined],
  ['"a b" OR "c d"', 'a b c d', '(or phrase:"a b" phrase:"c d")'],
  [
    '(pump AND kind:ocr) OR (noise AND lang:de)',
    'pump noise',
    '(or (and kind="ocr") (and lang="de"))',
  ],
  ['turbin* boiler~', 'turbin boiler', undefined],
  ['NOT draft', '', '(not term:"draft")'],
]

for (const [q, meant, must] of cases) {
  test(`${q}: what is meant, and what must hold`, () => {
    const query = parseQuery(q)
    const constraint = constraintOf(query)
    assert.is(meantText(query), meant)
    assert.is(constraint && printQuery(constraint), must)
  })
}

test.run()
