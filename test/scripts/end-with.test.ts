// How the scripts that measure and search end: 0, 1 or 2.
import { spawnSync } from 'node:child_process'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const endWith = new URL('../../scripts/end-with.ts', import.meta.url)
const command = new URL('../../src/cli/command.ts', import.meta.url)

function run(main: string, options: string) {
  const program = `
    import { endWith } from '${endWith}'
    import { UsageError } from '${command}'
    endWith(async () => { ${main} }, ${options})`
  const given = ['--input-type=module', '--eval', program]
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

test.run()
