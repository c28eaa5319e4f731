// A machine that waits for another one to be gone: when it is its turn, and what it begins with.
// S3 and Litestream, which are the world outside, are doubles here.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { leaseFindings } from '../../src/adapters/lease/lease-findings.ts'
import type { LeaseRecord } from '../../src/adapters/lease/lease-record.ts'
import { openS3Lease } from '../../src/adapters/lease/s3-lease.ts'
import { thisPlace } from '../../src/adapters/lease/this-place.ts'
import { openApp, takeOldReplicas } from '../../src/app.ts'
import { waitForTurn } from '../../src/composition/standby.ts'
import { readConfig } from '../../src/config.ts'
import { lastEpoch } from '../../src/store/writers/epochs.ts'
import { conditionalS3 } from '../support/conditional-s3.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { smallS3 } from '../support/small-s3.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { untilSo } from '../support/until.ts'

type S3 = Awaited<ReturnType<typeof conditionalS3>>

/** Says its version, and restores what lies in a folder for the epoch that its file names. */
function fakeLitestream(folder: string): string {
  const file = join(folder, 'litestream')
  const script = `#!/bin/sh
if [ "$1" = version ]; then echo v0.3.13; exit; fi
epoch=$(sed -n 's/.*epoch-0*\\([0-9]*\\)".*/\\1/p' "$3")
[ ! -f "${folder}/replica-$epoch" ] || cp "${folder}/replica-$epoch" "$6"
`
  writeFileSync(file, script, { mode: 0o700 })
  return file
}

/** What it restores of epoch 1: no more than that somebody was there. */
function giveReplica(folder: string): void {
  writeFileSync(join(folder, 'replica-1'), '')
}

function settingsOf({ place }: S3, more: object) {
  const at = (name: string) => `s3://kontor/${name}?endpoint=${place.endpoint}&path_style=true`
  const keys = { s3AccessKey: place.accessKey, s3SecretKey: place.secretKey }
  return { lease: at(''), leaseSeconds: 300, replica: at('replica'), ...keys, ...more }
}

function waiting(config: ReturnType<typeof readConfig>, more: object = {}) {
  const { leasing } = config
  if (!leasing) throw new Error('no lease is set')
  const said: string[] = []
  const stopping = new AbortController()
  const turn = waitForTurn({
    config: { ...config, leasing },
    isShared: false,
    prepare: undefined,
    acceptsLoss: false,
    signal: stopping.signal,
    say: (line) => void said.push(line),
    ...more,
  })
  return { turn, said, stop: () => stopping.abort() }
}

/** Somebody has served, with a lease that is soon over, and is gone. */
async function servedElsewhere({ place }: S3, record: Partial<LeaseRecord>): Promise<void> {
  const gone: LeaseRecord = {
    installation: '',
    holder: 'gone',
    place: 'elsewhere',
    host: 'elsewhere',
    epoch: 1,
    served: 1,
    seconds: 1,
    beat: 1,
    behindMs: 0,
    ...record,
  }
  await openS3Lease(place).write(gone, { etag: undefined, ms: 1_000 })
}

async function refusalOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'nothing was refused',
    (error: Error) => `${error.name}: ${error.message}`,
  )
}

test('when nobody renews the lease it takes over with the replica in a new epoch', async () => {
  await using s3 = await conditionalS3()
  using folder = temporaryFolder()
  const [first, next] = [join(folder.path, 'first'), join(folder.path, 'next')]
  const litestream = fakeLitestream(folder.path)
  let installation = ''
  {
    await using app = await openTestApp({ dir: first, parts: { workers: false } })
    await app.signUp('Ada')
    app.store.raw.exec("INSERT INTO writer_epoch VALUES (1, 'elsewhere', 0)")
    installation = (await readMark(first)).id
    app.store.raw.exec(`VACUUM INTO '${join(folder.path, 'replica-1')}'`)
  }
  await servedElsewhere(s3, { installation })
  // What this machine had of before, when it served itself.
  mkdirSync(join(next, 'before-takeover'), { recursive: true })
  writeFileSync(join(next, 'before-takeover/ledger.anchor'), 'of long before')
  cpSync(join(first, 'secret.key'), join(next, 'secret.key'))
  writeFileSync(join(next, 'ledger.anchor'), 'of before')
  const flags = { dataDir: next, port: 0, logLevel: 'silent', ...settingsOf(s3, { litestream }) }
  const config = readConfig({ flags })
  const { turn, said } = waiting(config)
  const { lease, isRestored } = await turn
  assert.ok(lease && isRestored)
  assert.is(lease.epoch, 2)
  assert.is(said.length, 4)
  assert.match(said[0] ?? '', /^elsewhere serves in epoch 1: waiting/)
  const aside = (name: string) => readFileSync(join(next, name, 'ledger.anchor'), 'utf8')
  assert.is(aside('before-takeover-2'), 'of before')
  assert.is(aside('before-takeover'), 'of long before')
  {
    const parts = { http: false, jobs: false, workers: false }
    await using app = await openApp(config, { lease, isRestored: true, parts })
    assert.is(lastEpoch(app.store.db), 2)
    assert.ok((await app.verifyLedger()).ok)
    assert.is(app.store.raw.prepare('SELECT count(*) FROM user').pluck().get(), 1)
  }
  lease.close()
})

