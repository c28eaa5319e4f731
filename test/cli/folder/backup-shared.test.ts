// Two installations that back up into one folder: neither touches what is the other's.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { manifestKeyOf } from '../../../src/adapters/backup/authenticity.ts'
import { rootIn } from '../../../src/base/folder-root.ts'
import { hmac } from '../../../src/base/secrets.ts'
import { fakeClock } from '../../support/fake-clock.ts'
import { prose } from '../../support/inspections.ts'
import { openMarket, stage } from '../../support/market.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { runCommand } from '../../support/run-command.ts'
import { sha256 } from '../../support/sha256.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { untilSo } from '../../support/until.ts'

/** Two houses with a file each, and one place for the backups of both. */
async function openNeighbours() {
  const folder = temporaryFolder()
  const to = join(folder.path, 'backups')
  const [ours, theirs] = [join(folder.path, 'ours'), join(folder.path, 'theirs')]
  furnished ??= furnish()
  cpSync(await furnished, folder.path, { recursive: true })
  const printed = async (...args: string[]) => {
    const { out, err } = await runCommand({ args: [...args, '--log-level', 'silent', '--json'] })
    assert.equal(err, [])
    return JSON.parse(out.join('\n'))
  }
  const backup = (dir: string, ...more: string[]) =>
    printed('backup', to, '--data-dir', dir, ...more)
  const blobs = () => readdirSync(join(to, 'blobs'), { recursive: true, encoding: 'utf8' })
  const isWhole = async (set: string) => (await printed('backup', 'verify', set)).ok === true
  return Object.assign(folder, { to, ours, theirs, printed, backup, blobs, isWhole })
}

let furnished: Promise<string> | undefined

/** Both are furnished once, and copied. */
async function furnish(): Promise<string> {
  const folder = temporaryFolder()
  process.once('exit', () => folder[Symbol.dispose]())
  for (const name of ['ours', 'theirs']) {
    await using app = await openTestApp({ dir: join(folder.path, name) })
    const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
    await stage(market, { bytes: prose(5) })
  }
  return folder.path
}

test('--keep counts and removes the sets of its own installation alone', async () => {
  using house = await openNeighbours()
  const { ours, theirs, backup, isWhole } = house
  const foreign = [await backup(theirs), await backup(theirs)]
  const first = await backup(ours)
  const second = await backup(ours, '--keep', '1')
  assert.not(existsSync(first.set))
  for (const { set } of [...foreign, second]) assert.ok(await isWhole(set), set)
  const third = await backup(ours, '--keep', '1', '--verify')
  assert.not(existsSync(second.set))
  assert.ok(await isWhole(third.set))
  for (const { set } of foreign) assert.ok(await isWhole(set), set)
})

