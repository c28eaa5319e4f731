import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { emphasise, matchingRanges } from '../../../src/engine/analysis/highlight.ts'
import { compileQuery } from '../../../src/engine/query/compile-query.ts'
import { highlightTermsOf } from '../../../src/engine/query/highlight-terms.ts'
import { parseQuery } from '../../../src/engine/query/parse-query.ts'

type Case = { q: string; text: string; lang?: string | undefined }

function marked({ q, text, lang = 'en' }: Case): string {
  const clause = compileQuery(parseQuery(q), { languages: [lang, 'und'], fuzzy: () => [] })
  return emphasise(text, matchingRanges({ text, lang }, highlightTermsOf(clause)))
}

const facts: [q: string, text: string, expected: string, lang?: string][] = [
  ['inspection', 'Inspected boilers, inspections.', '**Inspected** boilers, **inspections**.'],
  ['the boiler', 'The boiler of the house', 'The **boiler** of the house'],
  ['"boiler house"', 'boiler, house; boiler', '**boiler, house**; boiler'],
  ['"running shoe"', 'running shoes', 'running shoes'],
  ['regul*', 'Regulations regulate. Irregular.', '**Regulations** **regulate**. Irregular.'],
  ['A-17', 'Parts A-17, A17, A 17 and 17', 'Parts **A-17**, **A17**, **A 17** and 17'],
  ['17', 'Part A-17', 'Part A-**17**'],
  ['pruefung OR prüfung', 'Die Prüfung', 'Die **Prüfung**', 'de'],
  ['strasse', 'Straße', '**Straße**', 'de'],
  ['inspectee', 'chaudière inspectée', 'chaudière **inspectée**', 'fr'],
  ['検査', 'ボイラー検査報告', 'ボイラー**検査**報告', 'ja'],
  ['東京都', '東京都の検査', '**東京都**の検査', 'ja'],
  ['京', '東京都', '東**京都**', 'ja'],
  ['boiler -wind', 'boiler and wind', '**boiler** and wind'],
  ['the of', 'The end of it', '**The** end **of** it'],
  ['kind:ocr boiler', 'a boiler kind', 'a **boiler** kind'],
]

for (const [q, text, expected, lang] of facts) {
  test(`${q} in ${text}`, () => {
    assert.is(marked({ q, text, lang }), expected)
  })
}

test('marks only add asterisks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
      const plain = text.replaceAll('*', '')
      assert.is(marked({ q: 'a* "b c" 検', text: plain }).replaceAll('*', ''), plain)
    }),
  )
})

test.run()
