// The campaign of damaged files: a few of them, what is noted, and that a file is made again.
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { damaged, filesLines, soakFiles } from '../../scripts/soaking/files.ts'
import { openRandom } from '../../scripts/soaking/random.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('damaged files end as read or as refused, and what is noted is not read again', async () => {
  using folder = temporaryFolder()
  const asked = { count: 30, seed: 'test', notes: join(folder.path, 'notes') }
  const report = await soakFiles(asked)
  assert.equal(report.breaches, [], filesLines(report).join('\n'))
  assert.is(report.files, 30)
  assert.ok(report.asServed > 0 && report.asServed < 15)
  assert.ok((report.ends.counts.read ?? 0) > 3)
  assert.ok((report.ends.counts.corrupt ?? 0) > 3)
  const again = await soakFiles(asked)
  assert.equal([again.files, again.ends], [report.files, report.ends])
  assert.ok(again.seconds < report.seconds)
})

test('a file is made again out of its seed and number', () => {
  const sample = { name: 'a.txt', bytes: Buffer.from('Wax and tar came up the river.') }
  const made = () => damaged(sample, openRandom('1/7'))
  assert.equal(made(), made())
  assert.not.equal(made(), damaged(sample, openRandom('1/8')))
})

test.run()
