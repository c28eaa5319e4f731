// A backup of a server that is written to is whole; one that a kill cut short does not pass.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { soakBackup } from '../../scripts/soaking/backup.ts'

test('a backup under load is what was served, and a kill leaves none that passes', async () => {
  const { rounds, kills, writes, blobs, breaches } = await soakBackup({ rounds: 1, seed: 'test' })
  assert.equal(breaches, [])
  assert.equal([rounds, kills], [1, 1])
  assert.ok(writes > 5 && blobs > 2, `${writes} writes, ${blobs} files`)
})

test.run()
