// Which files of a folder a campaign over files of others takes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { planCorpus } from '../../scripts/soaking/corpus.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Nine files of three folders, of which two are the same and one is empty. */
function openFolder() {
  const folder = temporaryFolder()
  for (const name of ['one', 'two', 'three']) {
    mkdirSync(join(folder.path, name, 'deep'), { recursive: true })
    for (const place of ['a.txt', 'b', 'deep/c.pdf']) {
      writeFileSync(join(folder.path, name, place), `${name} ${place}`)
    }
  }
  writeFileSync(join(folder.path, 'one/b'), 'two b')
  writeFileSync(join(folder.path, 'three/b'), '')
  return folder
}

test('each content is handed in once, and nothing that is empty', () => {
  using folder = openFolder()
  const { files, skipped } = planCorpus({ folder: folder.path, seed: '1' })
  const named = files.map(({ folder: of, name }) => `${of} ${name}`).sort()
  assert.equal(named, [
    ...['one a.txt', 'one b', 'one c.pdf', 'three a.txt', 'three c.pdf', 'two a.txt', 'two c.pdf'],
  ])
  assert.is(`${skipped}`, '1 × empty, 1 × twice')
})

test('a sample is that of its seed, and a folder without files is a mistake', () => {
  using folder = openFolder()
  const drawn = (seed: string) =>
    planCorpus({ folder: folder.path, count: 4, seed }).files.map(({ path }) => path)
  assert.is(drawn('1').length, 4)
  assert.equal(drawn('1'), drawn('1'))
  assert.not.equal(drawn('1'), drawn('2'))
  mkdirSync(join(folder.path, 'empty'))
  assert.throws(() => planCorpus({ folder: join(folder.path, 'empty'), seed: '1' }), /no files/)
})

test.run()
