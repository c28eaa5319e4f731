// What --help and the manual show can be typed: every example is read by the command it is for.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { commands } from '../../src/cli/commands.ts'
import { describeSettings } from '../../src/config.ts'
import { commandsIn } from '../support/readme.ts'
import { runCommand } from '../support/run-command.ts'

for (const { name, examples } of commands) {
  test(`the examples of ${name} can be typed`, async () => {
    assert.ok(examples.length > 0)
    const lines = examples.flatMap(commandsIn)
    for (const args of lines) {
      const { code, out, err } = await runCommand({ args: [...args, '--help'] })
      assert.is(code, 0, `${args.join(' ')}: ${err.join(' ')}`)
      const [first = ''] = out
      assert.match(first, /^kontor [a-z -]+: /)
    }
    const own = lines.filter((args) => args.slice(0, name.split(' ').length).join(' ') === name)
    assert.ok(own.length > 0, 'one of them is of this command')
  })
}

test('the settings of an example are settings of the program', () => {
  const settings = describeSettings().map(({ environment }) => environment)
  // What `kontor mcp` reads of its own.
  const known = new Set([...settings, 'KONTOR_URL', 'KONTOR_KEY'])
  const lines = commands.flatMap(({ examples }) => examples)
  const named = lines.flatMap((line) => line.match(/\bKONTOR_[A-Z0-9_]+/g) ?? [])
  assert.equal(
    named.filter((name) => !known.has(name)),
    [],
  )
})

test.run()
