// A server is started where its files lay, and they are not there: a disk that is not mounted, a
// bucket that was made anew. No file is missing by that; and what is no loss is taken in silence.
import { copyFileSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { blobPath, shelvesIn } from '../../src/adapters/blobs/blob-files.ts'
import { markName } from '../../src/adapters/blobs/place-mark.ts'
import { storeFindings } from '../../src/adapters/doctor/store-checks.ts'
import { examinationOf, examineInThread, moveFiles } from '../../src/app.ts'
import { backup } from '../../src/cli/folder/backup.ts'
import { prose } from '../support/inspections.ts'
import { initiate, type Market, mint, openMarket, publish, type Upload } from '../support/market.ts'
import { openTestApp, type TestApp } from '../support/open-test-app.ts'
import { refusal } from '../support/refusal.ts'
import { runCommand } from '../support/run-command.ts'
import { smallS3 } from '../support/small-s3.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { untilSo } from '../support/until.ts'

type Config = Record<string, unknown>
type Sold = { market: Market; assets: Upload[]; keys: string[] }

let onDisk: Promise<{ from: string; sold: Sold }> | undefined

/** A market that sold, and was stopped: with its files on the disk, furnished once and copied. */
async function soldIn(dir: string): Promise<Sold> {
  onDisk ??= furnish()
  const { from, sold } = await onDisk
  cpSync(from, dir, { recursive: true })
  return structuredClone(sold)
}

async function furnish() {
  const folder = temporaryFolder()
  process.once('exit', () => folder[Symbol.dispose]())
  const from = join(folder.path, 'data')
  const { market, ...sold } = await sellIn(from)
  const { call: _, ...people } = market
  return { from, sold: { ...sold, market: people as Market } }
}

async function sellIn(dir: string, config: Config = {}): Promise<Sold> {
  await using app = await openTestApp({ dir, config: { welcomeCredits: 1_000, ...config } })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const assets = [
    await publish(market, { bytes: prose(20) }),
    await publish(market, { bytes: prose(21), filename: 'second.txt' }),
  ]
  const sql = 'SELECT blob_key FROM object ORDER BY object_id'
  const keys = app.store.raw.prepare(sql).pluck().all() as string[]
  return { market, assets, keys }
}

async function startedIn(dir: string, sold: Sold, config: Config = {}) {
  const app = await openTestApp({ dir, config })
  const market = { ...sold.market, call: app.call }
  const credits = () => app.rooms.ledger.creditsOf(app.store.db, market.buyer.tenantId as never)
  const statuses = async () => {
    const told: number[] = []
    for (const asset of sold.assets) {
      told.push((await app.call('GET', (await mint(market, asset)).body.url)).status)
    }
    return told
  }
  return Object.assign(app, { market, credits, statuses })
}

async function found({ dir: dataDir, config }: Pick<TestApp, 'dir' | 'config'>) {
  const findings = await storeFindings({ dataDir, stores: config.blobStores })
  return findings.map(({ level, message, remedy }) => `${level}: ${message} ${remedy}`)
}

/** Of all installations of before: neither the place nor the records say anything. */
async function forgetPlaces(dir: string): Promise<void> {
  await using app = await openTestApp({ dir })
  app.store.raw.exec('DELETE FROM file_place')
  rmSync(join(dir, 'blobs', markName), { force: true })
}

test('a disk that is not mounted: nothing is sold, kept or removed until it is', async () => {
  using folder = temporaryFolder()
  const [dir, unmounted] = [join(folder.path, 'data'), join(folder.path, 'disk')]
  const blobs = join(dir, 'blobs')
  const sold = await soldIn(dir)
  renameSync(blobs, unmounted)
  mkdirSync(blobs)
  await using app = await startedIn(dir, sold)
  const before = app.credits()
  assert.equal(await app.statuses(), [503, 503])
  assert.is(app.credits(), before)
  const upload = await initiate(app.market, { bytes: prose(22), filename: 'later.txt' })
  assert.is((await app.call('PUT', upload.url, { raw: prose(22) })).status, 503)
  const as = app.market.provider.token
  const gone = sold.assets[1]?.objectId
  assert.is((await app.call('DELETE', `/v1/objects/${gone}`, { as })).status, 200)
  app.clock.advance({ hours: 25 })
  await app.runUpkeep()
  await app.settleJobs()
  assert.equal([shelvesIn(blobs), existsSync(join(blobs, markName))], [[], false])
  const [said = ''] = await found(app)
  assert.match(
    said,
    /^error: .*blobs is not the place that held the files: it holds no kontor-inst/,
  )
  assert.match(said, /Mount the disk that belongs at .*kontor blobs accept/)
  // Neither are they missing to who reads them without the server.
  const examined = await examineInThread({ ...examinationOf(app.config), nowMs: Date.now() })
  assert.not.match(JSON.stringify(examined), /blobs missing/)
  const to = join(folder.path, 'backups')
  const made = await refusal(Promise.resolve(backup.act(app, { to, 'encrypt-to': 'none' })))
  assert.match(made.message, /store of files cannot be reached/)

  rmSync(blobs, { recursive: true })
  renameSync(unmounted, blobs)
  mkdirSync(join(blobs, 'tmp'), { recursive: true })
  assert.is(
    (await app.call('GET', (await mint(app.market, sold.assets[0] as Upload)).body.url)).status,
    200,
  )
  assert.equal(await found(app), [])
  app.clock.advance({ hours: 25 })
  await app.runUpkeep()
  await app.settleJobs()
  assert.not(existsSync(blobPath({ folder: blobs, key: sold.keys[1] as string })))
})

test('a disk that is unmounted while the server runs', async () => {
  using folder = temporaryFolder()
  const [dir, unmounted] = [join(folder.path, 'data'), join(folder.path, 'disk')]
  const sold = await soldIn(dir)
  await using app = await startedIn(dir, sold)
  assert.equal(await app.statuses(), [200, 200])
  renameSync(join(dir, 'blobs'), unmounted)
  assert.is(app.files.away(), 0)
  mkdirSync(join(dir, 'blobs'))
  assert.equal(await app.statuses(), [503, 503])
  assert.is(app.files.away(), 1)
  rmSync(join(dir, 'blobs'), { recursive: true })
  renameSync(unmounted, join(dir, 'blobs'))
  // Whoever asks for the figure has it looked at, though nobody wants a file.
  await untilSo('the figure says so', () => app.files.away() === 0)
  assert.equal(await app.statuses(), [200, 200])
})

test('a bucket that was made anew: 503 and a word of it until it is back', async () => {
  using folder = temporaryFolder()
  await using s3 = await smallS3()
  const dir = join(folder.path, 'data')
  const sold = await sellIn(dir, s3.settings)
  const kept = [...s3.objects]
  s3.objects.clear()
  await using app = await startedIn(dir, sold, s3.settings)
  const before = app.credits()
  assert.equal(await app.statuses(), [503, 503])
  assert.is(app.credits(), before)
  assert.is(s3.objects.size, 0)
  const [said = ''] = await found(app)
  assert.match(said, /^error: s3:.* is not the place that held the files.*put back what it held/)
  for (const [name, object] of kept) s3.objects.set(name, object)
  assert.equal(await app.statuses(), [200, 200])
  assert.equal(await found(app), [])
})

test('another place of this installation that has the name is told by its id', async () => {
  using folder = temporaryFolder()
  await using s3 = await smallS3()
  const dir = join(folder.path, 'data')
  const sold = await sellIn(dir, s3.settings)
  const own = s3.objects.get(markName)
  const text = own?.body.toString() ?? ''
  const { place } = JSON.parse(text)
  for (const key of sold.keys) s3.objects.delete(`blobs/${key}`)
  s3.objects.set(markName, { ...own, body: Buffer.from(text.replace(place, 'another')) } as never)
  await using app = await startedIn(dir, sold, s3.settings)
  assert.equal(await app.statuses(), [503, 503])
  assert.match((await found(app)).join(), /its kontor-installation\.json is another's/)
})

test('one of before is taken in silence where its files are, and not where none is', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const sold = await soldIn(dir)
  await forgetPlaces(dir)
  {
    await using app = await startedIn(dir, sold)
    assert.equal(await app.statuses(), [200, 200])
    assert.ok(existsSync(join(dir, 'blobs', markName)))
    const places = app.store.raw.prepare('SELECT name FROM file_place').pluck().all()
    assert.equal(places, ['disk'])
  }
  await forgetPlaces(dir)
  renameSync(join(dir, 'blobs'), join(folder.path, 'disk'))
  await using app = await startedIn(dir, sold)
  assert.equal(await app.statuses(), [503, 503])
  assert.not(existsSync(join(dir, 'blobs', markName)))
})

test('what was put back without the mark is taken whole, or when it is accepted', async () => {
  using folder = temporaryFolder()
  const [dir, copy] = [join(folder.path, 'data'), join(folder.path, 'copy')]
  const sold = await soldIn(dir)
  const blobs = join(dir, 'blobs')
  const fileOf = (key: string, at = blobs) => blobPath({ folder: at, key })
  renameSync(blobs, copy)
  const [first = '', second = ''] = sold.keys
  const putBack = (key: string) => {
    mkdirSync(join(fileOf(key), '..'), { recursive: true })
    copyFileSync(fileOf(key, copy), fileOf(key))
  }
  putBack(first)
  {
    await using app = await startedIn(dir, sold)
    assert.equal(await app.statuses(), [503, 503])
  }
  putBack(second)
  {
    await using app = await startedIn(dir, sold)
    assert.equal(await app.statuses(), [200, 200])
    assert.equal(await found(app), [])
  }
  rmSync(blobs, { recursive: true })
  putBack(first)
  await using app = await startedIn(dir, sold)
  const accepted = await app.files.accept()
  assert.equal(accepted, { taken: ['disk'], known: [] })
  const [there, lost] = await app.statuses()
  assert.is(there, 200)
  assert.not([200, 503].includes(lost ?? 0), `${lost}`)
})

test('a backup that lacked a file is restored, and gives all others', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const sold = await soldIn(dir)
  rmSync(blobPath({ folder: join(dir, 'blobs'), key: sold.keys[1] as string }))
  const run = (...args: string[]) => runCommand({ args: [...args, '--log-level', 'silent'] })
  const to = join(folder.path, 'backups')
  const made = await run('backup', to, '--encrypt-to', 'none', '--data-dir', dir)
  assert.match(made.out.join(), /the bytes of obj_.* are missing/)
  const again = join(folder.path, 'again')
  const restored = await run('restore', to, '--data-dir', again)
  assert.match(restored.out.join('\n'), /missing then are missing in it; all others are given\.$/m)
  await using app = await startedIn(again, sold)
  const [there, lost] = await app.statuses()
  assert.is(there, 200)
  assert.not([200, 503].includes(lost ?? 0), `${lost}`)
  assert.match((await found(app)).join(), /^$/)
  await using s3 = await smallS3()
  const keys = ['--s3-access-key', s3.settings.s3AccessKey, '--blobs', s3.settings.blobs]
  const place = [...keys, '--data-dir', join(folder.path, 'third')]
  const environment = { KONTOR_S3_SECRET_KEY: s3.settings.s3SecretKey }
  const { out } = await runCommand({ args: ['restore', to, ...place], environment })
  assert.match(out.join('\n'), /not the one of then, .*: kontor blobs accept --data-dir .*third$/m)
})

