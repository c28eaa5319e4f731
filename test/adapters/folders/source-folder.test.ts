// What is found in a folder, and what is said of the rest.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openSourceFolder } from '../../../src/adapters/folders/source-folder.ts'
import type { Unopened } from '../../../src/domain/folders/ports.ts'
import { asUser } from '../../support/as-user.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** The paths of what is found in it, and the others with the reasons. */
async function found(folder: string) {
  const unopened: string[] = []
  const source = await openSourceFolder(folder)
  const onUnopened = (one: Unopened) => void unopened.push(`${one.path}: ${one.reason}`)
  const files = await source.files({ onUnopened })
  return { files: files.map(({ path }) => path), unopened: unopened.sort() }
}

test('a folder that can be listed and not entered is told of, once', async () => {
  using folder = temporaryFolder()
  const { files, unopened } = await asUser(folder.path, async () => {
    const closed = join(folder.path, 'closed')
    mkdirSync(closed)
    for (const name of ['a.txt', 'b.txt']) writeFileSync(join(closed, name), 'Text.')
    writeFileSync(join(folder.path, 'c.txt'), 'Text.')
    chmodSync(closed, 0o400)
    return await found(folder.path)
  })
  assert.equal(files, ['c.txt'])
  assert.equal(unopened, ['closed: This folder cannot be opened.'])
})

test('a name that is not UTF-8 is told of, that of a folder, too', async () => {
  using folder = temporaryFolder()
  const named = (name: string) => Buffer.from(join(folder.path, name), 'latin1')
  writeFileSync(named('Pr\u00fcfung.txt'), 'Text.')
  mkdirSync(named('Gepr\u00fcft'))
  mkdirSync(join(folder.path, 'sub'))
  writeFileSync(named('sub/\u00e9t\u00e9.txt'), 'Text.')
  writeFileSync(join(folder.path, 'real\ufffd.txt'), 'Text.')
  const { files, unopened } = await found(folder.path)
  assert.equal(files, ['real\ufffd.txt'])
  assert.equal(
    unopened,
    ['Gepr\ufffdft', 'Pr\ufffdfung.txt', 'sub/\ufffdt\ufffd.txt'].map(
      (path) => `${path}: The name is not UTF-8: rename it.`,
    ),
  )
})

test.run()
