// A master key that comes from outside is changed: the new one opens what the old one sealed, both
// do while both are given, and a crash in between leaves nothing that neither opens.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { examinationOf, examineInThread } from '../../../src/app.ts'
import { fingerprintOf, readRing, readRingTimes } from '../../../src/base/secret-ring.ts'
import { partFindings } from '../../../src/cli/folder/doctor-parts.ts'
import { readConfig } from '../../../src/config.ts'
import { openTestApp, type TestApp } from '../../support/open-test-app.ts'
import { runCommand } from '../../support/run-command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openHouses } from '../../support/two-houses.ts'

const [second, third] = ['ab'.repeat(32), 'cd'.repeat(32)]
const keyOf = (text: string) => Buffer.from(text, 'hex')
const printOf = (text: string) => fingerprintOf(keyOf(text))

type Keys = { masterKey?: string; previousMasterKey?: string }
type Houses = Awaited<ReturnType<typeof openHouses>>

/** The folder of two houses whose master key has moved out of it. */
async function openOutside() {
  const houses = await openHouses()
  const file = join(houses.dir, 'secret.key')
  const first = readFileSync(file, 'utf8').trim()
  rmSync(file)
  return Object.assign(houses, { first })
}

const open = (dir: string, keys: Keys) =>
  openTestApp({ dir, config: keys, parts: { jobs: false, workers: false } })

function environmentOf({ masterKey, previousMasterKey }: Keys): Record<string, string> {
  return {
    KONTOR_LOG_LEVEL: 'silent',
    ...(masterKey === undefined ? {} : { KONTOR_MASTER_KEY: masterKey }),
    ...(previousMasterKey === undefined ? {} : { KONTOR_PREVIOUS_MASTER_KEY: previousMasterKey }),
  }
}

function run({ dir }: { dir: string }, keys: Keys, ...args: string[]) {
  return runCommand({ args: [...args, '--data-dir', dir], environment: environmentOf(keys) })
}

/** A session and an API key of before, which hang on different secrets. */
async function assertOpens(houses: Houses, keys: Keys): Promise<void> {
  await using app = await open(houses.dir, keys)
  await assertServes(app, houses)
}

async function assertServes(app: TestApp, { trade }: Houses): Promise<void> {
  const status = async (as: string) => (await app.call('GET', '/v1/me', { as })).status
  const { provider, key } = trade.market
  assert.equal([await status(provider.token), await status(key)], [200, 200])
  assert.ok((await app.verifyLedger()).ok)
}

async function refusalOf({ dir }: Houses, keys: Keys): Promise<string> {
  return open(dir, keys).then(
    async (app) => {
      await app[Symbol.asyncDispose]()
      return ''
    },
    (error: Error) => `${error.name}: ${error.message}`,
  )
}

test('sessions and keys go on through a change, and the old key opens nothing then', async () => {
  using houses = await openOutside()
  const { dir, first } = houses
  await assertOpens(houses, { masterKey: first })
  await assertOpens(houses, { masterKey: second, previousMasterKey: first })
  assert.equal(readRingTimes(dir)?.masterKeys, [printOf(second), printOf(first)])
  await assertOpens(houses, { masterKey: second })
  assert.equal(readRingTimes(dir)?.masterKeys, [printOf(second)])
  assert.match(await refusalOf(houses, { masterKey: first }), /^RingRefused: .*another master key/)
  assert.throws(() => readRing(dir, keyOf(first)), /another master key/)
  await assertOpens(houses, { masterKey: second })
})

test('secrets of earlier rotations are sealed anew with the others', async () => {
  using houses = await openOutside()
  const before = { masterKey: houses.first }
  for (const _ of [1, 2]) {
    assert.is((await run(houses, before, 'secrets', 'rotate')).code, 0)
  }
  const old = readRing(houses.dir, keyOf(houses.first))
  assert.is(old.generations.length, 3)
  await assertOpens(houses, { masterKey: second, previousMasterKey: houses.first })
  assert.equal(readRing(houses.dir, keyOf(second)), old)
  await assertOpens(houses, { masterKey: third, previousMasterKey: second })
  assert.equal(readRing(houses.dir, keyOf(third)), old)
})

