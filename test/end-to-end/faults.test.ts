// What machines do to servers: each is said clearly, and nothing is lost.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { leanSettings } from '../support/lean-settings.ts'
import { putStockInto } from '../support/market-folder.ts'
import { giveMigratedFile } from '../support/migrated-file.ts'
import { cacheFor, isPackaged, program } from '../support/program.ts'
import { assertLedgerInOrder, command, kontor, runServer } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const ours = program()
const environment = { PATH: process.env.PATH, ...ours.env }
const nobody = 65_534

test('a port in use is named, and the folder is free again', async () => {
  using folder = temporaryFolder()
  if (!isPackaged()) giveMigratedFile(folder.path)
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => other.once('listening', done))
  const { port } = other.address() as AddressInfo
  const args = ['serve', '--data-dir', folder.path, '--port', `${port}`]
  const { code, output } = await kontor(args, leanSettings)
  other.close()
  assert.is(code, 1)
  assert.match(output, `Cannot listen on 127.0.0.1 port ${port}: another program listens there`)
  await using _server = await runServer({ dir: folder.path, settings: leanSettings })
})

test('a backup onto a full disk says so, leaves nothing, and the next one is made', async () => {
  using folder = temporaryFolder()
  const [dir, to] = [join(folder.path, 'data'), join(folder.path, 'backups')]
  await putStockInto(dir)
  mkdirSync(to)
  const args = [...ours.args, 'backup', to, '--data-dir', dir]
  // No file of this process may grow beyond 64 KB: a disk that is full for it alone.
  const limited = ['--fsize=65536', ours.command, ...args]
  const options = { encoding: 'utf8', env: environment } as const
  const { status, stderr } = spawnSync('prlimit', limited, options)
  assert.is(status, 1)
  assert.match(stderr, /no room|too large|FULL|disk/i)
  assert.equal(
    readdirSync(to).filter((name) => /^\d{4}-/.test(name)),
    [],
  )
  assert.is((await command(['backup', to, '--data-dir', dir])).code, 0)
  await assertLedgerInOrder(dir)
  // Where nothing may grow at all, the database is whole and cannot be read.
  const nothing = ['--fsize=0', ours.command, ...ours.args]
  const doctor = spawnSync('prlimit', [...nothing, 'doctor', '--data-dir', dir], options)
  assert.match(doctor.stdout, /ERROR database: .*(no room|cannot be opened)/)
  assert.not.match(doctor.stdout, 'damaged')
  const gc = spawnSync('prlimit', [...nothing, 'gc', '--data-dir', dir], options)
  assert.not.match(gc.stderr, 'Another kontor process')
})

test('a damaged page of the database is named by the backup, its check and doctor', async () => {
  using folder = temporaryFolder()
  const [dir, to] = [join(folder.path, 'data'), join(folder.path, 'backups')]
  await putStockInto(dir)
  const whole = await wholeBackup(to, dir)
  spoil(join(dir, 'kontor.db'), 'object_by_dataset')
  const made = await command(['backup', to, '--keep', '1', '--data-dir', dir])
  assert.is(made.code, 1)
  assert.match(made.output, 'NOT in order: kontor.db is damaged')
  assert.ok(existsSync(whole), 'the backup that was whole stays')
  const { code, output } = await command(['backup', 'verify', to])
  assert.is(code, 1, output)
  assert.match(output, /damaged|no whole backup|altered/)
  const doctor = await command(['doctor', '--data-dir', dir])
  assert.is(doctor.code, 1)
  assert.match(doctor.output, 'ERROR database: The database is damaged')
})

/** The folder of a first one. */
async function wholeBackup(to: string, dir: string): Promise<string> {
  const { code, output } = await command(['backup', to, '--data-dir', dir])
  assert.is(code, 0, output)
  return /^Backed up to (.+)\.$/m.exec(output)?.[1] ?? ''
}

/** Fills the root page of an index with nonsense. */
function spoil(file: string, index: string): void {
  const db = new Database(file)
  db.pragma('wal_checkpoint(TRUNCATE)')
  const root = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(index)
  const size = db.pragma('page_size', { simple: true }) as number
  db.close()
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(size, 0x5a), 0, size, (Number(root) - 1) * size)
  closeSync(handle)
}

test('a killed migration is carried out whole by the next start', async () => {
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  const args = [...ours.args, 'init', '--data-dir', dir]
  // The first start makes every table: it is cut off at some moment of that.
  for (const timeout of [400, 800]) {
    spawnSync(ours.command, args, { env: environment, timeout, killSignal: 'SIGKILL' })
  }
  const { code, output } = await kontor(['init', '--data-dir', dir])
  assert.is(code, 0, output)
  const pending = await command(['migrate', '--dry-run', '--json', '--data-dir', dir])
  assert.equal(JSON.parse(pending.output).pending, [])
  await assertLedgerInOrder(dir)
})

test('a data folder that cannot be written is said before anything is served', async () => {
  // Whoever may write everywhere sees no such folder.
  using folder = temporaryFolder()
  const dir = join(folder.path, 'data')
  mkdirSync(dir)
  chmodSync(dir, 0o500)
  const isRoot = process.getuid?.() === 0
  const unprivileged = isRoot ? { uid: nobody, gid: nobody } : {}
  chmodSync(folder.path, 0o755)
  const { status, stderr } = spawnSync(ours.command, [...ours.args, 'serve', '--data-dir', dir], {
    encoding: 'utf8',
    ...unprivileged,
    env: { ...environment, ...(isRoot ? cacheFor(nobody, folder.path) : {}) },
  })
  assert.is(status, 1, stderr)
  assert.match(stderr, 'EACCES')
  assert.not.match(stderr, /^ +at /m)
  assert.not.ok(existsSync(join(dir, 'kontor.db')))
})

test.run()
