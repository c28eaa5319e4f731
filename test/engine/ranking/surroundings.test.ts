// What stands around a passage in its asset says what it is about, too.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { removePassages } from '../../../src/domain/search/index.ts'
import { openMemoryIndex } from '../../../src/engine/index.ts'
import { openTestSearch, snippetsOf } from '../../support/open-test-search.ts'

const open = (engine: 'fts5' | 'memory') =>
  openTestSearch(engine === 'memory' ? { memory: openMemoryIndex() } : {})

for (const engine of ['fts5', 'memory'] as const) {
  test(`${engine}: equal passages go by what is said beside them`, async () => {
    using search = open(engine)
    const tenantId = search.tenant()
    const dataset = search.dataset(tenantId)
    const about = await search.object(dataset, [
      'Turbines need care.',
      'Everything else follows.',
      'The pump was cleaned once.',
    ])
    await search.object(dataset, [
      'Gardens need care.',
      'Everything else follows.',
      'The pump was cleaned twice.',
    ])
    const { hits } = search.find(tenantId, 'turbines pump')
    const [first, second] = hits.filter(({ snippet }) => snippet.startsWith('The pump'))
    assert.is(first?.objectId, about.objectId)
    assert.ok((first?.score ?? 0) > (second?.score ?? 0))
  })

  test(`${engine}: passages of others that came between are not around it`, async () => {
    const scores: unknown[] = []
    for (const isBetween of [false, true]) {
      using search = open(engine)
      const tenantId = search.tenant()
      const dataset = search.dataset(tenantId)
      const owner = await search.object(dataset, ['Turbines need care.'])
      if (isBetween)
        await search.object(search.dataset(search.tenant()), ['Turbine pumps.', 'Pump.'])
      await search.addTo(owner, ['The pump was cleaned once.'])
      await search.object(dataset, ['The pump was cleaned twice.'])
      scores.push(
        search.find(tenantId, 'turbines pump').hits.map(({ snippet, score }) => [snippet, score]),
      )
    }
    assert.equal(scores[1], scores[0])
  })
}

test('what was removed is around nothing any more', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId)
  const left = await search.object(dataset, ['Turbines need care.', 'The pump was cleaned once.'])
  const never = await search.object(dataset, ['The pump was cleaned twice.'])
  await search.object(dataset, ['One.', 'Two.'])
  assert.is(search.find(tenantId, 'pump').total, 2)
  await search.store.write((tx) => removePassages(tx, left.objectId, { limit: 1 }))
  const scoreOf = ({ objectId }: { objectId: string }) =>
    search.find(tenantId, 'pump').hits.find((hit) => hit.objectId === objectId)?.score
  assert.is(scoreOf(left), scoreOf(never))
  await search.addTo(left, ['Nothing.'])
  assert.is.not(scoreOf(left), scoreOf(never))
})

test('pages go on where the one before ended, also behind those that are ranked anew', async () => {
  using search = openTestSearch({ memory: openMemoryIndex() })
  const tenantId = search.tenant()
  const dataset = search.dataset(tenantId)
  const filler = 'something else entirely '.repeat(20)
  for (let i = 0; i < 25; i++) {
    const more = i % 3 === 0 ? 'turbine '.repeat(i) : ''
    const short = `Pump, turbine${' green'.repeat(i)}.`
    await search.object(dataset, [short, `${more}${filler}`, filler])
    await search.object(dataset, [`Here are a pump and a turbine, number ${i} of all.`])
  }
  const asked = { facets: false, limit: 60 }
  const whole = search.find(tenantId, 'pump turbine', asked)
  const pages = [0, 1, 2, 3, 10, 17, 24, 31, 38, 45, 52].flatMap((offset) => {
    const limit = offset < 3 ? 1 : 7
    return snippetsOf(search.find(tenantId, 'pump turbine', { facets: false, limit, offset }))
  })
  assert.equal(pages, snippetsOf(whole))
  const counted = search.find(tenantId, 'pump turbine', { limit: 60 })
  assert.equal(snippetsOf(counted), snippetsOf(whole))
  for (const limit of [3, 60]) {
    assert.is(search.find(tenantId, 'pump turbine', { facets: false, limit }).total, counted.total)
  }
  const scores = whole.hits.map(({ score }) => score)
  assert.equal(
    scores,
    [...scores].sort((a, b) => b - a),
  )
})

test.run()
