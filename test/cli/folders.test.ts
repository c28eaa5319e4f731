// What every command does with a data folder that is not there, not whole, not readable or of an
// older version. A new command needs a row.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { commands } from '../../src/cli/commands.ts'
import { giveMigratedFile } from '../support/migrated-file.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { cacheFor, program } from '../support/program.ts'
import { releases, unpackRelease } from '../support/releases.ts'
import { type Printed, runCommand } from '../support/run-command.ts'
import { sha256 } from '../support/sha256.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openHouses } from '../support/two-houses.ts'

/**
 * - makes: makes the folder where there is none
 * - writes, reads: needs one, of this version's schema
 * - reads any: takes an older schema as it is
 * - looks: says what is wrong, and fails for that
 * - upgrades: brings an older schema to this version
 * - asks: a server elsewhere, or one's own folder, of this version's schema
 * - elsewhere: has to do with no data folder
 */
type Kind = 'makes' | 'writes' | 'reads' | 'reads any' | 'looks' | 'upgrades' | 'asks' | 'elsewhere'

const table: Readonly<Record<string, Kind>> = {
  demo: 'elsewhere',
  serve: 'makes',
  init: 'makes',
  'user add': 'writes',
  'user reset-password': 'writes',
  'user allow-password': 'writes',
  'user reset-second-factor': 'writes',
  'user list': 'reads any',
  erase: 'writes',
  'tenant list': 'reads any',
  'tenant export': 'writes',
  'tenant import': 'writes',
  'tenant erase': 'writes',
  'tenant suspend': 'writes',
  'tenant lift': 'writes',
  'credits grant': 'writes',
  'credits payments': 'reads',
  'balance credit': 'writes',
  'key create': 'writes',
  'key list': 'reads any',
  'key revoke': 'writes',
  'review list': 'reads',
  'review approve': 'writes',
  'review reject': 'writes',
  'object takedown': 'writes',
  'object takedowns': 'reads',
  'object restore': 'writes',
  'dataset suspend': 'writes',
  'dataset resume': 'writes',
  import: 'writes',
  'ledger verify': 'reads',
  'ledger accept': 'writes',
  'ledger export': 'reads',
  'ledger key': 'reads',
  'chain verify': 'reads',
  'index verify': 'writes',
  'index rebuild': 'writes',
  'index status': 'reads',
  'secrets rotate': 'writes',
  'secrets status': 'writes',
  settle: 'writes',
  audit: 'reads any',
  'clock confirm': 'writes',
  backup: 'reads any',
  'blobs move': 'writes',
  'blobs accept': 'writes',
  gc: 'writes',
  traffic: 'reads',
  watch: 'writes',
  doctor: 'looks',
  migrate: 'upgrades',
  'backup verify': 'elsewhere',
  restore: 'makes',
  top: 'reads',
  logs: 'elsewhere',
  'receipt verify': 'elsewhere',
  openapi: 'elsewhere',
  upgrade: 'elsewhere',
  'search-node': 'elsewhere',
  standby: 'elsewhere',
  'model check': 'elsewhere',
  mcp: 'elsewhere',
  'mcp config': 'elsewhere',
  config: 'elsewhere',
  completion: 'elsewhere',
  man: 'elsewhere',
  'help settings': 'elsewhere',
  search: 'asks',
  login: 'elsewhere',
  logout: 'elsewhere',
  'dataset create': 'asks',
  'dataset list': 'asks',
  'dataset show': 'asks',
  'dataset set': 'asks',
  'dataset reprocess': 'asks',
  'dataset delete': 'asks',
  'object delete': 'asks',
  'object list': 'asks',
  'object reprocess': 'asks',
  'object show': 'asks',
  'access requests': 'asks',
  'access approve': 'asks',
  'access decline': 'asks',
  'access list': 'asks',
  'access grant': 'asks',
  'access revoke': 'asks',
  'payout account': 'asks',
  'payout statements': 'asks',
  'payout balance': 'asks',
}

function named(...kinds: Kind[]): string[] {
  return Object.keys(table).filter((name) => kinds.includes(table[name] as Kind))
}

const needing = named('writes', 'reads', 'reads any', 'upgrades')
const opening = [...needing, 'init', 'serve']

test('every command has a row', () => {
  assert.equal(Object.keys(table).sort(), commands.map(({ name }) => name).sort())
})

type Given = {
  environment?: Record<string, string>
  words?: readonly string[]
  /** What ends a server that runs. */
  stopped?: NodeJS.Signals
}

/** What a command cannot do without before it looks at the folder. */
const words: Readonly<Record<string, readonly string[]>> = {
  watch: [releases, '--dataset', 'dset_x'],
  import: [releases, '--dataset', 'dset_x'],
  serve: ['--port', '0'],
}

