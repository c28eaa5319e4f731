// kontor blobs accept by its command line: a place of files that lost some is taken as it is.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { blobPath } from '../../../src/adapters/blobs/blob-files.ts'
import { markName } from '../../../src/adapters/blobs/place-mark.ts'
import { prose } from '../../support/inspections.ts'
import { openMarket, publish } from '../../support/market.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { runCommand } from '../../support/run-command.ts'
import { runServer } from '../../support/run-server.ts'
import { smallS3 } from '../../support/small-s3.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { untilSo } from '../../support/until.ts'

const quiet = ['--log-level', 'silent', '--embedding-model', 'none']

/** Two files were sold; the disk that had them is gone, and one of them was found again. */
async function openLoss() {
  const folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const blobs = join(dir, 'blobs')
  const keys = await lost
  cpSync(sold.path, dir, { recursive: true })
  const kept = readFileSync(blobPath({ folder: blobs, key: keys[0] as string }))
  rmSync(blobs, { recursive: true })
  const file = blobPath({ folder: blobs, key: keys[0] as string })
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, kept)
  const run = (...words: string[]) => runCommand({ args: [...words, '--data-dir', dir, ...quiet] })
  const exportTo = (to: string) => run('tenant', 'export', 'Provider house', '--to', to)
  return Object.assign(folder, {
    dir,
    blobs,
    keys,
    exportTo: (name: string) => exportTo(join(folder.path, name)),
    accept: (...more: string[]) => run('blobs', 'accept', ...more),
    doctor: () => run('doctor'),
    backup: () => run('backup', join(folder.path, 'backups'), '--encrypt-to', 'none'),
  })
}

/** Furnished once, and copied. */
const sold = temporaryFolder()
process.once('exit', () => sold[Symbol.dispose]())
const lost = sell(sold.path)

async function sell(dir: string): Promise<string[]> {
  await using app = await openTestApp({ dir })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  await publish(market, { bytes: prose(20) })
  await publish(market, { bytes: prose(21), filename: 'second.txt' })
  const sql = 'SELECT blob_key FROM object ORDER BY object_id'
  const keys = app.store.raw.prepare(sql).pluck().all()
  return keys as string[]
}

const saysAway =
  /^kontor: The store of files cannot be reached\. [^\n]* kontor doctor says why, and what to do\.$/

test('what is lost counts as missing from then on, and what is there is given', async () => {
  using loss = await openLoss()
  const refused = await loss.exportTo('before')
  assert.is(refused.code, 1)
  assert.match(refused.err.join(), saysAway)
  const backup = await loss.backup()
  assert.equal([backup.code, backup.out], [1, []])
  assert.match(backup.err.join(), saysAway)
  assert.not(existsSync(join(loss.path, 'before')))
  const told = (await loss.doctor()).out.join('\n')
  assert.match(told, /blobs is not the place that held the files/)
  assert.match(told, /kontor blobs accept takes the place as it is/)
  assert.not.match(told, /files are missing/)

  const { code, out, err } = await loss.accept()
  assert.equal([code, err], [0, []])
  assert.equal(out, ['Taken as they are: disk. kontor doctor names the files that lack.'])
  assert.ok(existsSync(join(loss.blobs, markName)))
  const after = (await loss.doctor()).out.join('\n')
  assert.match(after, `1 files are missing: ${loss.keys[1]}.`)
  assert.not.match(after, /is not the place/)
  const exported = await loss.exportTo('after')
  assert.is(exported.code, 1)
  assert.match(
    exported.out.join('\n'),
    /Files: 1 .*\nNOT in it: the bytes of obj_\w+, which are mis/,
  )
})

test('asked twice, or where nothing is lost, it says so and changes nothing', async () => {
  using loss = await openLoss()
  const json = async () => JSON.parse((await loss.accept('--json')).out.join('\n'))
  assert.equal(await json(), { taken: ['disk'], known: [] })
  const mark = readFileSync(join(loss.blobs, markName), 'utf8')
  assert.equal(await json(), { taken: [], known: ['disk'] })
  const { code, out } = await loss.accept()
  assert.equal([code, out], [0, ['There is nothing to take: disk held the files before, too.']])
  assert.is(readFileSync(join(loss.blobs, markName), 'utf8'), mark)
})

test('a running server takes it for the command, and gives files from then on', async () => {
  using loss = await openLoss()
  const settings = { KONTOR_EMBEDDING_MODEL: 'none', KONTOR_METRICS_TOKEN: 'a-token-of-metrics' }
  await using server = await runServer({ dir: loss.dir, settings })
  assert.match(server.output(), /"the files cannot be reached"/)
  assert.match(server.output(), /files that they name are missing.*kontor blobs accept takes the/)
  assert.is((await loss.exportTo('before')).code, 1)
  const { code, out, err } = await loss.accept()
  assert.equal([code, err], [0, []])
  assert.match(out.join(), /^Taken as they are: disk\./)
  await untilSo('it says so', () => server.output().includes('"the files can be reached again"'))
  assert.match((await loss.exportTo('after')).out.join('\n'), /Files: 1 /)
})

test('the place of somebody else is taken by nobody, and the mark of it stays', async () => {
  using loss = await openLoss()
  const file = join(loss.blobs, markName)
  const others = '{"kind":"kontor files 1","installation":"01234567","place":"x"}\n'
  writeFileSync(file, others)
  const { code, out, err } = await loss.accept()
  assert.equal([code, out], [1, []])
  assert.match(
    err.join(),
    /The place is that of another installation \(01234567; this one is \w+\)/,
  )
  assert.match(
    err.join(),
    /Put the files of this one into .*blobs, or mount the disk that has them/,
  )
  assert.is(readFileSync(file, 'utf8'), others)
})

test('of several places each is taken by itself', async () => {
  using loss = await openLoss()
  await using s3 = await smallS3()
  const places = { blobs: s3.settings.blobs, key: s3.settings.s3AccessKey }
  const flags = ['--blobs', places.blobs, '--s3-access-key', places.key]
  const secret = { KONTOR_S3_SECRET_KEY: s3.settings.s3SecretKey }
  const args = ['blobs', 'accept', '--json', '--data-dir', loss.dir, ...flags, ...quiet]
  const { code, out } = await runCommand({ args, environment: secret })
  assert.is(code, 0)
  // A bucket that is new is taken by whoever comes first, with what is left on the disk.
  const { taken, known } = JSON.parse(out.join('\n'))
  assert.equal(taken, ['disk'])
  assert.match(known.join(), /^s3:\/\/kontor\/ at http:[^,]+$/)
  assert.ok(s3.objects.has(markName))
})

test('a folder of something else is no data folder', async () => {
  using folder = temporaryFolder()
  const args = ['blobs', 'accept', '--data-dir', folder.path, ...quiet]
  const { code, err } = await runCommand({ args })
  assert.is(code, 2)
  assert.match(err.join(), /holds no database\. Name the folder with --data-dir/)
  renameSync(folder.path, `${folder.path}-gone`)
  assert.match((await runCommand({ args })).err.join(), /is not there\. Name the folder with/)
  renameSync(`${folder.path}-gone`, folder.path)
})

test.run()
