import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { textPieces } from '../../../src/extract/office/text-pieces.ts'
import { random } from '../../support/mutate.ts'

const pieceBytes = 64 * 1024
const mark = Buffer.from([0xef, 0xbb, 0xbf])

/** As a decoder reads them that has all of them. */
function assertSame(bytes: Buffer, title: string): void {
  const pieces = [...textPieces(bytes)]
  assert.ok(pieces.join('') === new TextDecoder().decode(bytes), title)
  assert.is(pieces.length, Math.ceil(bytes.length / pieceBytes), title)
}

test('a text is the same in pieces, whatever lies where it is cut', () => {
  const kinds = [0x61, 0xc3, 0xa4, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x99, 0x82, 0x80, 0xff, 0xed, 0xa0]
  const next = random(3)
  for (let round = 0; round < 60; round++) {
    const around = Array.from({ length: 12 }, () => kinds[Math.floor(next() * kinds.length)] ?? 0)
    const before = Buffer.alloc(pieceBytes - Math.floor(next() * 12), 'x')
    assertSame(Buffer.concat([before, Buffer.from(around)]), around.join(' '))
  }
})

test('a byte that belongs to no character is cut from the one before it', () => {
  for (const around of [
    [0xe2, 0x82, 0xac, 0x80, 0x80],
    [0xf0, 0x9f, 0x99, 0x82, 0x80],
  ]) {
    const before = Buffer.alloc(pieceBytes - 4, 'x')
    assertSame(Buffer.concat([before, Buffer.from(around)]), around.join(' '))
  }
})

test('what has tags is cut behind one', () => {
  const text = '<a>some text</a>'.repeat(20_000)
  const pieces = [...textPieces(Buffer.from(text))]
  assert.is(pieces.join(''), text)
  for (const piece of pieces) assert.is(piece.at(-1), '>')
})

test('characters of every length are cut nowhere', () => {
  for (let shift = 0; shift < 4; shift++) {
    const text = 'x'.repeat(shift) + 'ä€🙂'.repeat(60_000)
    assert.ok([...textPieces(Buffer.from(text))].join('') === text)
  }
})

test('a mark of the encoding is none where the text goes on', () => {
  const bytes = Buffer.concat([mark, Buffer.alloc(pieceBytes - 3, 'x'), mark, Buffer.from('x')])
  assertSame(bytes, 'marks')
})

test('UTF-16 is known by its mark', () => {
  const text = 'Wax & 🙂'
  const little = Buffer.from(`\ufeff${text}`, 'utf16le')
  assert.equal([...textPieces(little)], [text])
  assert.equal([...textPieces(Buffer.from(little).swap16())], [text])
})

test.run()
