// Four characters are looked at together: held against what is said of one after the other.
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { PlainText, TextCodes, wanted } from '../../../src/extract/office/plain-text.ts'

const plain = fc.constantFrom(...'abcXYZ019 !"#/;=>@[~')
const odd = fc.constantFrom(
  ...['  ', '&amp;', '&#233;', '\t', '\n', '\u0001', '\u001f', '\u007f', '\u0080', '\u00a0'],
  ...['é', 'ÿ', 'ł', '\u0301', '雨', '\ud83d\ude00', '<b>', '<'],
)
const written = fc
  .array(fc.oneof({ weight: 12, arbitrary: plain }, odd), { maxLength: 60, size: 'max' })
  .map((parts) => parts.join(''))

/** Visible characters of ASCII with single spaces between, and nothing that stands for another. */
const clean = /^[!-%'-~]+(?: [!-%'-~]+)*$/

test('an empty text ends, also as the first one', () => {
  const codes = new TextCodes()
  codes.open('')
  assert.is(new PlainText().read(codes, 0), undefined)
  assert.is(codes.behindSpace(0), 0)
})

test('a text ends at the next tag and is clean when it is, wherever it begins', () => {
  const [codes, text] = [new TextCodes(), new PlainText()]
  fc.assert(
    fc.property(written, fc.nat({ max: 20 }), (xml, from) => {
      const start = Math.min(from, xml.length)
      codes.open(xml)
      const read = text.read(codes, start)
      const end = xml.indexOf('<', start)
      if (end < 0) return assert.is(read, undefined)
      const raw = xml.slice(start, end)
      assert.is(text.end, end)
      assert.is(text.isClean, clean.test(raw), JSON.stringify(raw))
      if (!raw.includes('&')) assert.is(read, raw)
    }),
    { numRuns: 5_000 },
  )
})

test('a text goes on with what is looked for, whatever its length and its characters', () => {
  const codes = new TextCodes()
  fc.assert(
    fc.property(written, fc.nat({ max: 40 }), fc.nat({ max: 20 }), (xml, from, length) => {
      codes.open(xml)
      const at = Math.min(from, xml.length)
      const next = xml.slice(at, at + length).replace(/[^ -~].*$/s, '')
      assert.ok(codes.follows(at, wanted(next)))
      const last = next.at(-1)
      if (last === undefined) return
      const other = next.slice(0, -1) + (last === 'x' ? 'y' : 'x')
      assert.not.ok(codes.follows(at, wanted(other)))
    }),
    { numRuns: 5_000 },
  )
})

test.run()