test('while both are given both open it, and the old one locks nobody out', async () => {
  using houses = await openOutside()
  const { dir, first } = houses
  const both = { masterKey: second, previousMasterKey: first }
  await assertOpens(houses, both)
  await assertOpens(houses, { masterKey: first })
  const seals = [printOf(second), printOf(first)]
  assert.equal(readRingTimes(dir)?.masterKeys, seals)
  for (const more of [[], ['--end-overlap']]) {
    const refused = await run(houses, { masterKey: first }, 'secrets', 'rotate', ...more)
    assert.is(refused.code, 1)
    assert.match(refused.err.join(), /newer master key .*give the newer one as KONTOR_MASTER_KEY/)
  }
  assert.equal(readRingTimes(dir)?.masterKeys, seals)
  const rotated = await run(houses, both, 'secrets', 'rotate')
  assert.match(rotated.out.join(), 'The master key of before opens these, too: rotate again')
  await assertOpens(houses, { masterKey: first })
  await assertOpens(houses, { masterKey: second })
})

test('a change can be taken back', async () => {
  using houses = await openOutside()
  const { first } = houses
  await assertOpens(houses, { masterKey: second, previousMasterKey: first })
  await assertOpens(houses, { masterKey: first, previousMasterKey: second })
  assert.equal(readRingTimes(houses.dir)?.masterKeys, [printOf(first), printOf(second)])
  await assertOpens(houses, { masterKey: first })
  assert.match(await refusalOf(houses, { masterKey: second }), /another master key/)
})

test('a key of before that is not that of the folder is refused, and nothing changes', async () => {
  using houses = await openOutside()
  const { dir, first } = houses
  {
    await using app = await open(dir, { masterKey: first })
    await app.rooms.ledger.keepHead()
  }
  const wrong = { masterKey: second, previousMasterKey: third }
  assert.match(await refusalOf(houses, wrong), /not the key that this folder was made with/)
  assert.not(existsSync(join(dir, 'secret.ring')))
  await assertOpens(houses, { masterKey: second, previousMasterKey: first })
  const later = { masterKey: third, previousMasterKey: 'ef'.repeat(32) }
  assert.match(await refusalOf(houses, later), /another master key/)
  await assertOpens(houses, { masterKey: second })
})

const support = resolve(import.meta.dirname, '../../support')
const preload = resolve(support, '../../scripts/preload.mjs')
/** From the sources: to load what is compiled takes longer than to seal. */
const killer = ['--import', preload, join(support, 'seal-and-die.ts')]

let rotated: Promise<Awaited<ReturnType<typeof openOutside>>> | undefined

/** Its secrets were changed once; done once, and copied. */
async function openRotated() {
  rotated ??= (async () => {
    const houses = await openOutside()
    process.once('exit', () => houses[Symbol.dispose]())
    const { code } = await run(houses, { masterKey: houses.first }, 'secrets', 'rotate')
    assert.is(code, 0)
    return houses
  })()
  const houses = await rotated
  const folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  cpSync(houses.dir, dir, { recursive: true })
  return { ...houses, ...folder, dir, before: houses.dir }
}

