import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'

const main = resolve(import.meta.dirname, '../../scripts/soaking/main.ts')

const runs: [name: string, args: string[], code: number, says: RegExp][] = [
  ['asked for help it says how to use it', ['--help'], 0, /^Usage: scripts\/soak kill/],
  ['without a command it says how to use it', [], 2, /^Usage: /],
  ['an unknown command is refused', ['dance'], 2, /^Usage: /],
  ['a number that is none is refused', ['kill', '--points', 'many'], 2, /many is not a number/],
  ['an unknown option is refused', ['kill', '--deep'], 2, /^Unknown option '--deep'/],
  ['so is one of links', ['links', '--count', '0'], 2, /0 is not a number/],
  ['so is one of queries', ['queries', '--count', '-1'], 2, /is not a number|argument/],
  ['so is one of settlements', ['settle', '--points', '1e3'], 2, /1e3 is not a number/],
  ['files of nobody are refused', ['corpus'], 2, /Say which files/],
  ['so is one of worlds', ['settle', '--worlds', '0'], 2, /0 is not a number/],
]
for (const [name, args, code, says] of runs) {
  test(`soak: ${name}`, () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
      encoding: 'utf8',
    })
    assert.is(status, code)
    assert.match(stdout + stderr, says)
  })
}

test.run()
