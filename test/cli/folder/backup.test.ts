// Backups by command line: what goes in comes out again, and what is not whole does not pass.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { prose } from '../../support/inspections.ts'
import { type Market, mint, openMarket, publish, stage } from '../../support/market.ts'
import { openTestApp } from '../../support/open-test-app.ts'
import { runCommand } from '../../support/run-command.ts'
import { sha256 } from '../../support/sha256.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { untilSo } from '../../support/until.ts'

/** A house with two files, one of them sold, and a place for backups. */
async function openHouse() {
  const folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const to = join(folder.path, 'backups')
  cpSync(await filled(), dir, { recursive: true })
  const run = (...args: string[]) => runCommand({ args: [...args, '--log-level', 'silent'] })
  const printed = async (...args: string[]) => {
    const { out, err } = await run(...args, '--json')
    assert.equal(err, [])
    return JSON.parse(out.join('\n'))
  }
  return Object.assign(folder, { dir, to, run, printed })
}

let template: Promise<string> | undefined

/** The house is furnished once, and copied. */
function filled(): Promise<string> {
  template ??= (async () => {
    const folder = temporaryFolder()
    process.once('exit', () => folder[Symbol.dispose]())
    const dir = join(folder.path, 'data')
    await fill(dir)
    return dir
  })()
  return template
}

async function fill(dir: string): Promise<void> {
  await using app = await openTestApp({ dir })
  const code = await app.ensureSetupCode()
  const market = await openMarket(app.call, code ?? null)
  await stage(market, { bytes: prose(30), filename: 'waits.txt' })
  await sell(market)
}

async function sell(market: Market): Promise<void> {
  const asset = await publish(market, { bytes: prose(20) })
  const { body } = await mint(market, asset)
  assert.is((await market.call('GET', body.url)).status, 200)
}

