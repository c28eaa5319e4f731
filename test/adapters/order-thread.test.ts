// Long orders by a thread: whichever did one well does the next, and no other one does.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { manifestKeyOf } from '../../src/adapters/backup/authenticity.ts'
import { type BackupOrder, backupInThread } from '../../src/adapters/backup/backup-thread.ts'
import { rootIn } from '../../src/base/folder-root.ts'
import { refusal } from '../support/refusal.ts'
import { runCommand } from '../support/run-command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { untilSo } from '../support/until.ts'

/** A folder with a backup of it, and the order to check that. */
async function openBackup() {
  const folder = temporaryFolder()
  const [dataDir, to] = [join(folder.path, 'data'), join(folder.path, 'to')]
  await runCommand({ args: ['init', '--data-dir', dataDir, '--log-level', 'silent'] })
  const make: BackupOrder = {
    do: 'make',
    request: {
      dataDir,
      folder: to,
      recipient: null,
      keep: null,
      nowMs: Date.now(),
      version: '0.0.0',
      masterKeyElsewhere: null,
      manifestKey: manifestKeyOf(rootIn({ folder: dataDir }) as Buffer).toString('hex'),
      model: null,
      copyModel: false,
    },
  }
  await backupInThread(make)
  const verify = { do: 'verify', folder: to, identity: undefined } as const
  return Object.assign(folder, { verify })
}

/** The threads of this process with that name, by their numbers. */
function threads(): string[] {
  const isBackup = (task: string) => {
    try {
      return readFileSync(`${task}/comm`, 'utf8').trim() === 'backup'
    } catch {
      return false
    }
  }
  return globSync('/proc/self/task/*').filter(isBackup).sort()
}

test('the next order is carried out by the thread that rests after the last one', async () => {
  using backup = await openBackup()
  const before = threads()
  assert.is(before.length, 1)
  const meanwhile: string[][] = []
  const onProgress = () => void meanwhile.push(threads())
  for (let i = 0; i < 3; i++) {
    assert.equal((await backupInThread(backup.verify, { onProgress })).problems, [])
  }
  assert.ok(meanwhile.length >= 3, 'each tells something')
  assert.equal(
    meanwhile,
    meanwhile.map(() => before),
  )
})

test('orders that come together are carried out side by side, and one thread stays', async () => {
  using backup = await openBackup()
  const both = await Promise.all([backupInThread(backup.verify), backupInThread(backup.verify)])
  assert.equal(
    both.map(({ problems }) => problems),
    [[], []],
  )
  await untilSo('one is left', () => threads().length === 1)
})

test('a thread that was asked to stop does no other order', async () => {
  using backup = await openBackup()
  const [first] = threads()
  const signal = AbortSignal.abort('SIGTERM')
  const stopped = await refusal(backupInThread(backup.verify, { signal }))
  assert.match(`${stopped}`, /^BackupRefused: Stopped after \d+ of \d+ bytes/)
  assert.not(threads().includes(first ?? ''))
  assert.equal((await backupInThread(backup.verify)).problems, [])
})

test.run()
