// The manual's table of threats names tests: each of them is there and has tests in it.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { campaigns } from '../../scripts/soaking/campaigns.ts'
import { manualPage, readersPages, sectionOf } from '../support/readme.ts'

const root = resolve(import.meta.dirname, '../..')
const section = sectionOf(manualPage('security.md').text, 'What is defended')

test('every threat of the table is shown by tests that exist', () => {
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && !/Threat/.test(line))
  assert.ok(rows.length >= 9)
  for (const row of rows) {
    const files = [...row.matchAll(/`(test\/[^`]+)`/g)].map(([, file]) => file ?? '')
    assert.ok(files.length > 0, row)
    for (const file of files) {
      assert.ok(existsSync(join(root, file)), file)
      assert.match(readFileSync(join(root, file), 'utf8'), /\b(test|fact)\(/)
    }
  }
})

/** `test/x.test.ts` “title”: a whole title, or the template of several. */
const reference = /`(test\/[\w./-]+\.test\.ts)` “([^”]+)”/g

test('every test that the operations page names is there', () => {
  // The title may go on in the next line.
  const pages = readersPages().map(({ text }) => text.replaceAll(/\n */g, ' '))
  const named = pages.flatMap((text) => [...text.matchAll(reference)])
  assert.ok(named.length > 70, String(named.length))
  for (const [, file = '', title = ''] of named) {
    assert.ok(existsSync(join(root, file)), file)
    const text = readFileSync(join(root, file), 'utf8')
    assert.is(timesTitled({ text, title }), 1, `${file} has not one test “${title}”`)
  }
})

/** How often a text has this as the title of a test: a call or a row of a table begins with it. */
function timesTitled({ text, title }: { text: string; title: string }): number {
  const kinds = new Set([title, title.replaceAll("'", "\\'")])
  const written = [...kinds].flatMap((one) => ["'", '"', '`'].map((quote) => quote + one + quote))
  return written.reduce((times, one) => {
    const ends = text.split(one).slice(0, -1)
    return times + ends.filter((before) => /(\b(test|\w*[fF]act)\(|\[)\s*$/.test(before)).length
  }, 0)
}

test('a part of a title is none, and a title is found however it is written', () => {
  const text = `test('an answer is whole')\nfact(\n  \`\${a} is \${b}\`,\n)\n['a row', 1]`
  const times = (title: string) => timesTitled({ text, title })
  const whole = ['an answer is whole', `\${a} is \${b}`, 'a row']
  assert.equal(whole.map(times), [1, 1, 1])
  assert.equal(['an answer', 'test(', 'whole'].map(times), [0, 0, 0])
})

for (const [title, name, least] of [
  ['Faults', 'faults.md', 14],
  ['SECURITY: the ASVS', 'asvs.md', 35],
] as const) {
  test(`every row of “${title}” is shown by a test`, () => {
    const page = manualPage(name).text
    const [, ...rows] = page.split('\n').filter((line) => line.startsWith('| '))
    assert.ok(rows.length >= least, String(rows.length))
    for (const row of rows) {
      assert.ok([...row.matchAll(reference)].length > 0, row)
      // What is written almost as a reference is not looked up.
      assert.not.match(row.replaceAll(reference, ''), /“|\.test/)
    }
  })
}

test('every row of what breaks where there is more than one machine is shown by a test', () => {
  const section = sectionOf(manualPage('growing.md').text, 'What breaks, and what happens')
  const [, ...rows] = section.split('\n').filter((line) => line.startsWith('| '))
  assert.ok(rows.length >= 13, String(rows.length))
  for (const row of rows) assert.ok([...row.matchAll(reference)].length > 0, row)
})

test('every row of the capacity table says whether it was measured', () => {
  const section = sectionOf(manualPage('growing.md').text, 'Capacity')
  const [, ...rows] = section.split('\n').filter((line) => line.startsWith('| '))
  for (const row of rows) {
    const how = row.split('|').at(-2) ?? ''
    assert.match(how, /\b(measured|computed|designed)\b/, row)
  }
})

const figures = sectionOf(manualPage('proof.md').text, 'The figures')
const promises = sectionOf(manualPage('proof.md').text, 'What is promised')

test('every figure of the manual is a campaign that there is, and has what was run', () => {
  const rows = figures.split('\n').filter((line) => /^\| \d+ \|/.test(line))
  assert.is(rows.length, 13)
  for (const [i, row] of rows.entries()) {
    const [, number, , commands = '', run = ''] = row.split('|').map((cell) => cell.trim())
    assert.is(number, `${i + 1}`)
    const named = [...commands.matchAll(/`scripts\/soak (\w+)`/g)].map(([, name = '']) => name)
    assert.ok(named.length > 0, row)
    for (const name of named) assert.ok(campaigns[name], name)
    assert.match(run, /\w+ \w+/, row)
  }
})

test('every promise is shown by a figure or by a test', () => {
  const [, , ...rows] = promises.split('\n').filter((line) => line.startsWith('| '))
  assert.ok(rows.length >= 17, String(rows.length))
  for (const row of rows) {
    const shown = row.slice(row.lastIndexOf(' | '))
    const numbers = /\bfigures? (\d+)(?: and (\d+))?/.exec(shown)?.slice(1) ?? []
    const isShown = [...shown.matchAll(reference)].length > 0 || numbers.length > 0
    assert.ok(isShown, row)
    for (const number of numbers) assert.ok(number === undefined || Number(number) <= 13, row)
    assert.not.match(shown.replaceAll(reference, ''), /“|\.test/)
  }
})

test('the unit and the proxies of the manual are there, and no proxy sets x-request-id', () => {
  for (const file of ['systemd/kontor.service', 'proxies/nginx.conf', 'proxies/Caddyfile']) {
    const text = readFileSync(join(root, 'data', file), 'utf8')
    assert.not.match(text, /(set_header|header_up|header_down|add_header) +x-request-id/i)
  }
  const unit = readFileSync(join(root, 'data/systemd/kontor.service'), 'utf8')
  for (const word of ['WatchdogSec=', 'NoNewPrivileges=yes', 'ProtectSystem=strict']) {
    assert.match(unit, word)
  }
  assert.match(unit, /^TimeoutStartSec=infinity$/m, 'a start may migrate for long')
  assert.match(unit, /^#ReadWritePaths=\/mnt\/backup$/m)
  const socket = readFileSync(join(root, 'data/systemd/kontor.socket'), 'utf8')
  assert.is(socket.match(/^ListenStream=127\.0\.0\.1:4200$/gm)?.length, 1)
})

test('a server that systemd starts has the heaps of one that is started by hand', () => {
  const unit = readFileSync(join(root, 'data/systemd/kontor.service'), 'utf8')
  const byHand = readFileSync(join(root, 'scripts/kontor'), 'utf8')
  const settings = [...byHand.matchAll(/^export (MALLOC_\w+)="\$\{\w+-(\d+)\}"$/gm)]
  assert.is(settings.length, 3)
  for (const [, name, value] of settings) assert.match(unit, `${name}=${value}`)
})

test.run()