function run(name: string, dir: string, given: Given = {}) {
  const { environment = {}, words: more = [], stopped } = given
  const settings = { KONTOR_LOG_LEVEL: 'silent', KONTOR_OCR: 'false', ...environment }
  const args = [...name.split(' '), ...(words[name] ?? []), ...more, '--data-dir', dir]
  return runCommand({ args, environment: settings, ...(stopped ? { stopped } : {}) })
}

/** What lies in it; SQLite's own files beside the database come and go with its readers. */
function contents(dir: string): string[] {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()
  const kept = names.filter((name) => {
    const at = statSync(join(dir, name))
    return at.isFile() && !/-shm$/.test(name) && !(/-wal$/.test(name) && at.size === 0)
  })
  return kept.map((name) => `${name} ${sha256(readFileSync(join(dir, name)))}`)
}

function assertRefused(name: string, { code, err }: Printed, says: RegExp): void {
  assert.is(code, 1, `${name}: ${err.join()}`)
  assert.match(err.join(), says, name)
  assert.match(err.join(), 'Nothing was changed', name)
  assert.not.match(err.join(), /^ +at |make one/m, name)
}

test('what reads leaves a folder alone that somebody else has open', async () => {
  using folder = temporaryFolder()
  const dir = folder.path
  await using _holder = await openTestApp({ dir })
  const coming = join(dir, 'blobs/tmp/what-is-being-received')
  writeFileSync(coming, 'the first half')
  for (const name of ['user list', 'ledger verify', 'audit']) {
    const { code, err } = await run(name, dir)
    assert.is(code, 1, name)
    assert.match(err.join(), 'Another kontor process', name)
    assert.ok(existsSync(coming), name)
  }
})

test('a folder that is not there is made by serve and init alone', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'dtaa')
  for (const name of needing) {
    const { code, err } = await run(name, dir)
    assert.is(code, 2, `${name}: ${err.join()}`)
    const says = `kontor: ${dir} is not there. Name the folder with --data-dir, or make one with`
    assert.ok(err.join().startsWith(says), `${name}: ${err.join()}`)
    assert.not(existsSync(dir), name)
  }
  const looked = await run('doctor', dir)
  assert.is(looked.code, 1)
  assert.match(looked.out.join(), 'is not there')
  assert.not(existsSync(dir))
  for (const name of ['init', 'serve'] as const) {
    const made = join(folder.path, name)
    const { code, err } = await run(name, made, name === 'serve' ? { stopped: 'SIGTERM' } : {})
    assert.is(code, 0, `${name}: ${err.join()}`)
    assert.ok(existsSync(join(made, 'kontor.db')), name)
  }
})

test('a folder without a database, and a file, are no data folder', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'file')
  cpSync(import.meta.filename, file)
  for (const name of needing) {
    const empty = await run(name, folder.path)
    assert.is(empty.code, 2, name)
    assert.match(empty.err.join(), `${folder.path} holds no database. Name the folder`)
    const noFolder = await run(name, file)
    assert.is(noFolder.code, 2, name)
    assert.match(noFolder.err.join(), `${file} is a file and no folder`)
  }
  assert.equal(readdirSync(folder.path), ['file'])
})

/** Two installations whose secrets were changed once, so that they have all parts. */
let template: Promise<{ mine: string; other: string }> | undefined

function installations() {
  template ??= (async () => {
    const mine = await openHouses()
    const other = temporaryFolder()
    process.once('exit', () => {
      mine[Symbol.dispose]()
      other[Symbol.dispose]()
    })
    await run('init', other.path)
    for (const dir of [mine.dir, other.path]) {
      const { code, err } = await run('secrets rotate', dir)
      assert.is(code, 0, err.join())
    }
    return { mine: mine.dir, other: other.path }
  })()
  return template
}

async function openInstallation() {
  const { mine, other } = await installations()
  const folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  cpSync(mine, dir, { recursive: true })
  const lose = (...parts: string[]) => {
    for (const part of parts) rmSync(join(dir, part))
  }
  const swap = (part: string) => cpSync(join(other, part), join(dir, part))
  return Object.assign(folder, { dir, lose, swap })
}

/** Of each way to open a folder: the rest goes the same ways. */
const oneOfEach = ['serve', 'init', 'migrate', 'import', 'user list', 'backup', 'ledger accept']

type Installation = Awaited<ReturnType<typeof openInstallation>>
type Harm = [title: string, says: RegExp, harm: (one: Installation) => void, given?: Given]

const database = ['kontor.db', 'kontor.db-wal', 'kontor.db-shm']
const strange = { environment: { KONTOR_MASTER_KEY: 'ab'.repeat(32) } }