test('an older copy of the disk that was put back: what came since is named as that', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const sold = await soldIn(dir)
  const blobs = join(dir, 'blobs')
  const names = ['third.txt', 'fourth.txt']
  cpSync(blobs, join(folder.path, 'snapshot'), { recursive: true })
  {
    await using app = await startedIn(dir, sold)
    app.clock.advance({ hours: 1 })
    for (const filename of names) await publish(app.market, { bytes: prose(22), filename })
  }
  rmSync(blobs, { recursive: true })
  renameSync(join(folder.path, 'snapshot'), blobs)
  await using app = await startedIn(dir, sold, { logLevel: 'error' })
  assert.equal(await app.statuses(), [200, 200])
  const said = () => JSON.stringify(app.rooms.service.logs({ level: 50, limit: 20 } as never))
  await untilSo('the log says it', () => said().includes('files of the records are missing'))
  assert.match(said(), /an older copy of the disk or the bucket was put back/)
  assert.is(said().match(/obj_\w+-\w+/g)?.length, 2)
  const findings = await examineInThread({ ...examinationOf(app.config), nowMs: Date.now() })
  const missing = findings.find(({ check }) => check === 'blobs missing')
  assert.match(
    missing?.message ?? '',
    /^2 files are missing: .*They are all that came from 20.* to /,
  )
  assert.match(missing?.remedy ?? '', /Where a snapshot .* was put back: bring what came since/)
})

test('files move into a bucket that is new, and back', async () => {
  using folder = temporaryFolder()
  await using s3 = await smallS3()
  const dir = join(folder.path, 'data')
  const sold = await soldIn(dir)
  {
    await using app = await startedIn(dir, sold, s3.settings)
    const { copied, missing } = await moveFiles(app, { finish: true })
    assert.ok(copied >= 2)
    assert.equal(missing, [])
  }
  // Nothing of the data is there any more, and nothing of it is missing.
  rmSync(join(dir, 'blobs'), { recursive: true })
  {
    await using app = await startedIn(dir, sold, s3.settings)
    assert.equal(await app.statuses(), [200, 200])
  }
  const back = { ...s3.settings, blobs: 'disk', blobsOld: s3.settings.blobs }
  await using app = await startedIn(dir, sold, back)
  const { missing } = await moveFiles(app, { finish: true })
  assert.equal(missing, [])
  assert.equal(await app.statuses(), [200, 200])
  assert.equal(await found(app), [])
})

test.run()
