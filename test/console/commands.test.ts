// Whoever runs it needs no terminal: each command has its place in the console, or a reason.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { commands } from '../../src/cli/commands.ts'
import { manualPage, repository, sectionOf } from '../support/readme.ts'

const { text } = manualPage('administration-http.md')
const rows = sectionOf(text, 'Each command, and where the console has it')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

/** Read and not imported: screens are for browsers. */
function placesOf(file: string): string[] {
  const source = readFileSync(join(repository, 'src/console/app', file), 'utf8')
  return [...source.matchAll(/(?:path: |^ {2}\[)'(\/[^']*)'/gm)].map(([, path = '']) => path)
}

test('the manual says of every command where the console has it, or why it has not', () => {
  const named = rows.flatMap(([, names = '']) => [...names.matchAll(/`([a-z -]+)`/g)])
  const names = named.map(([, name]) => name)
  assert.equal(names.sort(), commands.map(({ name }) => name).sort())
})

test('each place that is named for a command is one, and each lack has its reason', () => {
  const places = [...placesOf('screens.ts'), ...placesOf('operate/places.ts')]
  assert.ok(places.length > 40)
  for (const [, names, where = ''] of rows) {
    const shown = [...where.matchAll(/`(\/[a-z:/-]+)`/g)].map(([, path = '']) => path)
    if (/^None: .{20}/.test(where)) continue
    assert.ok(shown.length > 0, names)
    for (const path of shown) assert.ok(places.includes(path), `${names}: ${path}`)
  }
})

test('every place of operators is there for a command, or for what no command does', () => {
  const beyond = ['/deliveries', '/jobs', '/money/disputes', '/money/payouts']
  const shown = rows.flatMap(([, , where = '']) => [...where.matchAll(/`(\/[a-z:/-]+)`/g)])
  const named = new Set([...beyond, ...shown.map(([, path]) => path)])
  const others = placesOf('operate/places.ts').filter((path) => !named.has(path))
  assert.equal(others, [])
})

test.run()
