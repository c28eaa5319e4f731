// Several indexes, each with a part: what they say of the words of a query adds up to what one says
// that has all. That pages over parts are those of one index, `scripts/soak cells` tries.
import { isDeepStrictEqual } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openGateway } from '../../../scripts/soaking/cells/ranking/gateway.ts'
import { marketCatalogue } from '../../../src/domain/search/index.ts'
import {
  addCounts,
  copyPassages,
  openSearcher,
  passagesToCopy,
  type Searcher,
} from '../../../src/engine/index.ts'
import { callerOf, jobOf, openTestSearch, type TestSearch } from '../../support/open-test-search.ts'

const texts = [
  { text: 'The boilers of the turbine hall were inspected', lang: 'en' },
  { text: 'Inspection of boilers, A-17', lang: 'en', kind: 'ocr' as const },
  { text: 'Die Kesselprüfung und der Kessel der Prüfung', lang: 'de' },
  { text: 'La chaudière est inspectée: paper', lang: 'fr' },
  { text: 'papéis do boiler', lang: 'pt' },
  { text: 'papers on cyber-security', lang: 'en' },
  { text: 'cybersecurity of boilers', lang: 'en' },
  { text: 'boiler report', lang: 'en', kind: 'metadata' as const },
]
const queries = [
  ...['boiler inspection', '"turbine hall"', 'insp*', 'boilr~ paper', 'the of', 'A-17 boiler'],
  ...['boiler AND NOT paper', 'Kesselprüfung', 'constructor', 'lang:de kessel', '+kind:ocr boiler'],
  ...['cybersecurity', 'boilers +cyber-security'],
]

function openReader({ store }: TestSearch): Searcher {
  const searcher = openSearcher(store.db, { catalogue: marketCatalogue })
  searcher.catchUp({ limit: Number.MAX_SAFE_INTEGER })
  return searcher
}

/** Three of each text in one dataset that all see; the parts have every other asset. */
async function openParts() {
  const stores = [openTestSearch(), openTestSearch(), openTestSearch()] as const
  const [whole, ...parts] = stores
  const viewer = whole.tenant()
  const dataset = whole.dataset(viewer, { visibility: 'listed' })
  for (let i = 0; i < 3 * texts.length; i++) {
    await whole.object(dataset, [
      texts[i % texts.length] as (typeof texts)[number],
      'und so weiter',
    ])
  }
  const { passages } = passagesToCopy(whole.store.db, { afterNo: 0, limit: 99, charsMax: 99_999 })
  for (const [at, part] of parts.entries()) {
    for (const table of ['tenant', 'dataset', 'object']) {
      for (const row of whole.store.raw.prepare(`SELECT * FROM ${table}`).all() as object[]) {
        const columns = Object.keys(row)
        part.store.raw
          .prepare(
            `INSERT OR IGNORE INTO ${table} (${columns.join()})
             VALUES (${columns.map((column) => `@${column}`).join()})`,
          )
          .run(row)
      }
    }
    const own = passages.filter(({ objectNo }) => objectNo % 2 === at)
    await part.store.write((tx) => copyPassages(tx, own))
  }
  return {
    viewer: callerOf(viewer),
    whole: openReader(whole),
    parts: parts.map(openReader),
    [Symbol.dispose]() {
      for (const store of stores) store[Symbol.dispose]()
    },
  }
}

test('counts of parts add up to those of the whole, whatever is asked', async () => {
  using opened = await openParts()
  for (const q of queries) {
    const job = jobOf(opened.viewer, q)
    const sum = addCounts(opened.parts.map((part) => part.count(job)))
    // uvu takes a word called `constructor` for that of the object.
    assert.ok(isDeepStrictEqual(sum, addCounts([opened.whole.count(job)])), q)
  }
})

test('as the only part of a whole an index scores as it does alone', async () => {
  using opened = await openParts()
  const { whole, viewer } = opened
  for (const q of queries) {
    const job = { ...jobOf(viewer, q), limit: 50 }
    const { passages, total, facets } = whole.part({ ...job, counts: whole.count(job) })
    const found = whole.find(job)
    if (found.correctedQuery !== undefined) continue
    assert.equal([total, facets], [found.total, found.facets], q)
    const shown = new Set(passages.map(({ passageId }) => passageId))
    assert.ok(
      found.hits.every(({ passageId }) => shown.has(passageId)),
      q,
    )
    const merged = openGateway([{ name: 'whole', ...whole }])(job)
    const scoresOf = (hits: readonly { passageId: string; score: number }[]) =>
      hits.map(({ passageId, score }) => [passageId, score])
    assert.equal(scoresOf(merged.hits), scoresOf(found.hits), q)
  }
})

test('the same part scores otherwise once its words are rarer in the whole', async () => {
  using opened = await openParts()
  const [part] = opened.parts as [Searcher, Searcher]
  const job = jobOf(opened.viewer, 'boiler')
  const own = part.part({ ...job, counts: part.count(job) })
  const sum = addCounts(opened.parts.map((one) => one.count(job)))
  const { contents } = sum
  const rarer = { ...sum, contents: { ...contents, count: 100 * contents.count } }
  const among = part.part({ ...job, counts: rarer })
  assert.ok((among.passages[0]?.own ?? 0) > (own.passages[0]?.own ?? 0))
})

test.run()
