// What a person reads first: commands in groups, a command's own options, the settings apart.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { commands } from '../../src/cli/commands.ts'
import { groups } from '../../src/cli/help.ts'
import { describeSettings } from '../../src/config.ts'
import { runCommand } from '../support/run-command.ts'

async function help(...args: string[]): Promise<string[]> {
  const { code, out, err } = await runCommand({ args })
  assert.equal([code, err], [0, []])
  return out
}

test('every command is in one group, and no group has a command that is not there', () => {
  const known = [...new Set(commands.map(({ name }) => name.split(' ')[0] as string))]
  const grouped = groups.flatMap(({ about }) => Object.keys(about))
  assert.equal(grouped.toSorted(), known.toSorted())
})

test('the help has one line for each thing, under the heading of its group', async () => {
  const lines = await help('--help')
  for (const { title, about } of groups) {
    const at = lines.indexOf(`${title}:`)
    assert.ok(at > 0, title)
    const rows = lines.slice(at + 1, at + 1 + Object.keys(about).length)
    for (const [i, word] of Object.keys(about).entries()) {
      assert.match(rows[i] as string, new RegExp(`^  ${word}( |$)`))
    }
  }
  assert.ok(
    lines.some((line) => /^ {2}key create\|list\|revoke {2}/.test(line)),
    lines.join('\n'),
  )
  assert.equal(
    lines.filter((line) => line.length > 100),
    [],
  )
})

test('the help of a command has its own options and examples, and no settings', async () => {
  const lines = await help('openapi', '--help')
  const text = lines.join('\n')
  assert.match(text, /^ {2}--surface <letter> {2}a, b or c$/m)
  assert.match(text, 'kontor help settings')
  assert.ok(lines.length < 12, text)
  for (const { flag } of describeSettings()) {
    if (flag !== '--data-dir') assert.not.match(text, new RegExp(`${flag}( |$)`, 'm'))
  }
})

test('a command without options of its own shows none', async () => {
  assert.not.match((await help('serve', '--help')).join('\n'), /^Options:/m)
})

test('the words of a group are shown with what each does', async () => {
  for (const args of [
    ['key', '--help'],
    ['help', 'key'],
  ]) {
    const lines = await help(...args)
    for (const { name, summary } of commands.filter(({ name }) => name.startsWith('key '))) {
      assert.ok(
        lines.some((line) => line.startsWith(`  kontor ${name} `) && line.endsWith(summary)),
        name,
      )
    }
  }
})

test('every setting is listed with its flag, variable, default and meaning', async () => {
  const text = (await help('help', 'settings')).join('\n')
  for (const { flag, environment, help: meaning, default: value } of describeSettings()) {
    const has = Array.isArray(value) ? value.join(',') : String(value ?? '')
    const shown = has === '' ? meaning : `${meaning} (${has})`
    assert.ok(text.includes(`${flag}, ${environment}\n    ${shown}`), flag)
  }
  const { out } = await runCommand({ args: ['help', 'settings', '--json'] })
  const { settings } = JSON.parse(out.join('\n'))
  const port = settings.find(({ name }: { name: string }) => name === 'port')
  const { help: meaning, ...facts } = port
  assert.equal(facts, {
    name: 'port',
    flag: '--port',
    environment: 'KONTOR_PORT',
    default: 4200,
    secret: false,
  })
  assert.ok(meaning.length > 0)
})

test.run()
