// What scripts/release gathers, made of a stand-in for the program.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { targetOf } from '../../scripts/packaging/target.ts'
import { makeDeb } from '../../scripts/releasing/deb.ts'
import { makeRelease } from '../../scripts/releasing/make-release.ts'
import { notesOf } from '../../scripts/releasing/notes.ts'
import { version } from '../../src/app.ts'
import { runCommand } from '../support/run-command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('a release has both architectures, notes, licence and sums that hold', async () => {
  using folder = temporaryFolder()
  const { out, said } = await release(folder.path, '9.9.9')
  const sums = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out })
  assert.is(sums.status, 0, String(sums.stderr))
  const named = String(sums.stdout).replaceAll(': OK', '').trim().split('\n')
  for (const name of [
    'LICENSE',
    'NOTES.md',
    'THIRD-PARTY-NOTICES.txt',
    'kontor-9.9.9-linux-arm64',
    'kontor-9.9.9-linux-x64',
    'kontor-9.9.9-linux-x64.cdx.json',
    'kontor-9.9.9-linux-x64.xz',
    'kontor_9.9.9_amd64.deb',
    'kontor_9.9.9_arm64.deb',
    'monitoring/kontor-alerts.yml',
    'monitoring/kontor-dashboard.json',
    'proxies/Caddyfile',
    'proxies/nginx.conf',
    'release.json',
    'systemd/kontor.service',
    'systemd/kontor.socket',
  ]) {
    assert.ok(named.includes(name), name)
  }
  assert.match(said.join('\n'), 'kontor-9.9.9-linux-arm64.xz is not there')
  assert.match(readFileSync(join(out, 'LICENSE'), 'utf8'), /^UNLICENSED\n/)
})

test('the same files give the same package for Debian', () => {
  using folder = temporaryFolder()
  const written = dist(folder.path, 'kontor-1.0.0-linux-x64')
  const [first, second] = ['a', 'b'].map((name) => {
    const out = join(folder.path, name)
    mkdirSync(out)
    const file = join(written, 'kontor-1.0.0-linux-x64')
    return sha256(makeDeb({ file, written, version: '1.0.0', arch: 'x64', out }))
  })
  assert.is(first, second)
})

test('dpkg reads the package and lays out its files', async () => {
  if (spawnSync('dpkg-deb', ['--version']).status !== 0) {
    return void console.log('\nno dpkg-deb here: nothing was tried')
  }
  using folder = temporaryFolder()
  const { out } = await release(folder.path, '9.9.9')
  const deb = (arch: string) => join(out, `kontor_9.9.9_${arch}.deb`)
  const field = (name: string, arch = 'amd64') =>
    execFileSync('dpkg-deb', ['--field', deb(arch), name], { encoding: 'utf8' }).trim()
  assert.equal(
    ['Package', 'Version', 'Architecture', 'Recommends'].map((name) => field(name)),
    ['kontor', '9.9.9', 'amd64', 'bubblewrap'],
  )
  assert.is(field('Architecture', 'arm64'), 'arm64')
  const env = { ...process.env, TZ: 'UTC' }
  const listed = execFileSync('dpkg-deb', ['--contents', deb('amd64')], { encoding: 'utf8', env })
  // The same bytes tomorrow: nothing in it is of the day on which it was made.
  for (const line of listed.trim().split('\n')) assert.match(line, ' 1970-01-01 00:00 ')
  const tree = join(folder.path, 'tree')
  execFileSync('dpkg-deb', ['--raw-extract', deb('amd64'), tree])
  for (const [path, mode] of [
    ['DEBIAN/postinst', 0o755],
    ['usr/bin/kontor', 0o755],
    ['usr/lib/sysusers.d/kontor.conf', 0o644],
    ['usr/lib/systemd/system/kontor.service', 0o644],
    ['usr/lib/systemd/system/kontor.socket', 0o644],
    ['usr/share/bash-completion/completions/kontor', 0o644],
    ['usr/share/doc/kontor/copyright', 0o644],
    ['usr/share/doc/kontor/monitoring/kontor-alerts.yml', 0o644],
    ['usr/share/doc/kontor/monitoring/kontor-dashboard.json', 0o644],
    ['usr/share/doc/kontor/proxies/Caddyfile', 0o644],
    ['usr/share/doc/kontor/proxies/nginx.conf', 0o644],
    ['usr/share/fish/vendor_completions.d/kontor.fish', 0o644],
    ['usr/share/man/man1/kontor.1.gz', 0o644],
    ['usr/share/zsh/vendor-completions/_kontor', 0o644],
  ] as const) {
    assert.is(statSync(join(tree, path)).mode & 0o777, mode, path)
  }
  assert.is(execFileSync(join(tree, 'usr/bin/kontor'), { encoding: 'utf8' }), 'stand-in\n')
  const unit = readFileSync(join(tree, 'usr/lib/systemd/system/kontor.service'), 'utf8')
  assert.match(unit, /^ExecStart=\/usr\/bin\/kontor serve$/m)
  assert.match(unit, /^User=kontor$/m)
  assert.not.match(unit, /DynamicUser|usr\/local/)
  for (const name of ['postinst', 'prerm']) {
    assert.is(spawnSync('sh', ['-n', join(tree, 'DEBIAN', name)]).status, 0, name)
  }
})

