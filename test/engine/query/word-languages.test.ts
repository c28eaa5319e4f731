// A word is stemmed in the language of the passage that it is matched in.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openMemoryIndex } from '../../../src/engine/keyword/memory-index.ts'
import { openTestSearch, snippetsOf } from '../../support/open-test-search.ts'

const corpus = [
  { text: 'A paper about the inspection of herons', lang: 'en' },
  { text: 'Her papers were inspected here', lang: 'en' },
  { text: 'Os papéis do museu', lang: 'pt' },
  { text: 'Il a inspecté une inspection', lang: 'fr' },
  { text: 'Die Papiere und die Kessel', lang: 'de' },
  { text: 'Los papeles del museo', lang: 'es' },
  { text: 'Hij heren here', lang: 'nl' },
  { text: 'Herre og here', lang: 'da' },
  { text: 'Hän heräsi tänne', lang: 'fi' },
  { text: 'here here', lang: 'sv' },
  { text: 'paper 17', lang: 'und' },
]

for (const [name, engine] of [
  ['FTS5', {}],
  ['the engine in memory', { memory: openMemoryIndex() }],
] as const) {
  test(`a word finds its own forms in ten languages, with ${name}`, async () => {
    using search = openTestSearch(engine)
    const tenantId = search.tenant()
    await search.object(search.dataset(tenantId), corpus)
    const found = (q: string, part = {}) =>
      snippetsOf(search.find(tenantId, q, { highlight: true, ...part })).sort()
    assert.equal(
      found('+paper'),
      [
        'A **paper** about the inspection of herons',
        'Her **papers** were inspected here',
        '**paper** 17',
      ].sort(),
    )
    assert.equal(found('+heron'), ['A paper about the inspection of **herons**'])
    assert.equal(found('+papel'), ['Los **papeles** del museo'])
    assert.equal(found('+papéis'), ['Os **papéis** do museu'])
    assert.equal(found('+inspections').length, 3)
    const inEnglish = found('+paper', { filters: { lang: 'en' } })
    assert.equal(inEnglish.length, 2)
    for (const q of ['lang:en +paper', 'lang:en paper', '+paper +lang:en', '(paper AND lang:en)']) {
      assert.equal(found(q), inEnglish, q)
    }
    assert.equal(found('lang:pt paper'), found('paper', { filters: { lang: 'pt' } }))
  })
}

test('a form that stands elsewhere only does not hide the others', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  await search.object(search.dataset(tenantId), [
    'one meeting, to meet',
    { text: 'Die Meetings im Mai', lang: 'de' },
    { text: 'inspections 17', lang: 'und' },
    'the inspection',
  ])
  assert.is(search.find(tenantId, '+meetings').total, 2)
  assert.is(search.find(tenantId, '+inspections').total, 2)
})

test('whose passages a viewer does not see says nothing of a word', async () => {
  using search = openTestSearch()
  const [one, other] = [search.tenant(), search.tenant()]
  await search.object(search.dataset(one), ['the papers', { text: 'Os papéis', lang: 'pt' }])
  const before = search.find(one, 'papers paper')
  await search.object(search.dataset(other), [{ text: 'paper', lang: 'pt' }])
  assert.equal(search.find(one, 'papers paper'), before)
})

test.run()
