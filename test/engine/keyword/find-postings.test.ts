import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openDocValues } from '../../../src/engine/documents/doc-values.ts'
import { findPostings, type PostingsContext } from '../../../src/engine/keyword/find-postings.ts'
import { openFollower } from '../../../src/engine/keyword/follow-changes.ts'
import { openFtsIndex } from '../../../src/engine/keyword/fts-index.ts'
import type { Postings } from '../../../src/engine/keyword/postings.ts'
import { openPostingsMerger } from '../../../src/engine/keyword/postings.ts'
import { openPostingsCache } from '../../../src/engine/keyword/postings-cache.ts'
import { compileQuery } from '../../../src/engine/query/compile-query.ts'
import { parseQuery } from '../../../src/engine/query/parse-query.ts'
import { openTestSearch } from '../../support/open-test-search.ts'

async function openArchive() {
  const search = openTestSearch()
  const { db } = search.store
  const dataset = search.dataset(search.tenant())
  const other = search.dataset(search.tenant())
  await search.object(dataset, [
    'the boiler of the boilers',
    'boiler house',
    { text: 'the boiler', lang: 'de' },
  ])
  await search.object(other, ['boiler house, the house'])
  const docValues = openDocValues()
  openFollower(docValues).catchUp(db, { limit: 100 })
  const postingsCache = openPostingsCache(docValues)
  const context: PostingsContext = {
    db,
    docValues,
    postingsCache,
    mergePostings: openPostingsMerger(),
    keywords: openFtsIndex({ db, docValues, postingsCache }),
  }
  return { search, context, dataset, [Symbol.dispose]: search[Symbol.dispose] }
}

/** `document×times` of the first word of a query. */
function found(context: PostingsContext, q: string, languages = ['en', 'de']): string {
  const clause = compileQuery(parseQuery(q), { languages, fuzzy: () => ['boiler', 'boilers'] })
  const word = clause.type === 'ranked' ? [...clause.required, ...clause.preferred][0] : clause
  assert.ok(word?.type === 'any')
  return shown(findPostings(context, word.alternatives))
}

function shown(postings: Postings): string {
  const all = postings.flatMap((docIds, i) =>
    [...(docIds ?? [])].map((docId) => `${docId}×${i + 1}`),
  )
  return all.sort().join(' ')
}

const facts: [q: string, docIds: string][] = [
  ['boilers', '0×2 1×1 2×1 3×1'],
  ['"the"', '0×1 2×1 3×1'],
  ['"boiler house"', '1×1 3×1'],
  ['boil*', '0×1 1×1 2×1 3×1'],
  // Up to two letters are asked for in parts: the word itself, and each letter that follows.
  ['b*', '0×1 1×1 2×1 3×1'],
  ['ho*', '1×1 3×1'],
  ['o*', '0×1'],
  ['of*', '0×1'],
  ['q*', ''],
  ['boylers~2', '0×2 1×1 2×1 3×1'],
  ['nothing', ''],
]

for (const [q, docIds] of facts) {
  test(`${q} is at ${docIds || 'no place'}`, async () => {
    using archive = await openArchive()
    assert.is(found(archive.context, q), docIds)
  })
}

test('phrases are looked for among some datasets only, where that is known', async () => {
  using archive = await openArchive()
  const { context, dataset } = archive
  const among = [dataset.datasetNo]
  assert.is(found({ ...context, among }, '"boiler house"'), '1×1')
})

test('where no dataset is seen, a phrase and a word are nowhere', async () => {
  using archive = await openArchive()
  const seesNothing = { ...archive.context, among: [] }
  for (const q of ['"boiler house"', 'boiler', 'boil*']) assert.is(found(seesNothing, q), '')
})

test('a long phrase is in one piece where it is found', async () => {
  using archive = await openArchive()
  const { search, context, dataset } = archive
  const letters = 'alpha beta gamma delta epsilon zeta eta theta iota kappa'
  await search.object(dataset, [letters, letters.replace('epsilon', 'and epsilon'), `x ${letters}`])
  openFollower(context.docValues).catchUp(search.store.db, { limit: 100 })
  assert.is(found(context, `"${letters}"`), '4×1 6×1')
  assert.is(found(context, `"${letters} lambda"`), '')
  assert.is(found({ ...context, among: [0] }, `"${letters}"`), '')
  const terms = letters.split(' ')
  assert.is(
    shown(
      findPostings(context, [
        { column: 'body', terms: [...terms.slice(0, 9), 'ka'], prefix: true },
      ]),
    ),
    '4×1 6×1',
  )
})

test('no text can break out of the quotes', async () => {
  using archive = await openArchive()
  const { context } = archive
  const pieces = fc.constantFrom(
    '"',
    '""',
    ' ',
    '*',
    ')',
    'body :',
    'tags : x',
    'OR',
    'NEAR(',
    'a',
    'ß',
  )
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 8 }), fc.boolean(), (terms, prefix) => {
      findPostings(context, [{ column: 'body', terms, prefix }])
      findPostings(
        context,
        terms.map((term) => ({ column: 'stem', term })),
      )
    }),
    { numRuns: 300 },
  )
})

test('between the parts of a short beginning the time is asked', async () => {
  using archive = await openArchive()
  const { search, context } = archive
  await search.object(archive.dataset, ['valve vapour vent vessel vibration voltage vulture'])
  let asked = 0
  search.store.raw.function('alive', () => {
    asked += 1
    return 1
  })
  findPostings(context, [{ column: 'body', terms: ['v'], prefix: true }])
  assert.ok(asked >= 5, `${asked} times`)
})

test.run()
