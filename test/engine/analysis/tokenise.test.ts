import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { fold } from '../../../src/engine/analysis/fold.ts'
import { tokenise, type Unit, unitsOf } from '../../../src/engine/analysis/tokenise.ts'

const terms = (text: string) => tokenise(text).map(({ term }) => term)

const facts: [text: string, terms: string[]][] = [
  ['The boiler, inspected.', ['the', 'boiler', 'inspected']],
  ['report A-17 of 2024-05-01', ['report', 'a', '17', 'of', '2024', '05', '01']],
  ["l'État-major don’t", ['l', 'etat', 'major', 'don', 't']],
  ['東京都', ['東京', '京都', '都']],
  ['検', ['検']],
  ['tower2020検査x', ['tower2020', '検査', '査', 'x']],
  ['한국 시장', ['한국', '국', '시장', '장']],
  ['한국 시장'.normalize('NFD'), ['한국', '국', '시장', '장']],
  ['… — !', []],
  ['💡a💡', ['a']],
  ['กินข้าวกับปลา', ['กิน', 'ข้าว', 'กับ', 'ปลา']],
  ['ខ្ញុំស្រឡាញ់ប្រទេសកម្ពុជា', ['ខ្ញុំ', 'ស្រឡាញ់', 'ប្រទេស', 'កម្ពុជា']],
  ['ຂ້ອຍຮັກປະເທດລາວ', ['ຂ້ອຍ', 'ຮັກ', 'ປະເທດ', 'ລາວ']],
  ['မြန်မာနိုင်ငံကိုချစ်တယ်', ['မြန်မာနိုင်ငံ', 'ကို', 'ချစ်', 'တယ်']],
  ['東京ปลา都', ['東京', '京', 'ปลา', '都']],
  ['C++, c++17 and C', ['cplusplus', 'cplusplus', '17', 'and', 'c']],
  ['C#. F# (G#) C#-Code', ['csharp', 'fsharp', 'gsharp', 'csharp', 'code']],
  ['.NET, of .net 8', ['dotnet', 'of', 'dotnet', '8']],
  ['example.net ../net A#1 a++b 5#', ['example', 'net', 'net', 'a', '1', 'a', 'b', '5']],
  ['2023-12-11T16:40:00Z', ['2023', '12', '11', '16', '40', '00']],
  ['20231211t164000.5z 16:40Z', ['20231211', '164000', '5', '16', '40z']],
  ['11T16 A-11T16', ['11t16', 'a', '11t16']],
  ['5kg 2,5km 17A4 10µm 3nd', ['5', 'kg', '2', '5', 'km', '17a4', '10', 'μm', '3nd']],
  ['x'.repeat(100), ['x'.repeat(64)]],
]

for (const [text, expected] of facts) {
  test(`the tokens of ${text.slice(0, 30)}`, () => {
    assert.equal(terms(text), expected)
  })
}

const kinds: [text: string, kind: Unit['kind'], whole: string | undefined][] = [
  ['boiler', 'word', undefined],
  ['A-17', 'compound', 'a17'],
  ['2024-05-01', 'compound', '20240501'],
  ['v1.2.3', 'compound', 'v123'],
  ['TCP/IP', 'compound', 'tcpip'],
  ['10,000', 'compound', '10000'],
  ['3,5', 'compound', '3d5'],
  ['3.5', 'compound', '3d5'],
  ['3.500', 'compound', '3500'],
  ['3.5.0', 'compound', '350'],
  ['10:30', 'compound', '1030'],
  ['5kg', 'compound', '5kg'],
  ['2.5kg', 'compound', '2d5kg'],
  ['info@example.eu', 'compound', 'infoexampleeu'],
  ['検査', 'grams', undefined],
]

for (const [text, kind, whole] of kinds) {
  test(`${text} is one ${kind}`, () => {
    const units = unitsOf(text)
    assert.equal(
      units.map((unit) => [unit.kind, unit.kind === 'compound' ? unit.whole : undefined]),
      [[kind, whole]],
    )
  })
}

test('a list is not a number, and a dash between spaces joins nothing', () => {
  assert.equal(
    unitsOf('a,b c - d').map(({ kind }) => kind),
    ['word', 'word', 'word', 'word'],
  )
})

test('what an apostrophe cuts off is marked', () => {
  const elided = tokenise("Anna's l'eau qu’il we'll O'Brien").filter((token) => token.elided)
  assert.equal(
    elided.map(({ term }) => term),
    ['s', 'l', 'qu', 'il', 'we', 'll', 'o'],
  )
})

test('offsets point into the original text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      let last = 0
      for (const { term, start, end } of tokenise(text)) {
        if (/^(dotnet|.(plusplus|sharp))$/.test(term)) continue
        assert.ok(start >= last && end > start && end <= text.length)
        const folded = fold(text.slice(start, end)).replace(/[^\p{L}\p{N}\p{M}]/gu, '')
        assert.ok(folded.startsWith(term.slice(0, 60)), `${text}: ${term}`)
        last = start
      }
    }),
    { numRuns: 500 },
  )
})

test.run()
