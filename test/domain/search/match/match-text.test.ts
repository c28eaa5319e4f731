import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { InvalidInput } from '../../../../src/base/errors.ts'
import { interpret } from '../../../../src/domain/search/match/interpret.ts'
import { matchText } from '../../../../src/domain/search/match/match-text.ts'
import { parseQuery } from '../../../../src/domain/search/text/index.ts'
import { anyQuery } from '../../../support/any-query.ts'
import { openTestStore } from '../../../support/open-test-store.ts'

function textOf(q: string, languages = ['en', 'de']): string {
  return matchText(interpret(parseQuery(q), { languages, tokensOf: ({ value }) => [value] }))
}

const facts: [q: string, text: string, languages?: string[]][] = [
  ['boilers', 'stem : "boiler"', ['en']],
  ['boilers', '(stem : "boiler" OR stem : "boilers")', ['en', 'und']],
  ['the boilers', 'stem : "boiler"', ['en']],
  ['the of', '(body : "the" OR body : "of")', ['en']],
  ['"to be"', 'body : "to be"'],
  ['A-17', '(stem : "a17" OR body : "a 17")'],
  ['well-known', '(stem : "wellknown" OR stem : "known")', ['en']],
  ['東京都', '(stem : "東京" OR stem : "京都")'],
  ['京', 'body : "京" *'],
  ['boil*', 'body : "boil" *'],
  ['OPS-30*', 'body : "ops 30" *'],
  ['a AND cat', '(body : "a" AND stem : "cat")', ['en']],
  ['cat OR dog', '(stem : "cat" OR stem : "dog")', ['en']],
  ['cat -dog', '(stem : "cat" NOT stem : "dog")', ['en']],
  ['-dog', '(tags : "x" NOT stem : "dog")', ['en']],
  ['-cat -dog', '(tags : "x" NOT (stem : "cat" OR stem : "dog"))', ['en']],
  ['cat OR NOT dog', '((tags : "x" NOT stem : "dog") OR stem : "cat")', ['en']],
  ['cat NOT (dog OR bird)', '(stem : "cat" NOT (stem : "dog" OR stem : "bird"))', ['en']],
  [
    'cat NOT (dog NOT bird)',
    '(((tags : "x" NOT stem : "dog") OR stem : "bird") AND stem : "cat")',
    ['en'],
  ],
  ['"cat" dog', '((stem : "dog" OR body : "cat") AND body : "cat")', ['en']],
  ['kind:ocr', 'tags : "ocr"'],
  ['cat cat cat cat cat', '(stem : "cat" OR stem : "cat" OR stem : "cat")', ['en']],
  ['cat AND cats', 'stem : "cat"', ['en']],
]

for (const [q, text, languages] of facts) {
  test(`${q} asks for ${text}`, () => {
    assert.is(textOf(q, languages), text)
  })
}

test('a stop word of the guessed language is not looked for in the others', () => {
  assert.is(textOf('the boiler', ['en', 'fr']), textOf('boiler', ['en', 'fr']))
  assert.is(textOf('die Anlage', ['en', 'de']), textOf('Anlage', ['en', 'de']))
})

test('of what a user typed only quoted tokens get into the MATCH text', () => {
  fc.assert(
    fc.property(anyQuery, (q) => {
      const text = attempt(q) ?? ''
      const unquoted = text.replace(/"[\p{L}\p{N}\p{M} ]*"/gu, '""')
      assert.match(unquoted, /^((body|stem|tags) : ""( \*)?|AND|OR|NOT|[() ])*$/)
    }),
    { numRuns: 1_000 },
  )
})

test('SQLite accepts every MATCH text that we make', () => {
  using store = openTestStore()
  fc.assert(
    fc.property(anyQuery, (q) => {
      const text = attempt(q)
      if (text === undefined) return
      store.db.all(sql`SELECT rowid FROM passage_fts WHERE passage_fts MATCH ${text}`)
    }),
    { numRuns: 500 },
  )
})

test('SQLite accepts the deepest and the longest queries', () => {
  using store = openTestStore()
  const queries = [
    `${'('.repeat(32)}a${' OR b) c'.repeat(32)}`,
    `${'-('.repeat(32)}a${' b) OR c'.repeat(32)}`,
    `${'a -(b OR c '.repeat(32)}d${')'.repeat(32)}`,
    `${'a OR (b -c '.repeat(32)}d${')'.repeat(32)}`,
    Array.from({ length: 400 }, (_, i) => `w${i}`).join(' '),
    Array.from({ length: 400 }, (_, i) => `w${i}`).join(' OR '),
    Array.from({ length: 500 }, (_, i) => `-${i}`).join(' '),
    Array.from({ length: 250 }, (_, i) => `"${i} x"`).join(''),
  ]
  for (const q of queries) {
    const text = textOf(q.slice(0, 2048).replace(/"[^"]*$/, '"'))
    store.db.all(sql`SELECT rowid FROM passage_fts WHERE passage_fts MATCH ${text}`)
  }
})

function attempt(q: string): string | undefined {
  try {
    return matchText(
      interpret(parseQuery(q), { languages: ['en', 'und'], tokensOf: () => ['kocr', 'p3'] }),
    )
  } catch (error) {
    if (error instanceof InvalidInput) return undefined
    throw error
  }
}

test.run()