async function readMark(dir: string): Promise<{ id: string }> {
  return JSON.parse(readFileSync(join(dir, 'kontor.id'), 'utf8'))
}

test('it does not take over by itself where much is lacking, and says so', async () => {
  await using s3 = await conditionalS3()
  using folder = temporaryFolder()
  await servedElsewhere(s3, { behindMs: 125_000, seconds: 0 })
  writeFileSync(join(folder.path, 'secret.key'), '')
  const litestream = fakeLitestream(folder.path)
  const config = readConfig({
    flags: { dataDir: folder.path, ...settingsOf(s3, { litestream }) },
  })
  const careful = waiting(config)
  while (careful.said.length < 2) await new Promise((done) => setTimeout(done, 5))
  careful.stop()
  assert.match(await refusalOf(careful.turn), /^AbortError/)
  assert.match(careful.said[1] ?? '', /the replica lacks the last 125 s.*--accept-loss/)
  // Nothing was shipped at all.
  const bold = await refusalOf(waiting(config, { acceptsLoss: true }).turn)
  assert.match(bold, /^LeaseRefused: There is no replica of epoch 1 /)
  assert.not(existsSync(join(folder.path, 'kontor.db')))
})

test('a takeover that failed is tried again: nothing was served in between', async () => {
  await using s3 = await conditionalS3()
  using folder = temporaryFolder()
  await servedElsewhere(s3, { behindMs: 300, seconds: 0 })
  const dataDir = join(folder.path, 'data')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'secret.key'), '')
  const litestream = fakeLitestream(folder.path)
  const settings = { ...settingsOf(s3, { litestream }), leaseSeconds: 2 }
  const config = readConfig({ flags: { dataDir, ...settings } })
  assert.match(await refusalOf(waiting(config).turn), /^LeaseRefused: There is no replica/)
  giveReplica(folder.path)
  const { lease, isRestored } = await waiting(config).turn
  assert.equal([lease?.epoch, isRestored], [2, true])
  lease?.close()
})

test('who restores, or prepares a disk, stops when it is asked to', async () => {
  await using s3 = await conditionalS3()
  using folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'secret.key'), '')
  const begun = join(folder.path, 'begun')
  const sleeper = `[ "$1" = version ] && echo v0.3.13 && exit\ntouch ${begun}\nexec sleep 500`
  const program = join(folder.path, 'sleeper')
  writeFileSync(program, `#!/bin/sh\n${sleeper}\n`, { mode: 0o700 })
  const settings = { ...settingsOf(s3, { litestream: program }), leaseSeconds: 2 }
  const config = readConfig({ flags: { dataDir, ...settings } })
  for (const how of [{}, { isShared: true, prepare: program }]) {
    s3.objects.clear()
    await servedElsewhere(s3, { seconds: 0 })
    rmSync(begun, { force: true })
    const { turn, stop } = waiting(config, how)
    await untilSo('it has begun', () => existsSync(begun))
    const beganMs = performance.now()
    stop()
    assert.match(await refusalOf(turn), /^AbortError/)
    assert.ok(performance.now() - beganMs < 100_000)
  }
})

test('after a reboot the newest folder is served, whatever the replica lacks', async () => {
  await using s3 = await conditionalS3()
  using folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  {
    await using app = await openTestApp({ dir: dataDir, parts: { workers: false } })
    app.store.raw.exec("INSERT INTO writer_epoch VALUES (1, 'here', 0)")
  }
  await servedElsewhere(s3, { behindMs: 125_000, seconds: 0 })
  const litestream = fakeLitestream(folder.path)
  const config = readConfig({ flags: { dataDir, ...settingsOf(s3, { litestream }) } })
  const { turn, said } = waiting(config)
  const { lease, isRestored } = await turn
  assert.equal([lease?.epoch, isRestored], [2, undefined], said.join('\n'))
  lease?.close()
})

