import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { masterKeyOf } from '../../src/base/master-key.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('a new folder has a key of its own, for its owner alone, that stays', () => {
  using folder = temporaryFolder()
  const place = { dataDir: join(folder.path, 'data'), isReadOnly: false }
  const key = masterKeyOf(place)
  const file = join(place.dataDir, 'secret.key')
  assert.is(readFileSync(file, 'utf8'), `${key.toString('hex')}\n`)
  assert.is(statSync(file).mode & 0o777, 0o600)
  assert.equal(masterKeyOf(place), key)
})

for (const text of ['', 'no key', 'ab'.repeat(31)]) {
  test(`a key file with '${text}' is refused, with what to do`, () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'secret.key')
    writeFileSync(file, text)
    try {
      masterKeyOf({ dataDir: folder.path, isReadOnly: false })
      assert.unreachable()
    } catch (error) {
      assert.is((error as Error).name, 'RingRefused')
      assert.match((error as Error).message, /out of the last backup/)
    }
    assert.is(readFileSync(file, 'utf8'), text)
  })
}

test.run()
