import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openMemoryIndex } from '../../../src/engine/index.ts'
import { openTestSearch, snippetsOf } from '../../support/open-test-search.ts'

async function openArchive() {
  const search = openTestSearch()
  const tenantId = search.tenant()
  await search.object(search.dataset(tenantId), [
    'The boiler inspection in the turbine hall',
    { text: 'Die Prüfung der Wärmepumpe', lang: 'de' },
    'inspections of boilers by inspectors and by one inspectorr, written in C#',
  ])
  const corrected = (q: string) => search.find(tenantId, q).correctedQuery
  return { search, tenantId, corrected, [Symbol.dispose]: search[Symbol.dispose] }
}

const facts: [q: string, corrected: string | undefined][] = [
  ['boilr', 'boiler'],
  ['biolr insepction', 'biolr inspection'],
  ['Boilr, Insepction!', 'boiler, inspection!'],
  ['warmepompe', 'wärmepumpe'],
  ['prufuung', 'prüfung'],
  ['the boyler of wyndmills', 'the boiler of wyndmills'],
  ['boilers', undefined],
  ['inspecting boilr', undefined],
  ['boi', undefined],
  ['blr', undefined],
  ['A-18', undefined],
  ['boilr7', undefined],
  ['F#', undefined],
  ['"boilr"', undefined],
  ['+boilr', undefined],
  ['boilr OR turbyne', undefined],
  ['boilr*', undefined],
  ['kind:ocr boilr', undefined],
  ['boilr *', 'boiler'],
  ['boilr OR turbyne *', undefined],
  ['boilr AND *', undefined],
  ['(boilr)', undefined],
  ['boilr (WP)', undefined],
  ['(boilr insepction)', undefined],
  ['boilr (turbyne halll)', 'boiler turbyne halll'],
  ['boilr (turbyne', 'boiler turbine'],
  ['boilr -40', 'boiler -40'],
  ['"boilr', 'boiler'],
  ['zzzzzzzz', undefined],
  ['ケッセル', undefined],
]

for (const [q, corrected] of facts) {
  test(`${q} is ${corrected ? `taken for ${corrected}` : 'left as it is'}`, async () => {
    using archive = await openArchive()
    assert.is(archive.corrected(q), corrected)
  })
}

test('a correction finds what the corrected query finds', async () => {
  using archive = await openArchive()
  const { search, tenantId } = archive
  const { correctedQuery, ...found } = search.find(tenantId, 'boilr', { highlight: true })
  assert.is(correctedQuery, 'boiler')
  assert.equal(found, search.find(tenantId, 'boiler', { highlight: true }))
  assert.is(snippetsOf(found).length, 2)
})

test('a query whose correction could not be read is searched for as it is', async () => {
  using archive = await openArchive()
  const { search, tenantId } = archive
  assert.equal(search.find(tenantId, 'boilr turbyne OR *').hits, [])
})

test('of equally near words the commoner one is meant', async () => {
  using archive = await openArchive()
  const { search, tenantId } = archive
  await search.object(search.dataset(tenantId), ['toiler', 'toiler', 'toiler'])
  assert.is(archive.corrected('xoiler'), 'toiler')
  await search.object(search.dataset(tenantId), ['boiler', 'boiler', 'boiler'])
  assert.is(archive.corrected('xoiler'), 'boiler')
})

test('a word that a filter leaves out is no slip', async () => {
  using archive = await openArchive()
  const { search, tenantId } = archive
  const outcome = search.find(tenantId, 'boiler', { filters: { lang: 'de' } })
  assert.is(outcome.correctedQuery, undefined)
  assert.is(outcome.total, 0)
})

test('a correction that finds nothing either is not made', async () => {
  using archive = await openArchive()
  const { search, tenantId } = archive
  const outcome = search.find(tenantId, 'boilr', { filters: { lang: 'de' } })
  assert.is(outcome.correctedQuery, undefined)
})

for (const memory of [undefined, openMemoryIndex()]) {
  const by = memory ? 'memory' : 'fts'
  test(`${by}: words of others that begin as an adjective does leave room for it`, async () => {
    using search = openTestSearch(memory ? { memory } : {})
    const [owner, other] = [search.tenant(), search.tenant()]
    const some = Array.from({ length: 300 }, (_, i) => `septa${String(i).padStart(3, '0')}`)
    await search.object(search.dataset(other), [some.join(' ')])
    await search.object(search.dataset(owner), [{ text: 'Septische Formen', lang: 'de' }])
    assert.is(search.find(owner, 'was ist sepsis').correctedQuery, 'was ist septische')
    await search.object(search.dataset(owner), [{ text: 'a septic tank', lang: 'en' }])
    await search.object(search.dataset(owner), [{ text: 'the septic system', lang: 'en' }])
    assert.is(search.find(owner, 'sepsis').correctedQuery, 'septic')
  })
}

test.run()
