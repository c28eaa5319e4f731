// How the scripts that measure and search end: 0, 1 or 2.
import { spawnSync } from 'node:child_process'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const endWith = new URL('../../scripts/end-with.ts', import.meta.url)
const command = new URL('../../src/cli/command.ts', import.meta.url)

const argsOf = (main: string, options: string) => [
  '--input-type=module',
  '--eval',
  `import { endWith } from '${endWith}'
   import { UsageError } from '${command}'
   endWith(async () => { ${main} }, ${options})`,
]

function run(main: string, options: string) {
  const given = argsOf(main, options)
  const { status, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8' })
  return { status, stderr }
}

const usage = `usage: 'Usage: scripts/this'`
const fault = `throw new TypeError('a fault of its own')`

test('it ends with the code that comes back', () => {
  assert.equal(run('return 0', `{ ${usage} }`), { status: 0, stderr: '' })
  assert.equal(run('return 1', `{ ${usage}, fault: 2 }`), { status: 1, stderr: '' })
})

test('what was typed wrongly is one line above the usage', () => {
  const typed = run(`throw new UsageError('There is no --moon.')`, `{ ${usage} }`)
  assert.equal(typed, { status: 2, stderr: 'There is no --moon.\nUsage: scripts/this\n' })
})

test('a fault of the script is no breach where a breach is 1', () => {
  for (const [options, status] of [
    [`{ ${usage} }`, 1],
    [`{ ${usage}, fault: 2 }`, 2],
  ] as const) {
    const ended = run(fault, options)
    assert.is(ended.status, status)
    assert.match(ended.stderr, 'TypeError: a fault of its own')
    assert.not.match(ended.stderr, 'Usage')
  }
})

test('whoever reads a pipe slowly has all that was printed', () => {
  const printing = `console.log('x'.repeat(1e6)); return 0`
  const args = argsOf(printing, `{ ${usage} }`).map((arg) => `'${arg.replaceAll("'", `'\\''`)}'`)
  const line = `${process.execPath} ${args.join(' ')} | (sleep 0.5; wc -c)`
  const { stdout } = spawnSync('sh', ['-c', line], { encoding: 'utf8' })
  assert.is(Number(stdout), 1_000_001)
})

test.run()
