// Whoever runs it needs no terminal: each command has its place in the console, or a reason. That
// each is really carried out there, flows/operate/every-command.ts shows.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { commands } from '../../src/cli/commands.ts'
import { commandRows } from '../support/console/commands.ts'
import { repository } from '../support/readme.ts'

const rows = commandRows()

/** Read and not imported: screens are for browsers. */
function placesOf(file: string): string[] {
  const source = readFileSync(join(repository, 'src/console/app', file), 'utf8')
  return [...source.matchAll(/(?:path: |^ {2}\[)'(\/[^']*)'/gm)].map(([, path = '']) => path)
}

test('the manual says of every command where the console has it, or why it has not', () => {
  const named = rows.flatMap(({ names }) => names)
  assert.equal(named.sort(), commands.map(({ name }) => name).sort())
})

test('each place that is named for a command is one, and each lack has its reason', () => {
  const places = [...placesOf('screens.ts'), ...placesOf('operate/places.ts')]
  assert.ok(places.length > 40)
  for (const { names, where, places: shown } of rows) {
    if (/^None: .{20}/.test(where)) continue
    assert.ok(shown.length > 0, names.join())
    for (const path of shown) assert.ok(places.includes(path), `${names}: ${path}`)
  }
})

test('every place of operators is there for a command, or for what no command does', () => {
  const beyond = ['/deliveries', '/jobs', '/money/disputes', '/money/payouts']
  const named = new Set([...beyond, ...rows.flatMap(({ places }) => places)])
  const others = placesOf('operate/places.ts').filter((path) => !named.has(path))
  assert.equal(others, [])
})

test.run()
