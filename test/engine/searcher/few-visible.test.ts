// Who sees few passages among very many gets the answers of an index that has these alone: what
// others have neither hides what is theirs nor is walked through.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { removePassages } from '../../../src/engine/index.ts'
import { openMemoryIndex } from '../../../src/engine/keyword/memory-index.ts'
import { openTestSearch, snippetsOf, type TestSearch } from '../../support/open-test-search.ts'
import { openTestVectors, textsOf } from '../../support/open-test-vectors.ts'
import type { Shelves } from '../../support/shelves.ts'

const few = [
  { text: 'Die Wärmepumpenprüfung im Keller', lang: 'de' },
  { text: 'Batterieladung und Ladung', lang: 'de' },
  { text: 'De waterkwaliteitsmeting', lang: 'nl' },
  'The boiler was inspected in the turbine hall',
]

const letters = [...'abcdefghijklmnopqrst']

/** More compounds with one end than are looked for, words near to others, and other beginnings. */
const many = letters.flatMap((one) =>
  letters.map((two) => ({
    text: `Die ${one}x${two}xprüfung, Batterie${one}${two}ladung, boil${one}, turb${one}ne ${two}`,
    lang: 'de',
  })),
)

const queries = [
  ...['Prüfung', 'Prüfungen', 'Wartung', 'meting', 'Batterie laden', 'Batterie Prüfung'],
  ...['axbxprüfung', 'boiler~', 'boilr~', 'turbinr~2', 'boilre', 'turbyne hal', 'inspektion'],
  ...['Kesselprüfung', 'wärmepumpe keller', 'NOT boiler', 'turb*'],
]

async function openHouse(shelves: Shelves) {
  const [tenantId, other] = [shelves.tenant(), shelves.tenant()]
  const dataset = shelves.dataset(tenantId)
  const own = await shelves.object(dataset, few)
  return { tenantId, dataset, own, other: shelves.dataset(other) }
}

async function addMany(shelves: Shelves, other: Parameters<Shelves['object']>[0]) {
  const owner = await shelves.object(other, [])
  for (let i = 0; i < many.length; i += 200) await shelves.addTo(owner, many.slice(i, i + 200))
}

const engines: [name: string, open: () => TestSearch][] = [
  ['FTS5', () => openTestSearch()],
  ['the engine in memory', () => openTestSearch({ memory: openMemoryIndex() })],
]

for (const [name, open] of engines) {
  test(`what others have changes no answer for who sees few, with ${name}`, async () => {
    using search = open()
    const { tenantId, other } = await openHouse(search)
    const answers = () =>
      queries.map((q) => {
        const { hits, ...rest } = search.find(tenantId, q, { highlight: true })
        const shown = hits.map(({ snippet, score }) => ({ snippet, score }))
        return { q, shown, ...rest, suggested: search.suggest(tenantId, q) }
      })
    const alone = answers()
    await addMany(search, other)
    for (const [i, answer] of answers().entries()) assert.equal(answer, alone[i], queries[i])
    assert.equal(snippetsOf(search.find(tenantId, 'Prüfung')), [few[0]].map(textOf))
  })
}

test('who sees few has no list of all words read, by words and by both', async () => {
  using vectors = await openTestVectors()
  const { tenantId, other } = await openHouse(vectors)
  await addMany(vectors, other)
  await vectors.embedAll(500)
  vectors.store.raw.exec('DROP TABLE passage_words')
  const isFound = async (q: string, passage = few[0]) => {
    const found = textsOf(await vectors.find(tenantId, q, { mode: 'hybrid', highlight: true }))
    return found.some((one) => one.includes('**') && one.replaceAll('**', '') === textOf(passage))
  }
  assert.ok(await isFound('Prüfung'))
  assert.ok(await isFound('Batterie laden', few[1]))
  assert.ok(await isFound('turbin~1', few[3]))
  const corrected = await vectors.find(tenantId, 'wärmepumpenprufnug', { mode: 'hybrid' })
  assert.is(corrected.correctedQuery, 'wärmepumpenprüfung')
})

test('who sees few finds what came a moment ago, and no more what is gone', async () => {
  using search = openTestSearch()
  const { tenantId, dataset, own, other } = await openHouse(search)
  await addMany(search, other)
  const found = () => snippetsOf(search.find(tenantId, 'Prüfung'))
  assert.equal(found(), [few[0]].map(textOf))
  await search.object(dataset, [{ text: 'Eine Kesselprüfung', lang: 'de' }])
  assert.equal(found().sort(), [textOf(few[0]), 'Eine Kesselprüfung'])
  await search.store.write((tx) => removePassages(tx, own.objectId, { limit: 10 }))
  assert.equal(found(), ['Eine Kesselprüfung'])
})

function textOf(passage: (typeof few)[number] | undefined): string {
  return typeof passage === 'object' ? passage.text : (passage ?? '')
}

test.run()
