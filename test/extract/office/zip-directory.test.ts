// The directory of an archive as it is read by us, beside the library, which reads any.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { blobSource } from '../../../src/extract/blob-source.ts'
import { plainDirectory } from '../../../src/extract/office/zip-directory.ts'
import { libraryDirectory } from '../../../src/extract/office/zip-library.ts'
import { makeZip } from '../../support/make-zip.ts'
import { random } from '../../support/mutate.ts'

const parts = { mimetype: 'x', 'word/document.xml': '<a/>'.repeat(50), '[Content_Types].xml': 'y' }
const endBytes = 22

function byUs(bytes: Buffer) {
  const directory = plainDirectory(blobSource(bytes))
  return directory && [...directory]
}

async function byLibrary(bytes: Buffer) {
  try {
    return [...(await libraryDirectory(blobSource(bytes)))]
  } catch {
    return 'refused'
  }
}

function directoryAt(bytes: Buffer): number {
  return bytes.readUInt32LE(bytes.length - endBytes + 16)
}

/** The archive with more in the directory's first entry, behind its name. */
function withField(bytes: Buffer, field: Buffer): Buffer {
  const at = directoryAt(bytes)
  const end = at + 46 + bytes.readUInt16LE(at + 28)
  const changed = Buffer.concat([bytes.subarray(0, end), field, bytes.subarray(end)])
  changed.writeUInt16LE(field.length, at + 30)
  const sizeAt = changed.length - endBytes + 12
  changed.writeUInt32LE(changed.readUInt32LE(sizeAt) + field.length, sizeAt)
  return changed
}

function field(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(id, 0)
  head.writeUInt16LE(data.length, 2)
  return Buffer.concat([head, data])
}

test('what office programs write is read as by the library', async () => {
  const times = withField(makeZip(parts), field(0x5455, Buffer.alloc(5)))
  for (const bytes of [makeZip(parts), makeZip({}), makeZip(parts, { flags: 1 }), times]) {
    const directory = byUs(bytes)
    assert.ok(directory)
    assert.equal(directory, await byLibrary(bytes))
  }
})

const others: [title: string, bytes: Buffer][] = [
  ['names of other letters', makeZip({ 'Bild ä.png': 'x' })],
  ['a backslash', makeZip({ 'word\\document.xml': 'x' })],
  ['a name beyond the archive', makeZip({ '../x': 'x' })],
  ['a name from the root', makeZip({ '/x': 'x' })],
  ['a drive', makeZip({ 'c:x': 'x' })],
  ['strong encryption', makeZip(parts, { flags: 0x40 })],
  ['a comment', commented(makeZip(parts))],
  ['bytes behind its end', Buffer.concat([makeZip(parts), Buffer.alloc(1)])],
  ['bytes before its end', gapBeforeEnd(makeZip(parts))],
  ['sizes beyond 32 bits', withField(makeZip(parts), field(1, Buffer.alloc(24)))],
  ['a name of its own', withField(makeZip(parts), field(0x7075, Buffer.alloc(9)))],
  ['a field that is cut off', withField(makeZip(parts), Buffer.from([1, 2, 9, 0, 0]))],
  ['more than 10,000 parts', makeZip(many(10_001))],
  ['no end', makeZip(parts).subarray(0, -1)],
]

function commented(bytes: Buffer): Buffer {
  const changed = Buffer.concat([bytes, Buffer.from('hello')])
  changed.writeUInt16LE(5, bytes.length - 2)
  return changed
}

/** Twenty bytes that a locator of a larger directory would take. */
function gapBeforeEnd(bytes: Buffer): Buffer {
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  return Buffer.concat([bytes.subarray(0, -endBytes), locator, bytes.subarray(-endBytes)])
}

function many(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}`, '']))
}

for (const [title, bytes] of others) {
  test(`leaves an archive with ${title} to the library`, () => {
    assert.is(byUs(bytes), undefined)
  })
}

test('a locator of a larger directory counts even within what is the directory', async () => {
  const bytes = makeZip(parts)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  const comment = Buffer.concat([bytes.subarray(0, -endBytes), locator, bytes.subarray(-endBytes)])
  const last = comment.lastIndexOf('PK\x01\x02')
  comment.writeUInt16LE(locator.length, last + 32)
  comment.writeUInt32LE(comment.length - endBytes - directoryAt(bytes), comment.length - 10)
  assert.is(byUs(comment), undefined)
  assert.is(await byLibrary(comment), 'refused')
})

test('whatever is changed in a directory, it is read as by the library or left to it', async () => {
  const next = random(7)
  const whole = makeZip(parts)
  const from = directoryAt(whole)
  let read = 0
  for (let round = 0; round < 3_000; round++) {
    const bytes = Buffer.from(whole)
    const at = from + Math.floor(next() * (bytes.length - from))
    bytes[at] = next() < 0.5 ? Math.floor(next() * 256) : (bytes[at] as number) ^ (1 << (round % 8))
    const directory = byUs(bytes)
    if (!directory) continue
    read++
    assert.equal(directory, await byLibrary(bytes), `byte ${at - from}`)
  }
  assert.ok(read > 100)
})

test.run()
