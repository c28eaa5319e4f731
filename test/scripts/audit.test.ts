// scripts/audit.ts with a stand-in for npm: what counts is what it says and its exit code.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { temporaryFolder } from '../support/temporary-folder.ts'

const script = resolve(import.meta.dirname, '../../scripts/audit.ts')

/** Runs it where npm prints this and exits with 1, as it does for an error and for a weakness. */
function audit(says: string) {
  using folder = temporaryFolder()
  mkdirSync(folder.path, { recursive: true })
  writeFileSync(join(folder.path, 'says'), says)
  const npm = join(folder.path, 'npm')
  writeFileSync(npm, `#!/bin/sh\necho "$*" >&2\n/bin/cat '${folder.path}/says'\nexit 1\n`)
  chmodSync(npm, 0o755)
  const env = { PATH: folder.path }
  const args = [...process.execArgv, script]
  const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  return { status, stdout }
}

function reportOf(severity: string): string {
  const via = [{ title: 'Reads too much', url: 'https://example.org/a' }]
  return JSON.stringify({ vulnerabilities: { koa: { name: 'koa', severity, via } } })
}

for (const severity of ['high', 'critical']) {
  test(`a ${severity} weakness fails, and is named`, () => {
    const { status, stdout } = audit(reportOf(severity))
    assert.is(status, 1)
    assert.match(stdout, `${severity}: koa: Reads too much https://example.org/a`)
  })
}

test('a moderate one is said and fails nothing', () => {
  const { status, stdout } = audit(reportOf('moderate'))
  assert.is(status, 0)
  assert.match(stdout, 'audit: 1 known weaknesses, 0 of them high or critical')
})

test('none is said too', () => {
  assert.match(audit('{"vulnerabilities":{}}').stdout, 'audit: 0 known weaknesses')
})

for (const [title, says] of [
  ['a registry that refuses', '{"message":"405 Method Not Allowed","error":{"summary":""}}'],
  ['no network at all', ''],
  ['an answer that is no JSON', '<html>'],
] as const) {
  test(`${title} fails nothing, and is said`, () => {
    const { status, stdout } = audit(says)
    assert.is(status, 0)
    assert.match(stdout, 'nothing was checked')
  })
}

test('what a registry said elsewhere is held against the versions that are here', () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'answer.json')
  const ask = (versions: string, severity = 'high') => {
    const one = { title: 'Reads too much', url: 'https://example.org/a', severity }
    writeFileSync(file, JSON.stringify({ koa: [{ ...one, vulnerable_versions: versions }] }))
    const args = [...process.execArgv, script, '--advisories', file]
    return spawnSync(process.execPath, args, { encoding: 'utf8' })
  }
  const hit = ask('>=1.0.0')
  assert.is(hit.status, 1)
  assert.match(hit.stdout, 'high: koa: Reads too much https://example.org/a')
  assert.is(ask('>=1.0.0', 'low').status, 0)
  const missed = ask('<1.0.0')
  assert.equal(
    [missed.status, missed.stdout.split('\n')[0]],
    [0, 'audit: 0 known weaknesses, 0 of them high or critical'],
  )
})

test('what a registry is asked about is every package that runs, with its versions', () => {
  const args = [...process.execArgv, script, '--list']
  const asked = JSON.parse(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout)
  assert.equal(asked.koa, ['3.3.0'])
  assert.is(asked.uvu, undefined)
})

test.run()
