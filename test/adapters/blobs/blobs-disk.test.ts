import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openBlobsDisk } from '../../../src/adapters/blobs/blobs-disk.ts'
import { newId } from '../../../src/base/ids.ts'
import { blobText } from '../../support/blob-text.ts'
import { chunksOf, keysOf, sha256Of } from '../../support/open-test-catalog.ts'
import { refusal } from '../../support/refusal.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('what was received is read back, with its size and SHA-256', async () => {
  using folder = temporaryFolder()
  const blobs = openBlobsDisk({ folder: folder.path })
  const key = newKey()
  const received = await blobs.receive(key, chunksOf('one ', 'two'), { limitBytes: 7 })
  assert.equal(received, { sizeBytes: 7, sha256: sha256Of('one two') })
  assert.is(await blobText(blobs, key), 'one two')
})

test('a blob lies in the folder of the last two characters of its object id', async () => {
  using folder = temporaryFolder()
  const blobs = openBlobsDisk({ folder: folder.path })
  const key = newKey()
  await blobs.receive(key, chunksOf('x'), { limitBytes: 1 })
  const shelf = key.slice(28, 30)
  assert.ok(existsSync(join(folder.path, shelf, key)))
  assert.is(statSync(join(folder.path, shelf, key)).mode & 0o777, 0o600)
})

test('nothing stays of too much', async () => {
  using folder = temporaryFolder()
  const blobs = openBlobsDisk({ folder: folder.path })
  const error = await refusal(blobs.receive(newKey(), chunksOf('12345', '6'), { limitBytes: 5 }))
  assert.is(error.name, 'TooLarge')
  assert.equal(filesIn(folder.path), [])
})

test('too much is noticed at once and the rest is not read', async () => {
  using folder = temporaryFolder()
  const blobs = openBlobsDisk({ folder: folder.path })
  let given = 0
  const endless = (async function* () {
    for (;;) {
      given++
      yield Buffer.alloc(1000)
    }
  })()
  const error = await refusal(blobs.receive(newKey(), endless, { limitBytes: 2500 }))
  assert.is(error.name, 'TooLarge')
  assert.is(given, 3)
})

test('nothing stays of a source that breaks', async () => {
  using folder = temporaryFolder()
  const blobs = openBlobsDisk({ folder: folder.path })
  const source = (async function* () {
    yield* chunksOf('half')
    throw new Error('aborted')
  })()
  const error = await refusal(blobs.receive(newKey(), source, { limitBytes: 100 }))
  assert.is(error.message, 'aborted')
  assert.equal(filesIn(folder.path), [])
})

test('temporary files of an earlier run are swept at the start, blobs stay', async () => {
  using folder = temporaryFolder()
  const key = newKey()
  await openBlobsDisk({ folder: folder.path }).receive(key, chunksOf('x'), { limitBytes: 1 })
  writeFileSync(join(folder.path, 'tmp', 'left-over'), 'half')
  const blobs = openBlobsDisk({ folder: folder.path })
  assert.equal(readdirSync(join(folder.path, 'tmp')), [])
  assert.is(await blobText(blobs, key), 'x')
})

test('keys are listed, temporary files are not', async () => {
  using folder = temporaryFolder()
  const blobs = openBlobsDisk({ folder: folder.path })
  const keys = [newKey(), newKey(), newKey()]
  for (const key of keys) await blobs.receive(key, chunksOf('x'), { limitBytes: 1 })
  writeFileSync(join(folder.path, 'tmp', 'draft'), 'half')
  // A file named as one of its folders.
  writeFileSync(join(folder.path, 'no'), 'left by somebody')
  assert.equal(await keysOf({ blobs }), keys.sort())
})

test('removing twice is no error, opening afterwards is', async () => {
  using folder = temporaryFolder()
  const blobs = openBlobsDisk({ folder: folder.path })
  const key = newKey()
  await blobs.receive(key, chunksOf('x'), { limitBytes: 1 })
  await blobs.remove(key)
  await blobs.remove(key)
  const error = await refusal(blobs.open(key))
  assert.is(error.name, 'BlobMissing')
  assert.is(error.message, `The bytes of ${key} are missing.`)
})