const harms: Harm[] = [
  [
    'without its database',
    /kontor\.db is missing\. Put kontor\.db back/,
    ({ lose, dir }) => lose(...database.filter((part) => existsSync(join(dir, part)))),
  ],
  [
    'with a database in which nothing is',
    /kontor\.db is missing\. Put kontor\.db back/,
    ({ lose, dir }) => {
      lose(...database.filter((part) => existsSync(join(dir, part))))
      const empty = temporaryFolder()
      giveMigratedFile(empty.path)
      cpSync(join(empty.path, 'kontor.db'), join(dir, 'kontor.db'))
      empty[Symbol.dispose]()
    },
  ],
  [
    'without its master key',
    /secret\.key is missing, and no master key comes from outside\. Set KONTOR_MASTER_KEY/,
    ({ lose }) => lose('secret.key'),
  ],
  ['without its ring', /secret\.ring is missing\. Put it back/, ({ lose }) => lose('secret.ring')],
  [
    'without its ring, under a master key of somebody',
    /secret\.ring is missing\. Put it back/,
    ({ lose }) => lose('secret.ring', 'secret.key'),
    strange,
  ],
  [
    'under a master key of somebody',
    /secret\.ring was sealed with another master key\. Put the key back/,
    () => undefined,
    strange,
  ],
  [
    'without its anchor',
    /ledger\.anchor is missing\. Put it back out of the last backup/,
    ({ lose }) => lose('ledger.anchor'),
  ],
  [
    'with the database of another',
    /kontor\.db is of installation [0-9a-f]{8}, the rest of the folder of [0-9a-f]{8}\. Put the/,
    ({ swap, lose, dir }) => {
      lose(...database.filter((part) => existsSync(join(dir, part))))
      swap('kontor.db')
    },
  ],
  [
    'with the ring of another',
    /secret\.ring is of installation [0-9a-f]{8}, the rest/,
    ({ swap }) => swap('secret.ring'),
  ],
  [
    'with the secrets of another',
    /secret\.ring is of installation [0-9a-f]{8}, the rest/,
    ({ swap }) => {
      swap('secret.ring')
      swap('secret.key')
    },
  ],
  [
    'with the anchor of another',
    /ledger\.anchor is of installation [0-9a-f]{8}, the rest/,
    ({ swap }) => swap('ledger.anchor'),
  ],
  [
    'with the marker of another',
    /kontor\.id is of installation [0-9a-f]{8}, the rest .*Remove kontor\.id/,
    ({ swap }) => swap('kontor.id'),
  ],
]

for (const [title, says, harm, given] of harms) {
  test(`a folder ${title}: commands say what to put back, and change nothing`, async () => {
    using one = await openInstallation()
    harm(one)
    const before = contents(one.dir)
    const accepts = /anchor/.test(title)
    const some = title === 'without its master key' ? opening : oneOfEach
    for (const name of some.filter((one) => !accepts || one !== 'ledger accept')) {
      assertRefused(name, await run(name, one.dir, given), says)
    }
    assert.equal(contents(one.dir), before)
    const { code, out } = await run('doctor', one.dir, given)
    assert.is(code, 1)
    const told = out.join(' ').replaceAll(/ +What to do:/g, '')
    assert.match(told, title.startsWith('under') ? /opens with none of the master keys/ : says)
    assert.equal(contents(one.dir), before)
  })
}

/** A folder as a release left it, with the permissions that doctor wants. */
function openOlder() {
  const folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  unpackRelease(readdirSync(releases)[0] as string, dir)
  for (const path of [dir, join(dir, 'secret.key')]) chmodSync(path, path === dir ? 0o700 : 0o600)
  return Object.assign(folder, { dir })
}

function lastMigration(file: string): number {
  const raw = new Database(file, { readonly: true })
  try {
    const last = raw.prepare('SELECT max(number) FROM schema_migration').pluck().get()
    return last as number
  } finally {
    raw.close()
  }
}

test('a folder of an older version is upgraded by serve and migrate alone', async () => {
  using older = openOlder()
  const before = contents(older.dir)
  const taking = named('writes', 'reads', 'asks').filter((one) => one !== 'top')
  for (const name of [...taking, 'init']) {
    const says = /was written by an older version of kontor .* kontor migrate or a start of kontor/
    assertRefused(name, await run(name, older.dir), says)
  }
  const dry = await run('migrate', older.dir, { words: ['--dry-run'] })
  assert.match(dry.out.join(), /\d+ migrations would be carried out/)
  const kept = (lines: string[]) => lines.filter((line) => !/^(kontor.lock|last-)/.test(line))
  assert.equal(kept(contents(older.dir)), kept(before))
  const migrated = await run('migrate', older.dir)
  assert.match(migrated.out.join(), /\d+ migrations were carried out/)
  assert.ok(existsSync(join(older.dir, 'kontor.id')), 'it is marked from now on')
  for (const name of ['ledger verify', 'user list', 'gc']) {
    const { code, err } = await run(name, older.dir)
    assert.is(code, 0, err.join())
  }
})

