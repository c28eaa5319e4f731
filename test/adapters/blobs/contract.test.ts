// What every store of files does: the disk always, S3 where a server is named.
import { readSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openBlobsDisk } from '../../../src/adapters/blobs/blobs-disk.ts'
import { readBlobs } from '../../../src/adapters/blobs/read-blobs.ts'
import { openBlobsS3 } from '../../../src/adapters/blobs/s3/blobs-s3.ts'
import { openS3Requests } from '../../../src/adapters/blobs/s3/s3-requests.ts'
import { newId } from '../../../src/base/ids.ts'
import { BlobMissing, type BlobStore } from '../../../src/domain/catalog/ports.ts'
import { admissionTo } from '../../support/admission-to.ts'
import { blobText } from '../../support/blob-text.ts'
import { chunksOf, sha256Of } from '../../support/open-test-catalog.ts'
import { refusal } from '../../support/refusal.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { skipped, testS3Place } from '../../support/test-s3.ts'

const mib = 1024 * 1024
const place = await testS3Place()
type Fact = (blobs: BlobStore) => Promise<void>

function fact(title: string, holds: Fact): void {
  test(`disk: ${title}`, async () => {
    using folder = temporaryFolder()
    await holds(openBlobsDisk({ folder: folder.path }))
  })
  test(place ? `S3: ${title}` : `S3: ${title} (${skipped})`, async () => {
    if (!place) return
    using folder = temporaryFolder()
    const temporary = join(folder.path, 'tmp')
    const s3 = openS3Requests(place)
    await holds(openBlobsS3({ place, s3, temporary, admission: admissionTo(s3) }))
  })
}

const newKey = () => `${newId('obj', Date.now())}-0123456789`
const bytesOf = (length: number) => Buffer.alloc(length, 'kontor ')

async function keysOf(blobs: BlobStore): Promise<string[]> {
  return (await Array.fromAsync(blobs.list())).sort()
}

fact(
  'what was received is read back, whole and in ranges, with size and SHA-256',
  async (blobs) => {
    const key = newKey()
    const received = await blobs.receive(key, chunksOf('one ', 'two'), { limitBytes: 7 })
    assert.equal(received, { sizeBytes: 7, sha256: sha256Of('one two') })
    assert.is(await blobText(blobs, key), 'one two')
    const bytes = await blobs.open(key)
    assert.is(String(await buffer(bytes.stream({ start: 1, end: 4 }))), 'ne t')
    await using again = await blobs.open(key)
    assert.is(again.sizeBytes, 7)
    const into = Buffer.alloc(4)
    for (const [at, text] of [
      [0, 'one '],
      [4, 'two'],
      [2, 'e tw'],
    ] as const) {
      let done = 0
      while (done < text.length) {
        done += await again.read(into.subarray(done, text.length), at + done)
      }
      assert.is(String(into.subarray(0, done)), text)
    }
    assert.is(await again.read(into, 7), 0)
    await using local = await blobs.local(key)
    readSync(local.fd, into, 0, 3, 4)
    assert.is(String(into.subarray(0, 3)), 'two')
  },
)

fact('a file of many pieces comes back byte for byte', async (blobs) => {
  const key = newKey()
  const text = String(bytesOf(17 * mib + 123))
  async function* source() {
    for (let at = 0; at < text.length; at += 700_001)
      yield Buffer.from(text.slice(at, at + 700_001))
  }
  const received = await blobs.receive(key, source(), { limitBytes: 20 * mib })
  assert.equal(received, { sizeBytes: text.length, sha256: sha256Of(text) })
  assert.is(sha256Of(await blobText(blobs, key)), sha256Of(text))
})

fact('nothing stays of too much, nor of a source that breaks', async (blobs) => {
  const before = await keysOf(blobs)
  const over = blobs.receive(newKey(), chunksOf('12345', '6'), { limitBytes: 5 })
  assert.is((await refusal(over)).name, 'TooLarge')
  async function* broken() {
    yield bytesOf(9 * mib)
    throw new Error('aborted')
  }
  const cut = blobs.receive(newKey(), broken(), { limitBytes: 20 * mib })
  assert.is((await refusal(cut)).message, 'aborted')
  assert.equal(await keysOf(blobs), before)
})

fact('what is not there is BlobMissing, and is removed without a word', async (blobs) => {
  const key = newKey()
  assert.is((await refusal(blobs.open(key))).name, 'BlobMissing')
  assert.is((await refusal(blobs.local(key))).name, 'BlobMissing')
  assert.is(await blobs.writtenAtMs(key), undefined)
  await blobs.remove(key)
})

fact('keys are listed with the time of their last bytes until they are removed', async (blobs) => {
  const before = await keysOf(blobs)
  const keys = [newKey(), newKey()].sort()
  const beganMs = Date.now() - 100
  for (const key of keys) await blobs.receive(key, chunksOf('x'), { limitBytes: 1 })
  assert.equal(
    (await keysOf(blobs)).filter((key) => !before.includes(key)),
    keys,
  )
  const writtenAtMs = await blobs.writtenAtMs(keys[0] ?? '')
  assert.ok(writtenAtMs !== undefined && writtenAtMs >= beganMs && writtenAtMs <= Date.now() + 2000)
  for (const key of keys) await blobs.remove(key)
  assert.equal(await keysOf(blobs), before)
})