test('parts in any order make the file, with the size and SHA-256 of the whole', async () => {
  using folder = temporaryFolder()
  const blobs = openBlobsDisk({ folder: folder.path })
  const key = newKey()
  await blobs.parts.put(key, chunksOf('th', 'ree'), { offsetBytes: 7, limitBytes: 5 })
  await blobs.parts.put(key, chunksOf('one '), { offsetBytes: 0, limitBytes: 4 })
  const two = await blobs.parts.put(key, chunksOf('two'), { offsetBytes: 4, limitBytes: 3 })
  assert.equal(two, { sizeBytes: 3, sha256: sha256Of('two') })
  const whole = await blobs.parts.finish(key, [])
  assert.equal(whole, { sizeBytes: 12, sha256: sha256Of('one twothree') })
  assert.is(await blobText(blobs, key), 'one twothree')
  assert.equal(await keysOf({ blobs }), [key])
})

test('a part never reaches into the next one', async () => {
  using folder = temporaryFolder()
  const blobs = openBlobsDisk({ folder: folder.path })
  const key = newKey()
  await blobs.parts.put(key, chunksOf('two'), { offsetBytes: 3, limitBytes: 3 })
  const place = { offsetBytes: 0, limitBytes: 3 }
  const error = await refusal(blobs.parts.put(key, chunksOf('on', 'ly'), place))
  assert.is(error.name, 'TooLarge')
  assert.is((await blobText(blobs, key)).slice(3), 'two')
})

test('pieces are copied to their places, as often as one likes', async () => {
  using folder = temporaryFolder()
  const blobs = openBlobsDisk({ folder: folder.path })
  const [key, piece] = [newKey(), newKey()]
  await blobs.parts.put(key, chunksOf('one ??? three'), { offsetBytes: 0, limitBytes: 13 })
  await blobs.receive(piece, chunksOf('two'), { limitBytes: 3 })
  for (let times = 0; times < 2; times++) {
    const whole = await blobs.parts.finish(key, [{ key: piece, offsetBytes: 4 }])
    assert.equal(whole, { sizeBytes: 13, sha256: sha256Of('one two three') })
  }
  assert.is(await blobText(blobs, piece), 'two')
})

test('files larger than a buffer are put together whole', async () => {
  using folder = temporaryFolder()
  const blobs = openBlobsDisk({ folder: folder.path })
  const [key, piece] = [newKey(), newKey()]
  const [start, end] = ['a'.repeat(1_500_000), 'b'.repeat(2_500_000)]
  await blobs.parts.put(key, chunksOf(start), { offsetBytes: 0, limitBytes: start.length })
  await blobs.receive(piece, chunksOf(end), { limitBytes: end.length })
  const whole = await blobs.parts.finish(key, [{ key: piece, offsetBytes: start.length }])
  assert.equal(whole, { sizeBytes: 4_000_000, sha256: sha256Of(start + end) })
})

test('a missing piece is an error, and so is a missing file', async () => {
  using folder = temporaryFolder()
  const blobs = openBlobsDisk({ folder: folder.path })
  const key = newKey()
  assert.match((await refusal(blobs.parts.finish(key, []))).message, /^ENOENT/)
  await blobs.parts.put(key, chunksOf('x'), { offsetBytes: 0, limitBytes: 1 })
  const piece = { key: newKey(), offsetBytes: 0 }
  assert.match((await refusal(blobs.parts.finish(key, [piece]))).message, /^ENOENT/)
})

test('more files at once than there are threads are all put together', async () => {
  using folder = temporaryFolder()
  const blobs = openBlobsDisk({ folder: folder.path })
  const keys = [newKey(), newKey(), newKey(), newKey(), newKey()]
  for (const key of keys) {
    await blobs.parts.put(key, chunksOf(key), { offsetBytes: 0, limitBytes: key.length })
  }
  const whole = await Promise.all(keys.map((key) => blobs.parts.finish(key, [])))
  assert.equal(
    whole.map(({ sha256 }) => sha256),
    keys.map(sha256Of),
  )
})

for (const key of ['../../etc/passwd', '', 'obj_short-0000000000', `${newKey()}/x`, 'tmp']) {
  test(`${JSON.stringify(key)} is no key`, async () => {
    using folder = temporaryFolder()
    const blobs = openBlobsDisk({ folder: folder.path })
    assert.is((await refusal(blobs.open(key))).name, 'TypeError')
    assert.is((await refusal(blobs.remove(key))).name, 'TypeError')
    const received = blobs.receive(key, chunksOf('x'), { limitBytes: 1 })
    assert.is((await refusal(received)).name, 'TypeError')
    const place = { offsetBytes: 0, limitBytes: 1 }
    assert.is((await refusal(blobs.parts.put(key, chunksOf('x'), place))).name, 'TypeError')
    assert.is((await refusal(blobs.parts.finish(key, []))).name, 'TypeError')
  })
}

function newKey(): string {
  return `${newId('obj', Date.now())}-0123456789`
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

test.run()
