// The manual's table of threats names tests: each of them is there and has tests in it.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
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
    return times + ends.filter((before) => /(\btest\(|\bfact\(|\[)\s*$/.test(before)).length
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

test('the unit and the proxies of the manual are there, and no proxy sets x-request-id', () => {
  for (const file of ['systemd/kontor.service', 'proxies/nginx.conf', 'proxies/Caddyfile']) {
    const text = readFileSync(join(root, 'data', file), 'utf8')
    assert.not.match(text, /(set_header|header_up|header_down|add_header) +x-request-id/i)
  }
  const unit = readFileSync(join(root, 'data/systemd/kontor.service'), 'utf8')
  for (const word of ['WatchdogSec=', 'NoNewPrivileges=yes', 'ProtectSystem=strict']) {
    assert.match(unit, word)
  }
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
