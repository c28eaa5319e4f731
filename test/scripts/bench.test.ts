import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { temporaryFolder } from '../support/temporary-folder.ts'

const main = resolve(import.meta.dirname, '../../scripts/benchmarks/main.ts')

function bench(...args: string[]) {
  const program = [...process.execArgv, main, ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8' })
  return { status, says: stdout + stderr }
}

test('bench: an unknown name is refused with how to use it', () => {
  const { status, says } = bench('dance')
  assert.is(status, 2)
  assert.match(says, /^Usage: scripts\/bench <http\|ingest\|ledger\|lists\|search/)
})

test('bench: two result files are compared figure by figure', () => {
  using folder = temporaryFolder()
  const files = [
    [
      { name: 'a', perSecond: 100, ratio: 2 },
      { name: 'b', perSecond: 50 },
      { name: 'memory', perSecond: 0, note: '200 MB' },
    ],
    [
      { name: 'a', perSecond: 90, ratio: 3 },
      { name: 'b', perSecond: 40 },
      { name: 'memory', perSecond: 0, note: '180 MB' },
      { name: 'c', perSecond: 7 },
    ],
  ].map((rows, i) => {
    const file = join(folder.path, `${i}.json`)
    writeFileSync(file, JSON.stringify(rows))
    return file
  })
  const { status, says } = bench('--compare', ...files)
  assert.is(status, 0)
  assert.equal(says.trim().split('\n'), [
    'a: 2.00 → 3.00 (50.0 %)',
    'b: 50.00 → 40.00 (-20.0 %)',
    'memory: 200 MB → 180 MB',
    'c: - → 7.00 (new)',
  ])
})

test('bench: what was typed wrongly is told in plain words', () => {
  using folder = temporaryFolder()
  const broken = join(folder.path, 'broken.json')
  writeFileSync(broken, '[')
  const mistakes: [args: string[], says: RegExp][] = [
    [['ingest', '--deep'], /^Unknown option '--deep'/],
    [['--compare', 'no.json', 'no.json'], /^no\.json cannot be read as figures: ENOENT/],
    [['--compare', broken, broken], /broken\.json cannot be read as figures: Unexpected end/],
  ]
  for (const [args, beginning] of mistakes) {
    const { status, says } = bench(...args)
    assert.is(status, 2)
    assert.match(says, beginning)
    assert.match(says, /\nUsage: scripts\/bench /)
    assert.not.match(says, /^ +at /m)
  }
})

test('bench: one file is nothing to compare', () => {
  assert.is(bench('--compare', 'one.json').status, 2)
})

test.run()
