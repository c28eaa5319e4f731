import { crc32, deflateRawSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { blobSource } from '../../../src/extract/blob-source.ts'
import { openZip } from '../../../src/extract/office/zip.ts'
import { makeZip, type ZipEntry, zipOf } from '../../support/make-zip.ts'
import { random } from '../../support/mutate.ts'

const megabyte = 1024 * 1024
const pieceBytes = 64 * 1024
const mark = Buffer.from([0xef, 0xbb, 0xbf])

async function piecesOf(content: string | Uint8Array): Promise<string[]> {
  const zip = await openZip(blobSource(makeZip({ part: content })))
  return Array.fromAsync(zip.textOf('part'))
}

/** As a decoder reads them that has all of them. */
async function assertSame(bytes: Buffer, title: string): Promise<void> {
  const pieces = await piecesOf(bytes)
  assert.ok(pieces.join('') === new TextDecoder().decode(bytes), title)
}

test('a part that comes in pieces keeps the characters that lie across them', async () => {
  const text = `x${'ü€🙂'.repeat(300_000)}`
  const pieces = await piecesOf(text)
  assert.ok(pieces.length > 2)
  assert.ok(pieces.join('') === text)
})

test('a part of many megabytes comes in pieces', async () => {
  const text = `x${'€'.repeat(6 * megabyte)}`
  const pieces = await piecesOf(text)
  assert.ok(pieces.length > 100)
  assert.ok(pieces.join('') === text)
})

test('a text is the same in pieces, whatever lies where it is cut', async () => {
  const kinds = [0x61, 0xc3, 0xa4, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x99, 0x82, 0x80, 0xff, 0xed, 0xa0]
  const next = random(3)
  for (let round = 0; round < 60; round++) {
    const around = Array.from({ length: 12 }, () => kinds[Math.floor(next() * kinds.length)] ?? 0)
    const before = Buffer.alloc(pieceBytes - Math.floor(next() * 12), 'x')
    await assertSame(Buffer.concat([before, Buffer.from(around)]), around.join(' '))
  }
})

test('a byte that belongs to no character is cut from the one before it', async () => {
  for (const around of [
    [0xe2, 0x82, 0xac, 0x80, 0x80],
    [0xf0, 0x9f, 0x99, 0x82, 0x80],
  ]) {
    const before = Buffer.alloc(pieceBytes - 4, 'x')
    await assertSame(Buffer.concat([before, Buffer.from(around)]), around.join(' '))
  }
})

test('characters of every length are cut nowhere', async () => {
  for (let shift = 0; shift < 4; shift++) {
    const text = 'x'.repeat(shift) + 'ä€🙂'.repeat(60_000)
    assert.ok((await piecesOf(text)).join('') === text)
  }
})

test('a mark of the encoding is none where the text goes on', async () => {
  const bytes = Buffer.concat([mark, Buffer.alloc(pieceBytes - 3, 'x'), mark, Buffer.from('x')])
  await assertSame(bytes, 'marks')
})

test('UTF-16 is known by its mark', async () => {
  const text = 'Wax & 🙂'
  const little = Buffer.from(`\ufeff${text}`, 'utf16le')
  assert.is((await piecesOf(little)).join(''), text)
  assert.is((await piecesOf(Buffer.from(little).swap16())).join(''), text)
})

test('the directory of a file is read once, however often it is opened', async () => {
  const source = blobSource(makeZip({ part: 'text' }))
  let reads = 0
  const slice: typeof source.slice = (range) => {
    reads++
    return source.slice(range)
  }
  const counted = { ...source, slice }
  assert.ok((await openZip(counted)).has('part'))
  const once = reads
  for (let i = 0; i < 3; i++) assert.ok((await openZip(counted)).has('part'))
  assert.is(reads, once)
})

test('what is wrong with a part is said when it is asked for; others are read', async () => {
  const entry = (name: string, text: string, claimed = text.length): ZipEntry => ({
    name,
    deflated: deflateRawSync(text),
    sizeBytes: claimed,
    crc: crc32(text),
  })
  const zip = await openZip(
    blobSource(zipOf([entry('a', 'wax'), entry('b', 'salt', 1_000), entry('c', 'tar')])),
  )
  const read = async (name: string) => (await Array.fromAsync(zip.textOf(name))).join('')
  assert.equal([await read('a'), await read('c')], ['wax', 'tar'])
  assert.match(await read('b').catch(({ message }) => message), /corrupt.*shorter than it says/)
})

test.run()
