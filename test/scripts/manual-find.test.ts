// What the search box of the manual (`data/manual`) finds, in this process.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { find, type Section, snippetOf } from '../../scripts/manual/find.ts'
import { renderManual } from '../../scripts/manual/render.ts'

const sections: Section[] = JSON.parse(renderManual().files['manual-index.json'])
const places = (query: string) =>
  find(sections, query).map(({ section: { page, anchor } }) => `${page}#${anchor}`)

const section = (heading: string, text: string): Section => {
  return { page: 'p', title: 'A page', heading, anchor: heading.toLowerCase(), text }
}

for (const [query, place] of [
  ['one that was rejected says why', 'providers#by-program'],
  ['A backup that was cut short has no manifest', 'backups#restore'],
  ['KONTOR_SEARCH_WORKERS', 'settings#search'],
  ['--search-workers', 'settings#search'],
  ['litestream', 'backups#litestream-as-it-was-seen'],
  ['idempotency-key', 'api-conventions#retries'],
] as const) {
  test(`“${query}” is found first where it stands`, () => {
    assert.is(places(query)[0], place)
  })
}

test('every section of every page is found by its heading', () => {
  for (const { page, heading, anchor } of sections) {
    assert.ok(places(heading).includes(`${page}#${anchor}`), `${page}: ${heading}`)
  }
})

test('nothing is found for nothing, for signs, and for what is nowhere', () => {
  for (const query of ['', '  ', '-- /', 'xylophone'])
    assert.equal(find(sections, query), [], query)
})

test('sections with all of the words come alone; without such, those with the most', () => {
  const some = [section('One', 'red green'), section('Two', 'red blue'), section('Three', 'blue')]
  const headings = (query: string) => find(some, query).map((found) => found.section.heading)
  assert.equal(headings('red green'), ['One'])
  assert.equal(headings('yellow blue').sort(), ['Three', 'Two'])
})

test('a heading says more than a text, and a short text more than a long one', () => {
  const long = `valve ${'and other things '.repeat(100)}`
  const some = [section('Long', long), section('Short', 'The valve.'), section('Valve', 'It.')]
  const headings = find(some, 'valve').map((found) => found.section.heading)
  assert.equal(headings, ['Valve', 'Short', 'Long'])
})

test('a word is found by its beginning, one of two letters as it stands', () => {
  const some = [section('One', 'offices'), section('Two', 'one of them')]
  const headings = (query: string) => find(some, query).map((found) => found.section.heading)
  assert.equal(headings('offi'), ['One'])
  assert.equal(headings('of'), ['Two'])
})

test('the snippet is the text around the words, with each of them marked', () => {
  const around = 'Other things stand here. '.repeat(20)
  const text = `${around}The valve of house nine leaks. ${around}`
  const pieces = snippetOf(text, ['valve', 'leak'])
  const marked = pieces.filter(({ isMatch }) => isMatch).map((piece) => piece.text)
  assert.equal(marked, ['valve', 'leaks'])
  const whole = pieces.map((piece) => piece.text).join('')
  assert.match(whole, /^… .*The valve of house nine leaks\. Other.* …$/)
  assert.ok(whole.length < 180, whole)
})

test('what commands print is not in the index', () => {
  assert.ok(sections.every(({ text }) => !text.includes('obj_01m7')))
})

test.run()
