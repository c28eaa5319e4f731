import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openBlobsDisk } from '../../src/adapters/blobs-disk.ts'
import { newId } from '../../src/base/ids.ts'
import type { BlobStore } from '../../src/domain/catalog/ports.ts'
import { chunksOf, keysOf, sha256Of } from '../support/open-test-catalog.ts'
import { refusal } from '../support/refusal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('what was received is read back, with its size and SHA-256', async () => {
  using folder = temporaryFolder()
  const blobs = openBlobsDisk({ folder: folder.path })
  const key = newKey()
  const received = await blobs.receive(key, chunksOf('one ', 'two'), { limitBytes: 7 })
  assert.equal(received, { sizeBytes: 7, sha256: sha256Of('one two') })
  assert.is(await textOf(blobs, key), 'one two')
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
  assert.is(await textOf(blobs, key), 'x')
})

test('keys are listed, temporary files are not', async () => {
  using folder = temporaryFolder()
  const blobs = openBlobsDisk({ folder: folder.path })
  const keys = [newKey(), newKey(), newKey()]
  for (const key of keys) await blobs.receive(key, chunksOf('x'), { limitBytes: 1 })
  writeFileSync(join(folder.path, 'tmp', 'draft'), 'half')
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

for (const key of ['../../etc/passwd', '', 'obj_short-0000000000', `${newKey()}/x`, 'tmp']) {
  test(`${JSON.stringify(key)} is no key`, async () => {
    using folder = temporaryFolder()
    const blobs = openBlobsDisk({ folder: folder.path })
    assert.is((await refusal(blobs.open(key))).name, 'TypeError')
    assert.is((await refusal(blobs.remove(key))).name, 'TypeError')
    const received = blobs.receive(key, chunksOf('x'), { limitBytes: 1 })
    assert.is((await refusal(received)).name, 'TypeError')
  })
}

function newKey(): string {
  return `${newId('obj', Date.now())}-0123456789`
}

async function textOf(blobs: BlobStore, key: string): Promise<string> {
  const { fd } = await blobs.open(key)
  try {
    return await fd.readFile('utf8')
  } finally {
    await fd.close()
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
}

test.run()
