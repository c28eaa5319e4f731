// The engine in memory and FTS5 give the same answer to every question, whole: the same hits in
// the same order with the same scores, totals and facets.

import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { InvalidInput } from '../../src/base/errors.ts'
import { marketCatalogue, removePassages } from '../../src/domain/search/index.ts'
import { openSearcher, type SearchJob } from '../../src/engine/index.ts'
import { openMemoryIndex } from '../../src/engine/keyword/memory-index.ts'
import type { FoundPassage } from '../../src/engine/outcome.ts'
import { callerOf, jobOf, openTestSearch } from '../support/open-test-search.ts'

const vocabulary = (
  'boiler boilers turbine turbines inspection inspected report reports heat pump pumps valve the ' +
  'of and A-17 OPS-306 2024-05-01 Prüfung Kessel Kesseln die der chaudière inspectée le la 検査 報告 ' +
  'paper papers papéis papel meeting meetings meet'
).split(' ')
const words = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 40 })
const passage = fc.record({
  text: words.map((some) => some.join(' ')),
  lang: fc.constantFrom('en', 'de', 'fr', 'und', 'ja', 'pt', 'es'),
  kind: fc.constantFrom('doc_chunk' as const, 'ocr' as const),
})
const sampled = <T>(what: fc.Arbitrary<T>, numRuns: number) => fc.sample(what, { numRuns, seed: 7 })

const term = fc.constantFrom(...vocabulary)
const query = fc.oneof(
  fc.array(term, { minLength: 1, maxLength: 6 }).map((some) => some.join(' ')),
  fc
    .tuple(term, fc.constantFrom(' AND ', ' OR ', ' NOT ', ' -', ' +'), term)
    .map((x) => x.join('')),
  fc.tuple(term, term, term).map(([a, b, c]) => `(${a} OR ${b}) AND NOT ${c}`),
  fc.tuple(term, term).map(([a, b]) => `"${a} ${b}" ${a}`),
  term.map((a) => `${a.slice(0, 3)}*`),
  term.map((a) => `${a}~ valve`),
  term.map((a) => `kind:ocr ${a}`),
  term.map((a) => a.replace(/e/, 'x')),
)

function openBoth() {
  const search = openTestSearch()
  const engines = [{}, { memory: openMemoryIndex({ freshMax: 50 }) }].map((engine) =>
    openSearcher(search.store.db, { ...engine, catalogue: marketCatalogue }),
  )
  const answers = (job: SearchJob) =>
    engines.map((finder) => {
      finder.catchUp({ limit: Number.MAX_SAFE_INTEGER })
      return finder.find(job)
    })
  return { search, answers, [Symbol.dispose]: search[Symbol.dispose] }
}

function shownOf({ passageId, score }: FoundPassage) {
  return [passageId, score]
}

function readable(viewer: SearchJob['visibility'], q: string): SearchJob | undefined {
  try {
    return jobOf(viewer, q)
  } catch (error) {
    if (error instanceof InvalidInput) return undefined
    throw error
  }
}

test('both engines answer alike, also after additions and removals', async () => {
  using both = openBoth()
  const { search, answers } = both
  const [one, two] = [search.tenant(), search.tenant()]
  const datasets = [
    search.dataset(one),
    search.dataset(two, { visibility: 'listed' }),
    search.dataset(two),
  ]
  const owners = []
  for (const part of [0, 1, 2]) {
    for (const dataset of datasets) {
      const passages = sampled(passage, 40 + part)
      const apart = passages.map((one, i) => ({
        ...one,
        text: `${one.text} ${owners.length}:${i}`,
      }))
      owners.push(await search.object(dataset, apart))
    }
    for (const q of sampled(query, 60)) {
      const job = readable(callerOf(one), q)
      if (!job) continue
      const [fts, memory] = answers({ ...job, limit: 50, highlight: true })
      assert.equal(memory, fts, q)
      const shorter = answers({ ...job, limit: 5, facets: false })
      for (const { hits, total } of shorter) {
        assert.equal([hits.map(shownOf), total], [fts?.hits.slice(0, 5).map(shownOf), fts?.total])
      }
    }
    const owner = owners[part]
    if (owner) await search.store.write((tx) => removePassages(tx, owner.objectId, { limit: 30 }))
  }
})

test.run()