test('bytes that its own sets alone named go, and it says what of others it left', async () => {
  using house = await openNeighbours()
  const { to, ours, theirs, backup, blobs, isWhole } = house
  const foreign = await backup(theirs)
  const unsigned = await backup(ours)
  await backup(ours)
  // As an earlier version left it.
  const manifest = join(unsigned.set, 'manifest.json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/ [0-9a-f]+\n/, '\n'))
  const before = blobs()
  const recipient = await identityToRecipient(await generateIdentity())
  await backup(ours, '--encrypt-to', recipient)
  const shelf = readdirSync(to).find((name) => name.startsWith('blobs-')) ?? ''
  assert.ok(filesIn(join(to, shelf)) > 0)
  const plain = ['backup', to, '--keep', '1', '--encrypt-to', 'none']
  const args = [...plain, '--data-dir', ours, '--log-level', 'silent']
  const { out } = await runCommand({ args })
  assert.ok(out.includes('Left: 2 backups that this installation did not make.'), out.join('\n'))
  assert.equal(blobs(), before)
  assert.is(filesIn(join(to, shelf)), 0)
  for (const { set } of [foreign, unsigned]) assert.ok(await isWhole(set), set)
})

test('a backup that another installation is making keeps its set and its bytes', async () => {
  using house = await openNeighbours()
  const { ours, theirs, backup, blobs } = house
  const begun = await backup(theirs)
  // As it is before the manifest is written, which comes last.
  rmSync(join(begun.set, 'manifest.json'))
  const held = blobs()
  await backup(ours)
  await backup(ours, '--keep', '1')
  assert.ok(existsSync(begun.set))
  const left = blobs()
  for (const name of held) assert.ok(left.includes(name), name)
})

test('what it began and did not finish goes, with the bytes that only that had', async () => {
  using house = await openNeighbours()
  const { to, ours, backup } = house
  const begun = await backup(ours)
  rmSync(join(begun.set, 'manifest.json'))
  mkdirSync(join(to, 'blobs', 'zz'))
  writeFileSync(join(to, 'blobs', 'zz', 'nobody'), 'x')
  await backup(ours, '--keep', '1')
  assert.not(existsSync(begun.set) || existsSync(join(to, 'blobs', 'zz', 'nobody')))
})

test("a backup of the schedule is due though another's in the folder is fresh", async () => {
  using house = await openNeighbours()
  const { to, ours, theirs, backup } = house
  await backup(theirs)
  const config = { backupDir: to, backupHours: 6, backupKeep: 2 }
  const clock = fakeClock()
  await using app = await openTestApp({ dir: ours, config, overrides: { clock } })
  const whole = () => readdirSync(to).filter((name) => existsSync(join(to, name, 'manifest.json')))
  const before = whole()
  await app.runUpkeep()
  await untilSo('no backup is being made', () => !app.backups.isBusy())
  assert.is(whole().length, before.length + 1)
})

/** A restore into a folder that is not there yet. */
async function restored(house: { path: string }, ...args: string[]) {
  const dataDir = join(house.path, `restored-${Math.random()}`)
  const all = ['restore', ...args, '--data-dir', dataDir, '--log-level', 'silent', '--json']
  const { code, out, err } = await runCommand({ args: all })
  return { code, set: code === 0 ? JSON.parse(out.join('\n')).set : undefined, err: err.join('\n') }
}

test('a restore from the folder of several is refused, with the newest of each', async () => {
  using house = await openNeighbours()
  const { to, ours, theirs, backup } = house
  await backup(ours)
  const own = await backup(ours)
  const foreign = await backup(theirs)
  const { code, err } = await restored(house, to)
  assert.is(code, 1)
  assert.match(err, `${to} holds backups of 2 installations.`)
  for (const [set, count] of [
    [own.set, 2],
    [foreign.set, 1],
  ]) {
    const line = err.split('\n').find((text) => text.includes(set)) ?? ''
    assert.match(line, new RegExp(`\\([0-9a-f]{12}, ${count} sets\\)$`))
  }
  assert.is((await restored(house, own.set)).set, own.set)
})

test('a restore takes the newest that the secrets given signed, as verify does', async () => {
  using house = await openNeighbours()
  const { to, ours, theirs, backup, printed } = house
  const own = await backup(ours)
  const foreign = await backup(theirs)
  assert.is((await restored(house, to, '--secrets', ours)).set, own.set)
  assert.is((await restored(house, to, '--secrets', theirs)).set, foreign.set)
  assert.is((await printed('backup', 'verify', to, '--data-dir', ours)).set, own.set)
  assert.is((await printed('backup', 'verify', to, '--data-dir', theirs)).set, foreign.set)
  const nobodys = await restored(house, to, '--secrets', house.path)
  assert.match(nobodys.err, 'holds backups of 2 installations')
})

test('sets that an earlier version made are told apart by the secrets in them', async () => {
  using house = await openNeighbours()
  const { to, ours, theirs, backup } = house
  for (const dir of [ours, theirs]) withoutMark((await backup(dir)).set)
  assert.match((await restored(house, to)).err, 'holds backups of 2 installations')
  const alone = await openNeighbours()
  using _ = alone
  withoutMark((await alone.backup(alone.ours)).set)
  const last = await alone.backup(alone.ours)
  assert.is((await restored(alone, alone.to)).set, last.set)
})

test('encrypted sets are told apart, too, without their keys', async () => {
  using house = await openNeighbours()
  const { to, ours, theirs, backup } = house
  const recipient = await identityToRecipient(await generateIdentity())
  for (const dir of [ours, theirs]) await backup(dir, '--encrypt-to', recipient)
  assert.match((await restored(house, to)).err, 'holds backups of 2 installations')
})

test('a damaged manifest is not passed over for an older set', async () => {
  using house = await openNeighbours()
  const { to, ours, backup } = house
  await backup(ours)
  const last = await backup(ours)
  const file = join(last.set, 'manifest.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"version"', '"verzion"'))
  assert.match((await restored(house, to)).err, 'was changed or damaged')
  assert.match((await restored(house, to, '--secrets', ours)).err, 'was changed or damaged')
})

/** As an earlier version wrote it, signed with the secrets that lie in it. */
function withoutMark(set: string): void {
  const file = join(set, 'manifest.json')
  const { installation: _, ...manifest } = JSON.parse(
    readFileSync(file, 'utf8').split('\n').slice(1).join('\n'),
  )
  const text = JSON.stringify(manifest)
  const root = rootIn({ folder: set })
  assert.ok(root)
  const sums = [sha256(text), hmac(manifestKeyOf(root), text).toString('hex')]
  writeFileSync(file, `${sums.join(' ')}\n${text}\n`)
}

function filesIn(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

test.run()
