// Directories of archives that are not as office programs write them: read, or refused in words.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ExtractFailed } from '../../../src/domain/ingest/ports.ts'
import { blobSource } from '../../../src/extract/blob-source.ts'
import { openZip } from '../../../src/extract/office/zip.ts'
import { makeZip } from '../../support/make-zip.ts'
import { random } from '../../support/mutate.ts'

const name = 'word/document.xml'
const parts = { mimetype: 'x', [name]: '<a/>'.repeat(50), '[Content_Types].xml': 'y' }
const endBytes = 22

/** A part's text, or why the archive is refused. */
async function told(bytes: Buffer, part = name): Promise<string> {
  try {
    const zip = await openZip(blobSource(bytes))
    return (await Array.fromAsync(zip.textOf(part))).join('')
  } catch (error) {
    assert.instance(error, ExtractFailed)
    return (error as Error).message
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

const read: [title: string, bytes: Buffer, part?: string][] = [
  ['names of other letters', makeZip({ 'Bild ä.png': parts[name] }), 'Bild ä.png'],
  ['a backslash', makeZip({ 'word\\document.xml': parts[name] })],
  ['times', withField(makeZip(parts), field(0x5455, Buffer.alloc(5)))],
  ['a comment', commented(makeZip(parts))],
  [
    'a field of larger sizes that it has no need of',
    withField(makeZip(parts), field(1, Buffer.alloc(24))),
  ],
  ['a name of its own', withField(makeZip(parts), field(0x7075, Buffer.alloc(9)))],
]
for (const [title, bytes, part] of read) {
  test(`reads an archive with ${title}`, async () => {
    assert.is(await told(bytes, part), parts[name])
  })
}

const refused: [title: string, bytes: Buffer, reason: RegExp][] = [
  ['a name beyond the archive', makeZip({ '../x': 'x' }), /relative path/],
  ['a name from the root', makeZip({ '/x': 'x' }), /absolute path/],
  ['a drive', makeZip({ 'c:x': 'x' }), /absolute path/],
  ['strong encryption', makeZip(parts, { flags: 0x40 }), /strong encryption/],
  ['bytes behind its end', Buffer.concat([makeZip(parts), Buffer.alloc(1)]), /comment length/],
  ['bytes before its end', gapBeforeEnd(makeZip(parts)), /zip64/],
  [
    'a field that is cut off',
    withField(makeZip(parts), Buffer.from([1, 2, 9, 0, 0])),
    /extra field/,
  ],
  ['no end', makeZip(parts).subarray(0, -1), /truncated/],
]
for (const [title, bytes, reason] of refused) {
  test(`refuses an archive with ${title}`, async () => {
    const message = await told(bytes)
    assert.match(message, /^corrupt/)
    assert.match(message, reason)
  })
}

test('a locator of a larger directory counts even within what is the directory', async () => {
  const bytes = makeZip(parts)
  const comment = gapBeforeEnd(bytes)
  const last = comment.lastIndexOf('PK\x01\x02')
  comment.writeUInt16LE(20, last + 32)
  comment.writeUInt32LE(comment.length - endBytes - directoryAt(bytes), comment.length - 10)
  assert.match(await told(comment), /^corrupt/)
})

test('whatever is changed in a directory, the archive is read or refused', async () => {
  const next = random(7)
  const whole = makeZip(parts)
  const from = directoryAt(whole)
  const messages: string[] = []
  for (let round = 0; round < 1_000; round++) {
    const bytes = Buffer.from(whole)
    const at = from + Math.floor(next() * (bytes.length - from))
    bytes[at] = next() < 0.5 ? Math.floor(next() * 256) : (bytes[at] as number) ^ (1 << (round % 8))
    const message = await told(bytes)
    if (message !== parts[name] && message !== '') messages.push(message)
  }
  assert.ok(messages.length > 33 && messages.length < 967, `${messages.length}`)
  for (const message of messages) assert.match(message, /^(corrupt|encrypted)/)
})

test.run()
