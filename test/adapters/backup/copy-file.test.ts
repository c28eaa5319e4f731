import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { copyFile, hashFile } from '../../../src/adapters/backup/copy-file.ts'
import { asUser } from '../../support/as-user.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

// Longer than what is read before other work has its turn.
const longBytes = 20 * 1024 * 1024 + 17

for (const length of [0, 1, 256 * 1024, longBytes]) {
  test(`a file of ${length} bytes is copied whole, and its hash is that of the copy`, async () => {
    using folder = temporaryFolder()
    const from = join(folder.path, 'from')
    const to = join(folder.path, 'deep', 'to')
    const bytes = randomBytes(length)
    writeFileSync(from, bytes)
    const facts = { sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: length }
    assert.equal(await hashFile(from), facts)
    assert.equal(await copyFile({ from, to }), { ...facts, stored: facts })
    assert.ok(readFileSync(to).equals(bytes))
    assert.is(statSync(to).mode & 0o777, 0o600)
  })
}

test('a file that may only be read is copied, and its copy is as private as any', async () => {
  using folder = temporaryFolder()
  const [from, to] = [join(folder.path, 'from'), join(folder.path, 'to')]
  const copied = await asUser(folder.path, async () => {
    writeFileSync(from, 'read me')
    chmodSync(from, 0o400)
    return await copyFile({ from, to })
  })
  assert.is(copied.sizeBytes, 7)
  assert.is(readFileSync(to, 'utf8'), 'read me')
  assert.equal(
    [from, to].map((file) => statSync(file).mode & 0o777),
    [0o400, 0o600],
  )
})

test('long files are hashed side by side, each by itself', async () => {
  using folder = temporaryFolder()
  const files = Array.from({ length: 6 }, (_, i) => join(folder.path, String(i)))
  for (const [i, file] of files.entries()) writeFileSync(file, Buffer.alloc(longBytes, i))
  const hashes = await Promise.all(files.map((file) => hashFile(file)))
  assert.is(new Set(hashes.map(({ sha256 }) => sha256)).size, files.length)
})

test.run()