test('what it will need is looked for before it waits', async () => {
  await using s3 = await conditionalS3()
  using folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const configWith = (litestream: string) =>
    readConfig({ flags: { dataDir, ...settingsOf(s3, { litestream }) } })
  const missing = configWith('/nowhere/litestream')
  assert.match(
    await refusalOf(waiting(missing).turn),
    /^LitestreamRefused: .* \/nowhere\/litestream \(ENOENT\)\. Install version 0\.3\.13/,
  )
  const litestream = fakeLitestream(folder.path)
  const keyless = await refusalOf(waiting(configWith(litestream)).turn)
  assert.match(keyless, /^LeaseRefused: .* has no secret\.key/)
  writeFileSync(litestream, '#!/bin/sh\necho v0.5.2\n')
  const newer = await refusalOf(waiting(configWith(litestream)).turn)
  assert.match(
    newer,
    /^LitestreamRefused: .* is Litestream v0\.5\.2; kontor standby knows 0\.3\.13/,
  )
  assert.is(s3.asked, 0)
})

test('the folder that was served last goes on at once', async () => {
  await using s3 = await conditionalS3()
  using folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  const litestream = fakeLitestream(folder.path)
  const config = readConfig({ flags: { dataDir, ...settingsOf(s3, { litestream }) } })
  {
    await using app = await openTestApp({ dir: dataDir, parts: { workers: false } })
    assert.ok(app)
  }
  assert.equal(await waiting(config).turn, {}, 'no lease was ever held')
  serveEpoch(dataDir, 1)
  await servedElsewhere(s3, { place: thisPlace(dataDir), seconds: 300 })
  assert.equal(await waiting(config).turn, {}, 'it is its own')
})

/** As if this folder had been served in that epoch. */
function serveEpoch(dataDir: string, epoch: number): void {
  const raw = new Database(join(dataDir, 'kontor.db'))
  raw.prepare("INSERT INTO writer_epoch VALUES (?, 'here', 0)").run(epoch)
  raw.close()
}

test('records that may be behind are not served once the lease is gone', async () => {
  await using s3 = await conditionalS3()
  using folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  {
    await using app = await openTestApp({ dir: dataDir, parts: { workers: false } })
    assert.ok(app)
  }
  const litestream = fakeLitestream(folder.path)
  const settings = { ...settingsOf(s3, { litestream }), leaseSeconds: 4 }
  const flags = { dataDir, port: 0, logLevel: 'silent', ...settings }
  const config = readConfig({ flags })
  const untilSaid = (said: string[], what: RegExp) =>
    untilSo(`it says ${what}`, () => said.some((line) => what.test(line)))
  const gone = /^The lease is gone.* stop what waits or serves there.* kontor standby --accept-loss/

  // Of a folder without any epoch, too, when a lease was seen.
  await servedElsewhere(s3, { epoch: 7, served: 7, seconds: 1 })
  const watching = waiting(config)
  await untilSaid(watching.said, /^elsewhere serves in epoch 7/)
  s3.objects.clear()
  await untilSaid(watching.said, gone)
  watching.stop()
  assert.match(await refusalOf(watching.turn), /^AbortError/)

  serveEpoch(dataDir, 1)
  const late = waiting(config)
  await untilSaid(late.said, gone)
  // Whoever had it wrote it anew, and then was gone.
  await servedElsewhere(s3, { epoch: 7, served: 7, seconds: 300 })
  await untilSaid(late.said, /^elsewhere serves in epoch 7/)
  late.stop()
  assert.match(await refusalOf(late.turn), /^AbortError/)
  s3.objects.clear()

  const parts = { http: false, jobs: false, workers: false }
  assert.match(await refusalOf(openApp(config, { parts })), /^LeaseRefused: The lease is gone/)
  const turn = await waiting(config, { acceptsLoss: true }).turn
  assert.equal(turn, { isNewest: true })
  await using app = await openApp(config, { ...turn, parts })
  assert.is(lastEpoch(app.store.db), 2)
})

