// .ci/run with stand-ins for what it calls: what counts is its last line and its exit code.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const root = resolve(import.meta.dirname, '../..')
const all = ['setup', 'check', 'audit', 'package', 'test', 'soak']

type Row = { title: string; fails?: string; without?: string; ran: string; last: string }

const rows: Row[] = [
  {
    title: 'a good run ends with the line of the tests',
    ran: 'setup, audit, package --quick, test, check, soak simulate, soak simulate',
    last: '3 passed, 0 failed',
  },
  {
    title: 'a failed test ends with the line of the tests',
    fails: 'test',
    ran: 'setup, audit, package --quick, test, check, soak simulate, soak simulate',
    last: '2 passed, 1 failed',
  },
  {
    title: 'a failed check is one failure more than the tests have',
    fails: 'check',
    ran: 'setup, audit, package --quick, test, check, soak simulate, soak simulate',
    last: '3 passed, 1 failed',
  },
  {
    title: 'a market in which something does not hold is a failure, too',
    fails: 'soak',
    ran: 'setup, audit, package --quick, test, check, soak simulate, soak simulate',
    last: '3 passed, 2 failed',
  },
  {
    title: 'a known weakness counts as one failure',
    fails: 'audit',
    ran: 'setup, audit',
    last: '0 passed, 1 failed',
  },
  {
    title: 'a failed setup counts as one failure',
    fails: 'setup',
    ran: 'setup',
    last: '0 passed, 1 failed',
  },
  {
    title: 'a failed package counts as one failure',
    fails: 'package',
    ran: 'setup, audit, package --quick',
    last: '0 passed, 1 failed',
  },
  {
    title: 'without a package script there is nothing to package',
    without: 'package',
    ran: 'setup, audit, test, check, soak simulate, soak simulate',
    last: '3 passed, 0 failed',
  },
]

for (const { title, fails, without, ran, last } of rows) {
  test(title, () => {
    const folder = mkdtempSync(join(tmpdir(), 'kontor-ci-'))
    try {
      mkdirSync(join(folder, 'scripts'))
      cpSync(join(root, '.ci'), join(folder, '.ci'), { recursive: true })
      for (const name of all) if (name !== without) standIn({ folder, name, fails })
      const { status, stdout } = spawnSync('bash', [join(folder, '.ci/run')], { encoding: 'utf8' })
      const lines = stdout.trimEnd().split('\n')
      const called = lines.filter((line) => line.startsWith('ran ')).map((line) => line.slice(4))
      assert.is(called.join(', '), ran)
      assert.is(lines.at(-1), last)
      assert.is(status, fails === undefined ? 0 : 1)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
}

function standIn(what: { folder: string; name: string; fails: string | undefined }): void {
  const file = join(what.folder, 'scripts', what.name)
  const code = what.fails === what.name ? 1 : 0
  const summary = code === 0 ? '3 passed, 0 failed' : '2 passed, 1 failed'
  const line = what.name === 'test' ? `echo '${summary}'\n` : ''
  writeFileSync(file, `#!/bin/sh\necho "ran ${what.name}\${1:+ $1}"\n${line}exit ${code}\n`)
  chmodSync(file, 0o755)
}

test.run()
