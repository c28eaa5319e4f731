import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { cleanLine, cleanText } from '../../src/base/clean-text.ts'
import { anyCharacter } from '../support/any-text.ts'

const texts: [name: string, from: string, to: string][] = [
  ['controls', 'a\u0000b\u0007c\u001b[0m\u009fd', 'abc[0md'],
  ['overrides of direction', '\u202ainvoice\u202egnp.exe\u2066\u2069', 'invoicegnp.exe'],
  ['zero-width characters', 'to\u200bta\u2060l\ufeff', 'total'],
  ['soft hyphens', 'Donau\u00addampf', 'Donaudampf'],
  ['invisible tags', 'hello\u{e0068}\u{e0069}', 'hello'],
  ['half a surrogate pair', 'a\ud83d b', 'a\ufffd b'],
  ['line ends', 'a\r\nb\rc\u2028d\u0085e\ff', 'a\nb\nc\nd\ne\nf'],
  ['spaces', '  a \t\u00a0 b \n  c  ', 'a b\nc'],
  ['empty lines', 'a\n\n\n\n\nb', 'a\n\nb'],
  ['accents', 'e\u0301', 'é'],
  ['ligatures', 'ﬁnal oﬃce', 'final office'],
  ['joiners', 'می\u200cخواهم 👩\u200d🔬', 'می\u200cخواهم 👩\u200d🔬'],
]
for (const [name, from, to] of texts) {
  test(`clean: ${name}`, () => {
    assert.is(cleanText(from), to)
  })
}

test('a clean text stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const once = cleanText(text)
      assert.is(cleanText(once), once)
    }),
    { numRuns: 1_000 },
  )
})

/** A control, which is removed, has the text looked through in any case. */
const lookedThrough = (text: string) => cleanText(`\u0001${text}`)

test('each character comes out the same, alone and before an accent, plain text or not', () => {
  for (let code = 0; code < 0x30000; code++) {
    const text = `a${String.fromCodePoint(code)}b`
    if (cleanText(text) !== lookedThrough(text)) assert.is(cleanText(text), lookedThrough(text))
    const accented = `${String.fromCodePoint(code)}\u0301`
    if (cleanText(accented) !== lookedThrough(accented)) assert.unreachable(accented)
  }
})

test('any text comes out the same, plain or not', () => {
  const western = fc.integer({ min: 0x09, max: 0x2ff }).map((code) => String.fromCodePoint(code))
  const blank = fc.constantFrom(' ', '  ', '\n', '\t', '\u00a0', '\u2013', '€', '“')
  const unit = fc.oneof(western, blank)
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
      assert.is(cleanText(text), lookedThrough(text))
    }),
    { numRuns: 2_000 },
  )
})

test('a text of ten million words is cleaned, too', () => {
  assert.is(cleanText(`${'ab '.repeat(10_000_000)}c `).length, 30_000_001)
})

test('a line has no line end', () => {
  assert.is(cleanLine(' a\r\n\n b '), 'a b')
})

test.run()