test('notes begin after the last decision that the release before had', () => {
  const decisions = `# Decisions\n\n## 1. Old (2026-01-01)\nWhy?\n
## 2. New things (2026-02-03) *\nWhat? This.\nAnd that.\n\nMore.\n`
  const notes = notesOf({ decisions, version: '2.0.0', since: 1 })
  assert.is(
    notes,
    '# Kontor 2.0.0\n\n1 decisions since number 1.\n\n' +
      '## New things\n\nWhat? This.\nAnd that.\n\n(decision 2, 2026-02-03)\n',
  )
})

test('upgrade --check names the newest release, its migrations, and what to do', async () => {
  using folder = temporaryFolder()
  await release(join(folder.path, 'releases/old'), '0.0.1')
  const { out } = await release(join(folder.path, 'releases/new'), '99.0.0')
  const dir = join(folder.path, 'data')
  await runCommand({ args: ['init', '--data-dir', dir, '--log-level', 'silent'] })
  const check = (from: string) =>
    runCommand({ args: ['upgrade', '--check', '--from', from, '--data-dir', dir] })
  const newer = await check(join(folder.path, 'releases/new'))
  assert.is(newer.code, 0, newer.err.join())
  assert.match(newer.out.join('\n'), '99.0.0 is there, and its sums hold')
  assert.match(newer.out.join('\n'), `No migration is needed on ${dir}`)
  assert.match(newer.out.join('\n'), /install -m 755 .*kontor-99\.0\.0-linux-x64/)

  const db = new Database(join(dir, 'kontor.db'))
  const last = db.prepare('SELECT max(number) FROM schema_migration').pluck().get()
  db.prepare('DELETE FROM schema_migration WHERE number = ?').run(last)
  db.close()
  const migrating = await check(join(folder.path, 'releases/new'))
  assert.match(migrating.out.join('\n'), `carries out 1 migrations on ${dir}`)

  const older = await check(join(folder.path, 'releases/old'))
  assert.match(older.out.join('\n'), 'the newest there is 0.0.1: nothing to do')

  appendFileSync(join(out, 'kontor-99.0.0-linux-x64'), '#')
  const damaged = await check(out)
  assert.is(damaged.code, 1)
  assert.match(damaged.err.join('\n'), 'is not what SHA256SUMS names')
  assert.is((await check(dir)).code, 1)
})

test('upgrade --check orders versions as SemVer does, candidates included', async () => {
  using folder = temporaryFolder()
  const made = new Map<string, Promise<{ out: string }>>()
  /** Each is made once, and copied. */
  const releaseOf = (each: string) => {
    const making = made.get(each) ?? release(join(folder.path, 'made', each), each)
    made.set(each, making)
    return making
  }
  const found = async (versions: readonly string[]) => {
    // A release lies in a folder of its own; what it was made of lies beside that.
    const all = join(folder.path, String(Math.random()))
    for (const each of versions) {
      cpSync((await releaseOf(each)).out, join(all, each), { recursive: true })
    }
    const args = ['upgrade', '--check', '--from', all, '--data-dir', folder.path, '--json']
    const { out, err } = await runCommand({ args })
    assert.equal(err, [])
    return JSON.parse(out.join('\n'))
  }
  const order = ['99.0.0-alpha', '99.0.0-alpha.1', '99.0.0-alpha.beta', '99.0.0-beta']
  const later = ['99.0.0-beta.2', '99.0.0-beta.11', '99.0.0-rc.1', '99.0.0', '99.0.10', '99.10.0']
  const all = [...order, ...later]
  for (const [at, older] of all.slice(0, -1).entries()) {
    const newer = all[at + 1] as string
    assert.is((await found([newer, older])).found, newer, `${older} is older than ${newer}`)
  }
  const candidate = await found([`${version}-rc.1`])
  assert.equal([candidate.found, candidate.is_newer], [`${version}-rc.1`, false])
  assert.is((await found([`${version}+build.7`])).is_newer, false)
  assert.is((await found(['99.0.0', 'nightly'])).found, '99.0.0')
})

/** A release of a stand-in, in which arm64 has no .xz. */
async function release(folder: string, version: string) {
  const out = join(folder, 'release')
  mkdirSync(out, { recursive: true })
  const made = ['linux-x64', 'linux-arm64'].map((name) => ({
    target: targetOf(name),
    dist: dist(join(folder, name), `kontor-${version}-${name}`),
  }))
  writeFileSync(join(folder, 'linux-x64', `kontor-${version}-linux-x64.xz`), 'xz')
  return { out, said: await makeRelease({ made, version, since: 0, out }) }
}

/** What scripts/package leaves, with a script for the program. */
function dist(folder: string, name: string): string {
  mkdirSync(folder, { recursive: true })
  const texts = ['kontor.1', 'kontor.bash', 'kontor.zsh', 'kontor.fish', 'THIRD-PARTY-NOTICES.txt']
  const parts = [...texts, `${name}.cdx.json`, `${name}.manifest.json`]
  for (const part of parts) writeFileSync(join(folder, part), `${part}\n`)
  writeFileSync(join(folder, name), '#!/bin/sh\necho stand-in\n', { mode: 0o755 })
  return folder
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

test.run()
