// A data folder that can be read and not written: every command says so and what to do, what only
// reads still works, and the folder is afterwards what it was.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { putStockInto } from '../support/market-folder.ts'
import { cacheFor, program } from '../support/program.ts'
import { assertLedgerInOrder } from '../support/run-server.ts'
import { sha256 } from '../support/sha256.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const ours = program()
const isRoot = process.getuid?.() === 0
const nobody = 65_534

type Way = { title: string; says: RegExp; run(dir: string, args: readonly string[]): Ran }
type Ran = { status: number | null; stdout: string; stderr: string }

/** In a mount namespace of its own, where the folder is mounted for reading only. */
function mountedReadOnly(dir: string, args: readonly string[]): Ran {
  const userspace = isRoot ? [] : ['--user', '--map-root-user']
  const mount = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || exit 77'
  const script = `${mount}; shift; exec "$@"`
  const line = [ours.command, ...ours.args, ...args]
  return spawnSync('unshare', [...userspace, '--mount', 'sh', '-c', script, 'sh', dir, ...line], {
    encoding: 'utf8',
    env: environment,
  })
}

/** Somebody else's folder; only root can be somebody else, others take their own right away. */
function ofSomebodyElse(dir: string, args: readonly string[]): Ran {
  const files = [dir, ...readdirSync(dir).map((name) => join(dir, name))]
  const modes = files.map((file) => statSync(file).mode)
  for (const file of files) chmodSync(file, statSync(file).isDirectory() ? 0o555 : 0o444)
  const other = isRoot ? { uid: nobody, gid: nobody } : {}
  const env = { ...environment, ...(isRoot ? cacheFor(nobody, join(dir, '..')) : {}) }
  const options = { encoding: 'utf8' as const, env, ...other }
  const ran = spawnSync(ours.command, [...ours.args, ...args], options)
  for (const [i, file] of files.entries()) chmodSync(file, modes[i] as number)
  return ran
}

const environment = { PATH: process.env.PATH, KONTOR_LOG_LEVEL: 'error', ...ours.env }

const ways: Way[] = [
  {
    title: 'a disk mounted for reading only',
    says: /\(EROFS\): .*Mount it for writing/,
    run: mountedReadOnly,
  },
  {
    title: 'a folder that belongs to somebody else',
    says: /\(EACCES\): .*chown -R/,
    run: ofSomebodyElse,
  },
]

/** Facts of every file that holds something. */
function contents(dir: string): string[] {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()
  const kept = names.filter((name) => statSync(join(dir, name)).isFile() && !/-shm$/.test(name))
  return kept.map((name) => `${name} ${sha256(readFileSync(join(dir, name)))}`)
}

for (const { title, says, run } of ways) {
  test(`${title}: serve and commands say what to do, and change nothing`, async () => {
    using folder = temporaryFolder()
    const dir = join(folder.path, 'data')
    await putStockInto(dir)
    chmodSync(folder.path, 0o755)
    if (isRoot) chownSync(folder.path, 0, 0)
    const before = contents(dir)
    const at = ['--data-dir', dir]
    const grant = ['credits', 'grant', '--tenant', 'x', '--credits', '1', '--reason', 'y']
    for (const args of [['serve', '--port', '0'], ['gc'], grant]) {
      const { status, stderr } = run(dir, [...args, ...at])
      if (status === 77 || /^unshare: /m.test(stderr)) return void console.log('no right to mount')
      assert.is(status, 1, `${args[0]}: ${stderr}`)
      assert.match(stderr, says, args[0])
      assert.match(stderr, 'Nothing was changed', args[0])
      assert.not.match(stderr, /^ +at /m, args[0])
    }
    const doctor = run(dir, ['doctor', '--ocr=false', ...at])
    assert.is(doctor.status, 1, doctor.stderr)
    assert.match(doctor.stdout, 'cannot be written')
    assert.equal(contents(dir), before)
    await assertLedgerInOrder(dir)
  })
}

test.run()