fact('small parts in any order become one file, with a piece from elsewhere', async (blobs) => {
  const [key, piece] = [newKey(), newKey()]
  await blobs.parts.put(key, chunksOf('th', 'ree'), { offsetBytes: 7, limitBytes: 5 })
  await blobs.parts.put(key, chunksOf('one '), { offsetBytes: 0, limitBytes: 4 })
  await blobs.parts.put(key, chunksOf('???'), { offsetBytes: 4, limitBytes: 3 })
  await blobs.receive(piece, chunksOf('two'), { limitBytes: 3 })
  for (const _ of ['once', 'again']) {
    const whole = await blobs.parts.finish(key, [{ key: piece, offsetBytes: 4 }])
    assert.equal(whole, { sizeBytes: 12, sha256: sha256Of('one twothree') })
  }
  await blobs.parts.settle(key)
  assert.is(await blobText(blobs, key), 'one twothree')
  const over = blobs.parts.put(key, chunksOf('four'), { offsetBytes: 12, limitBytes: 3 })
  assert.is((await refusal(over)).name, 'TooLarge')
  await blobs.remove(key)
  assert.not((await keysOf(blobs)).includes(key))
})

fact('large parts become one file', async (blobs) => {
  const key = newKey()
  const [first, last] = [bytesOf(6 * mib), bytesOf(mib + 1)]
  const size = { limitBytes: 6 * mib }
  await blobs.parts.put(key, chunksOf(String(last)), { offsetBytes: 6 * mib, ...size })
  await blobs.parts.put(key, chunksOf(String(first)), { offsetBytes: 0, ...size })
  const whole = await blobs.parts.finish(key, [])
  const sha256 = sha256Of(String(Buffer.concat([first, last])))
  assert.equal(whole, { sizeBytes: 7 * mib + 1, sha256 })
  await blobs.remove(key)
})

const title = 'a backup takes what came of a file so far, with zeros in its gaps'
fact('parts that were never finished are listed, and go with their key', async (blobs) => {
  const key = newKey()
  await blobs.parts.put(key, chunksOf('x'), { offsetBytes: 0, limitBytes: 1 })
  assert.ok((await keysOf(blobs)).includes(key))
  assert.type(await blobs.writtenAtMs(key), 'number')
  await blobs.removeDrafts()
  await blobs.remove(key)
  assert.not((await keysOf(blobs)).includes(key))
})

test(place ? title : `${title} (${skipped})`, async () => {
  if (!place) return
  using folder = temporaryFolder()
  const s3 = openS3Requests(place)
  const blobs = openBlobsS3({ place, s3, temporary: folder.path, admission: admissionTo(s3) })
  const key = newKey()
  await blobs.parts.put(key, chunksOf('one'), { offsetBytes: 0, limitBytes: 3 })
  await blobs.parts.put(key, chunksOf('three'), { offsetBytes: 6, limitBytes: 5 })
  const found = await readBlobs({ dataDir: folder.path, stores: [place, 'disk'] }).find(key)
  assert.is(found?.sizeBytes, 11)
  const from = found?.from
  assert.type(from, 'function')
  const pieces = typeof from === 'function' ? await Array.fromAsync(from()) : []
  assert.is(String(Buffer.concat(pieces)), 'one\0\0\0three')
})

fact('a file without its parts is not put together', async (blobs) => {
  const key = newKey()
  await refusal(blobs.parts.finish(key, []))
  await blobs.parts.put(key, chunksOf('x'), { offsetBytes: 0, limitBytes: 1 })
  await refusal(blobs.parts.finish(key, [{ key: newKey(), offsetBytes: 1 }]))
  await blobs.remove(key)
})

fact('only names of blobs are taken', async (blobs) => {
  for (const key of ['../secret.key', 'obj_x', '']) {
    assert.is((await refusal(blobs.open(key))).name, 'TypeError')
    await refusal(blobs.receive(key, chunksOf('x'), { limitBytes: 1 }))
    await refusal(blobs.remove(key))
  }
})

const lending = 'what is lent can be fetched in its time, and nothing that is not there is lent'
test(place ? `S3: ${lending}` : `S3: ${lending} (${skipped})`, async () => {
  if (!place) return
  using folder = temporaryFolder()
  const s3 = openS3Requests(place)
  const settings = { place, s3, temporary: folder.path, admission: admissionTo(s3) }
  const blobs = openBlobsS3({ ...settings, lentSeconds: 1 })
  const key = newKey()
  await blobs.receive(key, chunksOf('one'), { limitBytes: 3 })
  const words = { contentType: 'text/plain', contentDisposition: 'attachment', cacheControl: '' }
  const lent = await blobs.lend?.(key, words)
  assert.equal([lent?.seconds, lent?.sizeBytes], [1, 3])
  assert.is(await openBlobsS3(settings).lend?.(key, words), undefined)
  assert.instance(await refusal(blobs.lend?.(newKey(), words) ?? Promise.resolve()), BlobMissing)
  await delay(2_100)
  assert.is((await fetch(lent?.url ?? '')).status, 403)
})

test.run()
