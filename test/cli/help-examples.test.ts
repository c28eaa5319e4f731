// What --help and the manual show can be typed: every example is read by the command it is for.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { commands } from '../../src/cli/commands.ts'
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

test('the settings of an example name places and values that the program takes', async () => {
  for (const { examples } of commands) {
    for (const variable of examples.flatMap((line) => line.match(/\bKONTOR_[A-Z_]+(?==)/g) ?? [])) {
      const { out } = await runCommand({ args: ['man'] })
      const known = out.join('\n').replaceAll('\\-', '-')
      assert.ok(
        ['KONTOR_URL', 'KONTOR_KEY'].includes(variable) || known.includes(variable),
        variable,
      )
    }
  }
})

test.run()
