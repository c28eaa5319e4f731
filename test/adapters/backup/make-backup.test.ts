// A backup of a folder that others write to meanwhile.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { makeBackup } from '../../../src/adapters/backup/make-backup.ts'
import { blobPath } from '../../../src/adapters/blobs/blob-files.ts'
import { prose } from '../../support/inspections.ts'
import { openMarket, stage } from '../../support/market.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** A folder with one upload, whose bytes are gone already. */
async function openBereft() {
  const folder = temporaryFolder()
  const [dataDir, to] = [join(folder.path, 'data'), join(folder.path, 'to')]
  {
    await using app = await openTestApp({ dir: dataDir })
    const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
    await stage(market, { bytes: prose(5) })
  }
  mkdirSync(to)
  const db = new Database(join(dataDir, 'kontor.db'))
  const key = db.prepare('SELECT blob_key FROM object').pluck().get() as string
  rmSync(blobPath({ folder: join(dataDir, 'blobs'), key }))
  const request = {
    dataDir,
    folder: to,
    recipient: null,
    keep: null,
    nowMs: Date.now(),
    version: '0.0.0',
    masterKeyElsewhere: null,
    manifestKey: '00'.repeat(32),
    model: null,
    copyModel: false,
  }
  return Object.assign(folder, {
    to,
    key,
    db,
    begin: () => makeBackup(request),
    [Symbol.dispose]() {
      db.close()
      rmSync(folder.path, { recursive: true, force: true })
    },
  })
}

test('bytes that are gone while somebody needs them are named', async () => {
  using bereft = await openBereft()
  const { manifest } = await bereft.begin()
  assert.equal(manifest.problems, [`the bytes of ${bereft.key} are missing`])
})

test('an upload that is deleted while the database is copied is no problem', async () => {
  using bereft = await openBereft()
  const making = bereft.begin()
  const hasCopy = () =>
    readdirSync(bereft.to).some((set) => existsSync(join(bereft.to, set, 'kontor.db')))
  // What the copy is of has begun; the upload is in it.
  while (!hasCopy()) await turn()
  bereft.db.exec(`UPDATE object SET status = 'deleted', deleted_at = ${Date.now()}`)
  const { manifest } = await making
  assert.equal(manifest.problems, [])
})

test.run()
