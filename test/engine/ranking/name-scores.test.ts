// The names of assets are a field of their passages, and a hit only where no passage is one.
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openMemoryIndex } from '../../../src/engine/index.ts'
import { openTestSearch, snippetsOf } from '../../support/open-test-search.ts'
import type { Passages } from '../../support/shelves.ts'

const named = (text: string) => ({ text, kind: 'metadata' as const })

/** A dataset in which each asset is a list of passages, searched by FTS5 or by the memory. */
async function openAssets(assets: readonly Passages[], engine: 'fts5' | 'memory' = 'fts5') {
  const search = openTestSearch(engine === 'memory' ? { memory: openMemoryIndex() } : {})
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId)
  for (const passages of assets) await search.object(dataset, passages)
  const find = (q: string, part = {}) => search.find(tenantId, q, part)
  return { find, [Symbol.dispose]: () => search[Symbol.dispose]() }
}

for (const engine of ['fts5', 'memory'] as const) {
  test(`${engine}: of an asset whose passages are found the names are no hit`, async () => {
    using assets = await openAssets(
      [
        ['The boiler was cleaned.', 'Nothing else.', named('Boiler report\nboiler.pdf')],
        ['About other things.', named('Boiler plan\nplan.pdf')],
      ],
      engine,
    )
    const outcome = assets.find('boiler')
    const { total, facets } = outcome
    assert.equal(snippetsOf(outcome), ['The boiler was cleaned.', 'Boiler plan\nplan.pdf'])
    assert.is(total, 2)
    assert.equal(facets?.kind, { doc_chunk: 1, metadata: 1 })
  })

  test(`${engine}: a word of a title lifts passages that have another of the query`, async () => {
    const same = (n: number) => `The pump was cleaned in the spring of ${n}.`
    using assets = await openAssets(
      [
        [same(1), named('Turbine house\na.txt')],
        [same(2), named('Boiler house\nb.txt')],
        [same(3), named('Hall\nc.txt')],
      ],
      engine,
    )
    const [first, second, third] = assets.find('boiler pump').hits
    const ids = new Set([first, second, third].map((hit) => hit?.objectId))
    assert.is(ids.size, 3)
    assert.ok((first?.score ?? 0) > (second?.score ?? 0))
    assert.is(second?.score, third?.score)
    assert.is(
      assets.find('boiler pump', { filters: { kind: 'doc_chunk' } }).hits[0]?.objectId,
      first?.objectId,
    )
  })
}

test('names count neither for the mean length nor for how rare a word is', async () => {
  const contents = ['alpha beta gamma delta', 'alpha beta', 'gamma epsilon zeta']
  using plain = await openAssets(contents.map((text) => [text]))
  using withNames = await openAssets(contents.map((text) => [text, named('x '.repeat(40))]))
  for (const q of ['alpha', 'gamma zeta', 'epsilon alpha']) {
    const scores = ({ hits }: ReturnType<typeof plain.find>) => hits.map(({ score }) => score)
    assert.equal(scores(withNames.find(q)), scores(plain.find(q)))
  }
})

test('the ending of a file sells no file names: passages with it come first', async () => {
  using assets = await openAssets([
    ...Array.from({ length: 12 }, (_, i): Passages => ['Text.', named(`clip ${i}\n${i}.mp4`)]),
    ['How an mp4 is cut.', named('Guide\nguide.txt')],
  ])
  const { hits, total } = assets.find('mp4')
  assert.is(hits[0]?.kind, 'doc_chunk')
  assert.ok(hits.slice(1).every(({ kind }) => kind === 'metadata'))
  assert.is(total, 13)
})

test('conditions ask for words of the passage itself', async () => {
  using assets = await openAssets([
    ['A pump.', 'A boiler and a pump.', named('Boiler, pump\na.txt')],
    ['Nothing.', named('Boiler pump\nb.txt')],
  ])
  assert.equal(snippetsOf(assets.find('+boiler +pump')), [
    'A boiler and a pump.',
    'Boiler pump\nb.txt',
  ])
})

test('what was found for one query says nothing of the next', async () => {
  using assets = await openAssets([['The boiler.', named('Boiler report\na.txt')]])
  assert.equal(snippetsOf(assets.find('boiler', { facets: false })), ['The boiler.'])
  assert.equal(snippetsOf(assets.find('report', { facets: false })), ['Boiler report\na.txt'])
})

test('a passage of common words is best where its asset is called what is asked', async () => {
  const long = `rare ${'filler '.repeat(200)}`
  using assets = await openAssets([
    Array.from({ length: 60 }, () => 'common'),
    [long],
    ['common again', named('Rare things\nb.txt')],
  ])
  const asked = { facets: false, limit: 1 }
  assert.equal(snippetsOf(assets.find('rare common', asked)), ['common again'])
})

const words = ['alpha', 'beta', 'gamma', 'delta', 'omega']
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 })
const asset = fc.record({
  passages: fc.array(text, { minLength: 0, maxLength: 4 }),
  name: fc.option(text, { nil: undefined }),
})

test('the best are the same whether all are scored or only they, in both engines', async () => {
  const property = fc.asyncProperty(
    fc.array(asset, { minLength: 1, maxLength: 25 }),
    fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
    fc.constantFrom(1, 2, 10),
    async (drawn, asked, limit) => {
      const all = drawn.map(
        ({ passages, name }): Passages => [
          ...passages.map((one) => one.join(' ')),
          ...(name ? [named(name.join(' '))] : []),
        ],
      )
      using fts = await openAssets(all)
      using memory = await openAssets(all, 'memory')
      const found = [fts, memory].flatMap(({ find }) =>
        [true, false].map((facets) => {
          const { hits, total } = find(asked.join(' '), { facets, limit })
          return { total, hits: hits.map(({ snippet, score }) => [snippet, score]) }
        }),
      )
      for (const other of found.slice(1)) assert.equal(other, found[0])
    },
  )
  await fc.assert(property, { numRuns: 12 })
})

test.run()
