// Whatever is typed is answered or refused with its place, and soon.
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { InvalidInput } from '../../../src/base/errors.ts'
import { openMemoryIndex } from '../../../src/engine/keyword/memory-index.ts'
import { readQuery } from '../../../src/engine/query/read-query.ts'
import { anyQuery, nastyQueries } from '../../support/any-query.ts'
import { jobOf, openTestSearch } from '../../support/open-test-search.ts'
import { processorMs } from '../../support/processor-time.ts'

async function openArchive(engine = {}) {
  const search = openTestSearch(engine)
  const tenantId = search.tenant()
  await search.object(search.dataset(tenantId), [
    'The boiler A-17 was inspected; a b c and AND OR NOT',
    { text: 'Die Prüfung des Kessels', lang: 'de' },
    { text: 'ボイラーの検査報告 💡', lang: 'ja' },
  ])
  const answer = (q: string) => {
    try {
      readQuery(q)
      const { hits, total } = search.find(tenantId, q, { highlight: true })
      assert.ok(hits.length === Math.min(total, 10))
      search.suggest(tenantId, q)
    } catch (error) {
      if (!(error instanceof InvalidInput) || error.field !== 'q') throw error
    }
  }
  return { search, answer, [Symbol.dispose]: search[Symbol.dispose] }
}

const engines: [name: string, engine: object][] = [
  ['FTS5', {}],
  ['the engine in memory', { memory: openMemoryIndex() }],
]

for (const [name, engine] of engines) {
  test(`any query is answered or refused by ${name}`, async () => {
    using archive = await openArchive(engine)
    fc.assert(
      fc.property(anyQuery, (q) => archive.answer(q)),
      { numRuns: 150 },
    )
  })

  test(`every nasty query is answered or refused by ${name}, at once`, async () => {
    using archive = await openArchive(engine)
    archive.answer('warm up')
    for (const q of nastyQueries) {
      const ms = await processorMs(() => archive.answer(q))
      assert.ok(ms < 2_000, `${q.slice(0, 60)} took ${ms} ms`)
    }
  })
}

test('the nasty ones are well-formed jobs or refusals', () => {
  for (const q of nastyQueries) {
    try {
      assert.ok(jobOf('public', q).query)
    } catch (error) {
      assert.instance(error, InvalidInput)
    }
  }
})

test.run()