test('a disk of both machines is prepared with the epoch, and nothing is restored', async () => {
  await using s3 = await conditionalS3()
  using folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  await servedElsewhere(s3, { behindMs: null, seconds: 0, epoch: 6, served: 6 })
  const prepare = join(folder.path, 'attach')
  writeFileSync(prepare, `#!/bin/sh\necho "$1" > ${folder.path}/attached\n`, { mode: 0o700 })
  const { replica: _, ...settings } = settingsOf(s3, {})
  const config = readConfig({ flags: { dataDir, ...settings } })
  const shared = { isShared: true, prepare }
  const { lease, isRestored } = await waiting(config, shared).turn
  assert.equal([lease?.epoch, isRestored], [7, undefined])
  assert.is(readFileSync(join(folder.path, 'attached'), 'utf8'), '7\n')
  lease?.close()
  writeFileSync(prepare, '#!/bin/sh\nexit 3\n')
  s3.objects.clear()
  await servedElsewhere(s3, { seconds: 0 })
  assert.match(
    await refusalOf(waiting(config, shared).turn),
    /^LeaseRefused: .*attach \(--prepare\) failed, so nothing is served: /,
  )
})

test('what is to prepare a disk is looked for before it waits', async () => {
  await using s3 = await conditionalS3()
  using folder = temporaryFolder()
  const { replica: _, ...settings } = settingsOf(s3, {})
  const config = readConfig({ flags: { dataDir: folder.path, ...settings } })
  const plain = join(folder.path, 'attach')
  writeFileSync(plain, '#!/bin/sh\n', { mode: 0o600 })
  for (const prepare of [plain, join(folder.path, 'none'), 'kontor-attach', folder.path]) {
    assert.match(
      await refusalOf(waiting(config, { isShared: true, prepare }).turn),
      /^LeaseRefused: --prepare .* cannot be run: .*chmod \+x/,
    )
  }
  assert.is(s3.asked, 0)
})

test('doctor says what a takeover would lack, and what would keep it off', async () => {
  await using s3 = await conditionalS3()
  using folder = temporaryFolder()
  const litestream = fakeLitestream(folder.path)
  const findingsWith = async (program: string) => {
    const flags = { dataDir: folder.path, ...settingsOf(s3, { litestream: program }) }
    const found = await leaseFindings(readConfig({ flags }))
    return found.map(({ level, message }) => `${level}: ${message}`)
  }
  const behind = async (behindMs: number | null) => {
    s3.objects.clear()
    await servedElsewhere(s3, { behindMs })
    return findingsWith(litestream)
  }
  assert.equal(await behind(30_000), [])
  assert.equal(await behind(31_000), ['error: The replica of elsewhere lacks the last 31 s.'])
  assert.equal(await behind(null), ['warning: Nothing of epoch 1 (elsewhere) is shipped.'])
  s3.fault = { refuse: true }
  const [away = '', none = ''] = await findingsWith('/nowhere/litestream')
  assert.match(away, /^error: /)
  assert.match(none, /^error: Litestream cannot be run as \/nowhere\/litestream \(ENOENT\)/)
  assert.equal(await leaseFindings({ leasing: undefined }), [])
})

test('replicas of epochs that are over go when the newest is shipped, not before', async () => {
  await using s3 = await conditionalS3()
  await using bucket = await smallS3()
  const replica = `${bucket.settings.blobs.replace('kontor/', 'kontor/replica')}`
  const { leasing } = readConfig({ flags: { dataDir: '/nowhere', ...settingsOf(s3, { replica }) } })
  const shipped = [2, 7, 7, 8].map((epoch, i) => `replica/epoch-000000000${epoch}/wal/${i}.lz4`)
  const others = ['replica/epoch-old/1', 'replica/notes.txt', 'blobs/epoch-0000000001/1']
  const body = Buffer.from('pages')
  for (const name of [...shipped, ...others]) {
    bucket.objects.set(name, { body, etag: name, meta: {}, writtenAt: new Date() })
  }
  const remove = () => takeOldReplicas({ leasing, removes: true })
  assert.match(await refusalOf(remove()), /^Conflict: The lease is gone/)
  const never: readonly Partial<LeaseRecord>[] = [
    { epoch: 8, served: 8, behindMs: null },
    { epoch: 8, served: 7, behindMs: 0 },
  ]
  for (const record of never) {
    s3.objects.clear()
    await servedElsewhere(s3, record)
    assert.match(
      await refusalOf(remove()),
      /^Conflict: Nothing of epoch 8 \(elsewhere\) is shipped/,
    )
  }
  s3.objects.clear()
  await servedElsewhere(s3, { epoch: 8, served: 8, behindMs: 400 })
  const old = { epochs: [2, 7], objects: 3, bytes: 3 * body.length }
  assert.equal(await takeOldReplicas({ leasing, removes: false }), old)
  assert.is(bucket.objects.size, 7)
  assert.equal(await remove(), old)
  assert.equal([...bucket.objects.keys()], [...shipped.slice(3), ...others])
  assert.equal(await remove(), { epochs: [], objects: 0, bytes: 0 })
})

test.run()
