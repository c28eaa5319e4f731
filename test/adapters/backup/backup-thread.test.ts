// What the thread of a backup tells of its progress to whoever waits.
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { manifestKeyOf } from '../../../src/adapters/backup/authenticity.ts'
import { type BackupOrder, backupInThread } from '../../../src/adapters/backup/backup-thread.ts'
import type { Progress } from '../../../src/adapters/backup/meter.ts'
import { rootIn } from '../../../src/base/folder-root.ts'
import { prose } from '../../support/inspections.ts'
import { openMarket, stage } from '../../support/market.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function fillFolder(dir: string): Promise<void> {
  await using app = await openTestApp({ dir })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  for (const paragraphs of [5, 50, 500]) await stage(market, { bytes: prose(paragraphs) })
}

async function watched<O extends BackupOrder>(order: O) {
  const told: Progress[] = []
  const report = await backupInThread(order, { onProgress: (progress) => told.push(progress) })
  assert.ok(told.length > 0, `${order.do} tells something`)
  for (const [i, { done, total }] of told.entries()) {
    assert.ok(done > (told[i - 1]?.done ?? 0), `${order.do} goes on: ${JSON.stringify(told)}`)
    assert.ok(done <= total, `${order.do} is at most at its end: ${JSON.stringify(told)}`)
  }
  return { report, totalBytes: told.at(-1)?.total ?? 0 }
}

test('a backup, its check and its restoration say how far they are', async () => {
  using folder = temporaryFolder()
  const [dataDir, to] = [join(folder.path, 'data'), join(folder.path, 'to')]
  await fillFolder(dataDir)
  const request = {
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
  }
  await watched({ do: 'make', request })
  const checked = await watched({ do: 'verify', folder: to, identity: undefined })
  assert.is(checked.totalBytes, checked.report.bytes, 'all of it is read once')
  const again = join(folder.path, 'again')
  const restored = await watched({
    do: 'restore',
    folder: to,
    dataDir: again,
    identity: undefined,
    nowMs: Date.now(),
    revoke: false,
  })
  assert.is(restored.totalBytes, 2 * restored.report.bytes, 'and read again where it was put')
})

test.run()