test('what reads any schema answers from an older one, or says what is needed', async () => {
  using older = openOlder()
  const before = contents(older.dir)
  const schema = lastMigration(join(older.dir, 'kontor.db'))
  const to = join(older.path, 'backups')
  const more = { backup: ['--to', to], 'key list': ['--tenant', 'Nobody'] }
  const answered: string[] = []
  for (const name of named('reads any')) {
    const ran = await run(name, older.dir, { words: more[name as keyof typeof more] ?? [] })
    if (ran.code === 0) answered.push(name)
    else assertRefused(name, ran, /was written by an older version of kontor/)
  }
  assert.equal(answered, ['user list', 'audit', 'backup'])
  const set = readdirSync(to).find((name) => name.startsWith('20')) as string
  assert.is(lastMigration(join(to, set, 'kontor.db')), schema)
  const doctor = await run('doctor', older.dir, { words: ['--json'] })
  const { findings } = JSON.parse(doctor.out.join('\n')) as { findings: { check: string }[] }
  assert.equal(
    findings.map(({ check }) => check).filter((check) => check !== 'backup'),
    ['schema'],
  )
  const kept = (lines: string[]) => lines.filter((line) => !/^(kontor.lock|last-)/.test(line))
  assert.equal(kept(contents(older.dir)), before)
  const again = join(older.path, 'again')
  const restored = await runCommand({ args: ['restore', to, '--data-dir', again] })
  assert.is(restored.code, 0, restored.err.join())
  assert.is(lastMigration(join(again, 'kontor.db')), schema)
})

const nobody = 65_534
const root = process.geteuid?.() === 0

/** As another user; where only root can be that, as this one without the right. */
function runWithout(name: string, one: { dir: string; path: string }) {
  const { command, args, env } = program()
  const line = [...args, ...name.split(' '), '--data-dir', one.dir]
  const who = root ? { uid: nobody, gid: nobody } : {}
  const more = root ? cacheFor(nobody, one.path) : {}
  chmodSync(one.dir, root ? 0o700 : 0o000)
  const settings = { PATH: process.env.PATH, KONTOR_OCR: 'false', ...env, ...more }
  const ran = spawnSync(command, line, { encoding: 'utf8', env: settings, ...who })
  chmodSync(one.dir, 0o700)
  return { code: ran.status, told: `${ran.stdout} ${ran.stderr}` }
}

test('a folder that this user may not look into is not said to be missing or damaged', async () => {
  using one = await openInstallation()
  chmodSync(one.path, 0o755)
  for (const name of ['serve', 'user list', 'gc', 'doctor']) {
    const { code, told } = runWithout(name, one)
    assert.is(code, 1, `${name}: ${told}`)
    assert.match(told, /cannot be read \(EACCES\):[\s\S]*chown -R \d+:\d+ /, name)
    assert.not.match(told, /make one|damaged|^ +at /, name)
  }
})

test('root writes nothing into the folder of another user, and says the sudo line', async () => {
  using one = await openInstallation()
  const give = (uid: number) => {
    for (const name of ['', ...readdirSync(one.dir, { recursive: true, encoding: 'utf8' })]) {
      chownSync(join(one.dir, name), uid, uid)
    }
  }
  const ofRoot = () => {
    const names = readdirSync(one.dir, { recursive: true, encoding: 'utf8' })
    return names.filter((name) => statSync(join(one.dir, name)).uid !== nobody)
  }
  // Without root nobody else's folder can be made: then it is one's own, and is written.
  if (!root) return assert.is((await run('gc', one.dir)).code, 0)
  give(nobody)
  const before = contents(one.dir)
  const writing = [...named('writes').filter((name) => name !== 'watch'), 'serve', 'init']
  for (const name of [...writing, 'migrate']) {
    const says = new RegExp(`sudo .*-u \\S+ kontor ${name} .*--data-dir ${one.dir}`)
    assertRefused(name, await run(name, one.dir), says)
  }
  assert.equal(contents(one.dir), before)
  const more = { backup: ['--to', join(one.path, 'backups')] }
  for (const name of ['user list', 'ledger verify', 'backup'] as const) {
    const words = name === 'backup' ? more.backup : []
    const { code, err } = await run(name, one.dir, { words })
    assert.is(code, 0, `${name}: ${err.join()}`)
  }
  assert.equal(ofRoot(), [])
  chownSync(join(one.dir, 'secret.ring'), 0, 0)
  const doctor = await run('doctor', one.dir)
  assert.is(doctor.code, 1)
  assert.match(doctor.out.join(' '), `chown -R ${nobody}:${nobody} ${one.dir}`)
})

test.run()