for (const [point, isDone] of [
  ['before anything is written', false],
  ['with half of it written', false],
  ['before it has its name', false],
  ['when it has its name', true],
] as const) {
  test(`killed ${point}: the old key opens it as before, and the next start ends it`, async () => {
    using killed = await openRotated()
    const { first, dir, before } = killed
    const args = [...killer, dir, second, first, point]
    const { signal, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    assert.is(signal, 'SIGKILL', stderr)
    const seals = isDone ? [printOf(second), printOf(first)] : [printOf(first)]
    assert.equal(readRingTimes(dir)?.masterKeys, seals)
    assert.equal(readRing(dir, keyOf(first)), readRing(before, keyOf(first)))
    await assertOpens(killed, { masterKey: first })
    await assertOpens(killed, { masterKey: second, previousMasterKey: first })
    await assertOpens(killed, { masterKey: second })
  })
}

/** What kontor doctor finds in the folder. */
async function findings({ dir }: { dir: string }, keys: Keys): Promise<string[]> {
  const config = readConfig({ flags: { dataDir: dir }, environment: environmentOf(keys) })
  const moment = { nowMs: Date.now(), servingMs: null }
  const examined = await examineInThread({ ...examinationOf(config), ...moment })
  const all = [...partFindings(config).findings, ...examined]
  const about = all.filter(({ check }) => check === 'rotation' || check === 'secrets')
  return about.map(({ level, message, remedy }) => `${level}: ${message} ${remedy}`)
}

test('the doctor says what still needs the old key, and when it may go', async () => {
  using houses = await openOutside()
  const { first } = houses
  const [old, both] = [{ masterKey: first }, { masterKey: second, previousMasterKey: first }]
  assert.equal(await findings(houses, old), [])
  const [needs, ...others] = await findings(houses, both)
  assert.match(needs ?? '', /^warning: .*still needs the master key of before.* Start the server/)
  assert.equal(others, [])
  await assertOpens(houses, both)
  assert.match((await findings(houses, both)).join(), /^warning: Two master keys .* start without/)
  assert.match((await findings(houses, old)).join(), /^warning: .* on its way out/)
  await assertOpens(houses, { masterKey: second })
  assert.equal(await findings(houses, { masterKey: second }), [])
  assert.match((await findings(houses, old)).join(), /^error: .* none of the master keys/)
  assert.match((await findings(houses, {})).join(), /^error: .*secret\.key is missing/)
})

test('status and the audit log name the keys by their fingerprints', async () => {
  using houses = await openOutside()
  const both = { masterKey: second, previousMasterKey: houses.first }
  await run(houses, both, 'secrets', 'status')
  const { out } = await run(houses, both, 'secrets', 'status', '--json')
  const keys = [printOf(second), printOf(houses.first)]
  assert.equal(JSON.parse(out.join('\n')).master_keys, keys)
  const said = (await run(houses, both, 'secrets', 'status')).out.at(-1)
  assert.is(said, `Master key ${keys[0]} opens them, and so does ${keys[1]} of before.`)
  const audit = await run(houses, both, 'audit', '--json')
  const events: { action: string; details: object }[] = JSON.parse(
    audit.out.join('\n'),
  ).audit_events
  const changed = events.filter(({ action }) => action === 'secrets.master_keys_changed')
  assert.equal(
    changed.map(({ details }) => details),
    [{ master_keys: keys }],
  )
})

test('a key moves out of the folder and back into it', async () => {
  using houses = await openHouses()
  const file = join(houses.dir, 'secret.key')
  const inside = readFileSync(file, 'utf8').trim()
  await assertOpens(houses, { masterKey: second, previousMasterKey: inside })
  const out = { masterKey: second }
  await assertOpens(houses, out)
  assert.match((await findings(houses, out)).join(), /lies beside a master key .* remove the file/)
  rmSync(file)
  assert.equal(await findings(houses, out), [])
  await assertOpens(houses, { previousMasterKey: second })
  const made = readFileSync(file, 'utf8').trim()
  assert.not(made === inside || made === second)
  await assertOpens(houses, {})
  assert.equal(readRingTimes(houses.dir)?.masterKeys, [printOf(made)])
})

test('a new folder knows the key from outside that it was made with', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  assert.is((await run({ dir }, { masterKey: second }, 'init')).code, 0)
  const files = readdirSync(dir)
  assert.ok(files.includes('secret.ring') && !files.includes('secret.key'))
  const other = await run({ dir }, { masterKey: third }, 'secrets', 'status')
  assert.is(other.code, 1)
  assert.match(other.err.join(), /another master key/)
  const none = await run({ dir }, {}, 'secrets', 'status')
  assert.is(none.code, 1)
  assert.match(none.err.join(), /no master key comes from outside\. Set KONTOR_MASTER_KEY/)
  assert.not(existsSync(join(dir, 'secret.key')))
  assert.is((await run({ dir }, { masterKey: second }, 'secrets', 'status')).code, 0)
})

test('a new folder that is given both begins with the new one', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const both = { masterKey: second, previousMasterKey: third }
  assert.is((await run({ dir }, both, 'init')).code, 0)
  assert.equal(readRing(dir, keyOf(second)).root, keyOf(second))
})

test.run()
