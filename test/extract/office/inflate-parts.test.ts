import { crc32, deflateRawSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { blobSource } from '../../../src/extract/blob-source.ts'
import {
  inflated,
  inflatedTogether,
  type PackedPart,
} from '../../../src/extract/office/inflate-parts.ts'
import { openZip } from '../../../src/extract/office/zip.ts'
import { makeZip, type ZipEntry, zipOf } from '../../support/make-zip.ts'

function packed(text: string): PackedPart {
  const bytes = Buffer.from(text)
  const deflated = deflateRawSync(bytes)
  const sizes = { compressedSize: deflated.length, uncompressedSize: bytes.length }
  const what = { name: 'x', isEncrypted: false, headerAt: 0 }
  return { part: { ...what, ...sizes, method: 8, crc32: crc32(bytes) }, packed: deflated }
}

const texts = ['', 'wax', 'tar '.repeat(5_000), 'ä€🙂', '', `${Math.PI}`]

test('parts that are inflated together are what each is alone', () => {
  const parts = texts.map(packed)
  const together = inflatedTogether(parts)?.map(String)
  assert.equal(together, texts)
  assert.equal(together, parts.map(inflated).map(String))
})

const first = packed('wax')
const wrong: [title: string, part: PackedPart][] = [
  ['another checksum', { ...first, part: { ...first.part, crc32: 1 } }],
  ['more than it is', { ...first, part: { ...first.part, uncompressedSize: 4 } }],
  ['less than it is', { ...first, part: { ...first.part, uncompressedSize: 2 } }],
  ['no end', { ...first, packed: first.packed.subarray(0, -1) }],
  ['something behind its end', { ...first, packed: Buffer.concat([first.packed, first.packed]) }],
  ['zeros behind its end', { ...first, packed: Buffer.concat([first.packed, Buffer.alloc(9)]) }],
  ['another method', { ...first, part: { ...first.part, method: 0 } }],
]
for (const [title, part] of wrong) {
  test(`parts are not inflated together when one has ${title}`, () => {
    assert.is(inflatedTogether([packed('salt'), part, packed('tar')]), undefined)
    assert.is(inflatedTogether([packed('salt'), part]), undefined)
  })
}

/** Of every part, or what is wrong with it. */
async function textsOf(bytes: Buffer, { ahead }: { ahead: string[] }): Promise<string[]> {
  const zip = await openZip(blobSource(bytes))
  zip.ahead(ahead)
  const read = async (name: string) => (await Array.fromAsync(zip.textOf(name))).join('')
  return Promise.all(zip.names().map((name) => read(name).catch(({ message }) => message)))
}

test('an archive says the same when some of its parts were inflated ahead', async () => {
  const parts = Object.fromEntries(texts.map((text, i) => [`${i}.xml`, text]))
  const bytes = makeZip({ ...parts, long: 'long '.repeat(30_000) })
  const ahead = ['3.xml', '1.xml', 'none.xml', 'long', '1.xml', '2.xml']
  const read = await textsOf(bytes, { ahead })
  assert.equal(read, await textsOf(bytes, { ahead: [] }))
  assert.equal(read.slice(0, -1), texts)
})

test('what is wrong with a part is said when it is asked for; others are read', async () => {
  const entry = (name: string, text: string, claimed = text.length): ZipEntry => ({
    name,
    deflated: deflateRawSync(text),
    sizeBytes: claimed,
    crc: crc32(text),
  })
  const bytes = zipOf([entry('a', 'wax'), entry('b', 'salt', 1_000), entry('c', 'tar')])
  const read = await textsOf(bytes, { ahead: ['a', 'b', 'c'] })
  assert.equal(read, await textsOf(bytes, { ahead: [] }))
  assert.equal([read[0], read[2]], ['wax', 'tar'])
  assert.match(read[1] ?? '', /corrupt/)
})

test.run()