/** Every blob with its hash. */
function blobsOf(dir: string): Record<string, string> {
  const entries = readdirSync(join(dir, 'blobs'), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((e) => join(e.parentPath, e.name))
  return Object.fromEntries(
    files.sort().map((file) => [file.slice(dir.length), sha256(readFileSync(file))]),
  )
}

test('what is restored has the same rows, files, secrets and ledger, and verifies', async () => {
  using house = await openHouse()
  const { dir, to, printed } = house
  const made = await printed('backup', to, '--data-dir', dir)
  const elsewhere = join(house.path, 'elsewhere')
  const back = await printed('restore', to, '--data-dir', elsewhere)
  assert.equal(back.counts, made.counts)
  assert.equal([back.ledger_head, back.blobs], [made.ledger_head, 2])
  assert.equal(blobsOf(elsewhere), blobsOf(dir))
  assert.equal(readFileSync(join(elsewhere, 'secret.key')), readFileSync(join(dir, 'secret.key')))
  assert.is(statSync(join(elsewhere, 'secret.key')).mode & 0o777, 0o600)
  const verified = await printed('ledger', 'verify', '--data-dir', elsewhere)
  assert.equal([verified.ok, verified.head], [true, made.ledger_head])
  assert.ok(verified.transfers > 0)
})

test('a second backup copies only what is new, and the first one stays whole', async () => {
  using house = await openHouse()
  const { dir, to, printed } = house
  const first = await printed('backup', to, '--data-dir', dir)
  const second = await printed('backup', to, '--data-dir', dir)
  assert.equal([first.copied_blobs, second.copied_blobs, second.blobs], [2, 0, 2])
  for (const set of [first.set, second.set]) {
    assert.is((await printed('backup', 'verify', set)).ok, true)
  }
})

test('--keep removes old backups and the bytes that only they had', async () => {
  using house = await openHouse()
  const { dir, to, printed } = house
  const first = await printed('backup', to, '--data-dir', dir)
  mkdirSync(join(to, 'blobs', 'zz'))
  writeFileSync(join(to, 'blobs', 'zz', 'nobody'), 'x')
  const second = await printed('backup', to, '--keep', '1', '--data-dir', dir)
  assert.not.ok(existsSync(first.set) || existsSync(join(to, 'blobs', 'zz', 'nobody')))
  assert.is((await printed('backup', 'verify', second.set)).ok, true)
})

test('an encrypted backup shows nothing, and opens with the identity alone', async () => {
  using house = await openHouse()
  const { dir, to, run, printed } = house
  const identity = await generateIdentity()
  const key = join(house.path, 'key.txt')
  writeFileSync(key, `# a key\n${identity}\n`)
  const recipient = await identityToRecipient(identity)
  const made = await printed('backup', to, '--encrypt-to', recipient, '--data-dir', dir)
  const bytes = readdirSync(to, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
  const secret = readFileSync(join(dir, 'secret.key'), 'utf8').trim()
  for (const word of [secret, 'provider@example.eu', 'SQLite format 3', prose(20).toString()]) {
    assert.not(
      bytes.some((one) => one.includes(word)),
      word.slice(0, 20),
    )
  }
  assert.is((await printed('backup', 'verify', to)).database_checked, false)
  assert.is((await printed('backup', 'verify', to, '--identity', key)).database_checked, true)
  const target = join(house.path, 'elsewhere')
  const refused = await run('restore', to, '--data-dir', target)
  assert.equal([refused.code, existsSync(target)], [1, false])
  assert.match(refused.err.join(), '--identity')
  const back = await printed('restore', to, '--identity', key, '--data-dir', target)
  assert.is(back.ledger_head, made.ledger_head)
  assert.equal(blobsOf(target), blobsOf(dir))
})

test('another identity opens nothing and leaves nothing', async () => {
  using house = await openHouse()
  const { dir, to, run, printed } = house
  const recipient = await identityToRecipient(await generateIdentity())
  await printed('backup', to, '--encrypt-to', recipient, '--data-dir', dir)
  const key = join(house.path, 'other.txt')
  writeFileSync(key, await generateIdentity())
  const target = join(house.path, 'elsewhere')
  const { code } = await run('restore', to, '--identity', key, '--data-dir', target)
  assert.equal([code, existsSync(target)], [1, false])
  assert.not.ok(readdirSync(house.path).some((name) => name.includes('restoring')))
})

type Damage = [title: string, harm: (set: string, to: string) => void, says: RegExp]
const aBlob = (to: string) => {
  const names = readdirSync(join(to, 'blobs'), { recursive: true, encoding: 'utf8' })
  return join(to, 'blobs', names.find((name) => name.includes('obj_')) ?? '')
}
const damages: Damage[] = [
  ['without its manifest', (set) => rmSync(join(set, 'manifest.json')), /no whole backup/],
  [
    'with a changed manifest',
    (set) => appendFileSync(join(set, 'manifest.json'), ' '),
    /changed or damaged/,
  ],
  ['with a changed database', (set) => appendFileSync(join(set, 'kontor.db'), 'x'), /altered/],
  ['without its secrets', (set) => rmSync(join(set, 'secret.key')), /missing/],
  ['with a changed file', (_, to) => appendFileSync(aBlob(to), 'x'), /altered/],
  ['without a file', (_, to) => rmSync(aBlob(to)), /missing/],
]
for (const [title, harm, says] of damages) {
  test(`a backup ${title} does not pass, and restores nothing`, async () => {
    using house = await openHouse()
    const { dir, to, run, printed } = house
    const { set } = await printed('backup', to, '--data-dir', dir)
    harm(set, to)
    const verified = await run('backup', 'verify', to)
    assert.is(verified.code, 1)
    assert.match([...verified.out, ...verified.err].join('\n'), says)
    const target = join(house.path, 'elsewhere')
    assert.is((await run('restore', to, '--data-dir', target)).code, 1)
    assert.not.ok(existsSync(target))
  })
}

test('an empty folder is filled where it is: it may be a volume', async () => {
  using house = await openHouse()
  const { to, dir, printed, run } = house
  await printed('backup', to, '--data-dir', dir)
  const target = join(house.path, 'volume')
  mkdirSync(target, { mode: 0o755 })
  const before = statSync(target).ino
  mkdirSync(join(target, 'lost+found'))
  const beside = readdirSync(house.path)
  await printed('restore', to, '--data-dir', target)
  const { ino, mode } = statSync(target)
  assert.equal([ino, mode & 0o777], [before, 0o700])
  assert.equal(readdirSync(house.path), beside)
  const names = readdirSync(target)
  assert.ok(names.includes('lost+found') && !names.some((name) => name.includes('restoring')))
  assert.is((await run('ledger', 'verify', '--data-dir', target)).code, 0)
})

test('a restore into an empty folder that was cut short anywhere is made again', async () => {
  using house = await openHouse()
  const { to, dir, printed, run } = house
  await printed('backup', to, '--data-dir', dir)
  const whole = join(house.path, 'whole')
  await printed('restore', to, '--data-dir', whole)
  const parts = readdirSync(whole).filter((name) => name !== 'kontor.db')
  for (const cameOut of [[], parts.slice(0, 1), parts]) {
    const target = join(house.path, `cut-${cameOut.length}`)
    const draft = join(target, '.restoring-1')
    cpSync(whole, draft, { recursive: true })
    for (const name of cameOut) renameSync(join(draft, name), join(target, name))
    writeFileSync(join(draft, 'kontor.db'), 'half of it')
    await printed('restore', to, '--data-dir', target)
    assert.equal(readdirSync(target).sort(), readdirSync(whole).sort())
    assert.equal(blobsOf(target), blobsOf(whole))
    assert.is((await run('ledger', 'verify', '--data-dir', target)).code, 0)
  }
})

test('what somebody put beside the draft of a restore is not removed', async () => {
  using house = await openHouse()
  const { to, dir, printed, run } = house
  await printed('backup', to, '--data-dir', dir)
  const target = join(house.path, 'volume')
  mkdirSync(join(target, '.restoring-1'), { recursive: true })
  writeFileSync(join(target, 'notes.txt'), 'mine')
  const { code, err } = await run('restore', to, '--data-dir', target)
  assert.is(code, 1)
  assert.match(err.join(), 'is not empty')
  assert.is(readFileSync(join(target, 'notes.txt'), 'utf8'), 'mine')
})

test('a restored folder is not restored into again, whatever a draft left there', async () => {
  using house = await openHouse()
  const { to, dir, printed, run } = house
  await printed('backup', to, '--data-dir', dir)
  const target = join(house.path, 'volume')
  await printed('restore', to, '--data-dir', target)
  mkdirSync(join(target, '.restoring-1'))
  const { code, err } = await run('restore', to, '--data-dir', target)
  assert.is(code, 1)
  assert.match(err.join(), 'is not empty')
})

/** Alters the manifest of the only set, as somebody would who can write to the backups. */
function forge(folder: string, alter: (manifest: Forged) => void): void {
  const set = readdirSync(folder).find((name) => /^\d{4}-/.test(name)) ?? ''
  const file = join(folder, set, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8').split('\n')[1] ?? '') as Forged
  alter(manifest)
  const text = JSON.stringify(manifest)
  writeFileSync(file, `${sha256(text)}\n${text}\n`)
}

type Forged = { blobFolder: string; files: Named[]; blobs: (Named & { key: string })[] }
type Named = { name: string; sizeBytes: number; sha256: string }

const outside: [what: string, alter: (manifest: Forged) => void][] = [
  [
    'a file above it',
    ({ files }) => files.push({ name: '../../evil', sizeBytes: 4, sha256: sha256('evil') }),
  ],
  ['a file at the root', ({ files: [first] }) => first && Object.assign(first, { name: '/evil' })],
  ['a blob above it', ({ blobs: [first] }) => first && Object.assign(first, { name: '../evil' })],
  [
    'a key above it',
    ({ blobs: [first] }) => first && Object.assign(first, { key: `${first.key}/../../evil` }),
  ],
  ['a folder of blobs above it', (manifest) => Object.assign(manifest, { blobFolder: '../evil' })],
]

for (const [what, alter] of outside) {
  test(`a manifest that names ${what} is refused, and nothing is written`, async () => {
    using house = await openHouse()
    await house.printed('backup', house.to, '--data-dir', house.dir)
    forge(house.to, alter)
    const evil = ['..', '../..'].map((up) => join(house.to, up, 'evil'))
    const back = join(house.path, 'back')
    for (const args of [
      ['backup', 'verify', house.to],
      ['restore', house.to, '--data-dir', back],
    ]) {
      const { code, err } = await house.run(...args)
      assert.is(code, 1)
      assert.match(err.join('\n'), /manifest\.json names a file outside of its folder: \S*evil\.$/m)
    }
    assert.equal([back, ...evil].filter(existsSync), [])
  })
}

test('a folder with anything in it is not restored into', async () => {
  using house = await openHouse()
  const { dir, to, run, printed } = house
  await printed('backup', to, '--data-dir', dir)
  const { code, err } = await run('restore', to, '--data-dir', dir)
  assert.is(code, 1)
  assert.match(err.join(), 'is not empty')
})

test('what is missing in the data folder is said, and the rest is backed up', async () => {
  using house = await openHouse()
  const { dir, to, run } = house
  const [lost = ''] = Object.keys(blobsOf(dir))
  rmSync(join(dir, lost))
  const made = await run('backup', to, '--data-dir', dir)
  assert.is(made.code, 1)
  assert.match(made.out.join('\n'), /NOT in order: the bytes of obj_\S+ are missing/)
  const target = join(house.path, 'elsewhere')
  const back = await run('restore', to, '--data-dir', target)
  assert.is(back.code, 1)
  assert.match(back.out.join('\n'), 'Was NOT in order when it was backed up')
  assert.is(Object.keys(blobsOf(target)).length, 1)
})

const refusals: [title: string, args: string[], code: number, says: RegExp][] = [
  ['no folder', [], 2, /--to is required/],
  ['a recipient that is none', ['/nowhere/x', '--encrypt-to', 'age1nobody'], 1, /no age recipient/],
  ['--keep 0', ['/nowhere/x', '--keep', '0'], 2, /--keep must be/],
]
for (const [title, args, code, says] of refusals) {
  test(`a backup with ${title} exits ${code}`, async () => {
    using folder = temporaryFolder()
    const dir = join(folder.path, 'data')
    const given = args.map((arg) => arg.replace('/nowhere', folder.path))
    await runCommand({ args: ['init', '--data-dir', dir, '--log-level', 'silent'] })
    const refused = await runCommand({ args: ['backup', ...given, '--data-dir', dir] })
    assert.is(refused.code, code, refused.err.join())
    assert.match(refused.err.join(), says)
  })
}

test('a backup inside the data folder is refused', async () => {
  using house = await openHouse()
  const { code, err } = await house.run('backup', join(house.dir, 'b'), '--data-dir', house.dir)
  assert.is(code, 1)
  assert.match(err.join(), 'lies in the data folder')
})

test('a server with a backup folder makes one by itself, and the next when it is due', async () => {
  using folder = temporaryFolder()
  const to = join(folder.path, 'backups')
  await using app = await openTestApp({ config: { backupDir: to, backupHours: 6, backupKeep: 2 } })
  const sets = () => (existsSync(to) ? readdirSync(to).filter((name) => /^\d{4}-/.test(name)) : [])
  const whole = () => sets().filter((name) => existsSync(join(to, name, 'manifest.json')))
  const isOver = () => untilSo('no backup is being made', () => !app.backups.isBusy())
  /** As on a real server: a look every minute, and then the end of what it began. */
  const look = async () => {
    app.clock.advance({ seconds: 60 })
    await app.runUpkeep()
    await isOver()
  }
  await look()
  const [first = 'none'] = whole()
  assert.equal(sets(), [first])
  await look()
  assert.equal(sets(), [first])
  app.clock.advance({ hours: 7 })
  await look()
  const [, second = 'none'] = whole()
  assert.equal(sets(), [first, second])
  app.clock.advance({ hours: 7 })
  await look()
  assert.is(whole().length, 2)
  assert.ok(whole().includes(second) && !sets().includes(first))
})

test.run()
