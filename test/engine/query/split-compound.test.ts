// Rare German compounds are looked for by their parts, too.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { splitCompound } from '../../../src/engine/query/split-compound.ts'
import { openTestSearch, snippetsOf } from '../../support/open-test-search.ts'

const counts: Record<string, number> = {
  kessel: 40,
  prüfung: 30,
  kesselprüfung: 2,
  arbeit: 90,
  zeit: 70,
  versicherung: 20,
  rente: 15,
  wärme: 9,
  pumpe: 8,
  wärmepumpe: 50,
  haus: 60,
  boot: 2,
  dampf: 4,
  druck: 3,
}
const lexicon = { count: (word: string) => counts[word] ?? 0 }

const splits: [word: string, parts: string][] = [
  ['kesselprüfung', 'kessel prüfung'],
  ['arbeitszeit', 'arbeit zeit'],
  ['rentenversicherung', 'rente versicherung'],
  ['dampfdruck', 'dampf druck'],
  // Well known as it stands; a part too short, too rare, unknown; no letters.
  ['wärmepumpe', ''],
  ['kesselofen', ''],
  ['hausboot', ''],
  ['kesselprobe', ''],
  ['kessel', ''],
  ['kessel2zeit', ''],
]

for (const [word, parts] of splits) {
  test(`${word} is ${parts || 'one word'}`, () => {
    assert.is(splitCompound(word, lexicon).join(' '), parts)
  })
}

const three = (text: string) => [1, 2, 3].map((i) => ({ text: `${text} ${i}`, lang: 'de' }))

test('passages with the parts are found behind those with the compound', async () => {
  using search = openTestSearch()
  const tenantId = search.tenant()
  await search.object(search.dataset(tenantId), [
    ...three('Der Kessel'),
    ...three('Die Prüfung'),
    { text: 'Kesselprüfung im Mai', lang: 'de' },
  ])
  const found = search.find(tenantId, 'Kesselprüfungen', { highlight: true })
  assert.is(found.total, 7)
  assert.is(snippetsOf(found)[0], '**Kesselprüfung** im Mai')
  assert.ok(snippetsOf(found).includes('Die **Prüfung** 2'))
})

test('a condition, a phrase and a corpus without German ask for the compound alone', async () => {
  using search = openTestSearch()
  const [german, english] = [search.tenant(), search.tenant()]
  await search.object(search.dataset(german), [...three('Der Kessel'), ...three('Die Prüfung')])
  await search.object(search.dataset(english), ['kessel', 'kessel', 'kessel', 'prüfung', 'prüfung'])
  assert.is(search.find(german, '+Kesselprüfung').total, 0)
  assert.is(search.find(german, '"Kesselprüfung"').total, 0)
  assert.is(search.find(english, 'kesselprüfung').total, 0)
  assert.is(search.find(german, 'Kesselprüfung').total, 6)
})

test('a rare word finds the compounds that begin with it', async () => {
  using search = openTestSearch()
  const [one, other, dutch] = [search.tenant(), search.tenant(), search.tenant()]
  await search.object(search.dataset(one), [
    { text: 'Die Batterieprüfung ist im Mai', lang: 'de' },
    { text: 'Batterieladung und anderes', lang: 'de' },
    { text: 'Arbeitsprüfungen', lang: 'de' },
  ])
  await search.object(search.dataset(other), [{ text: 'Die Ladung', lang: 'de' }])
  await search.object(search.dataset(dutch), [{ text: 'De batterijcontrole', lang: 'nl' }])
  const found = (q: string) => snippetsOf(search.find(one, q, { highlight: true }))
  assert.equal(found('Batterie prüfen'), ['Die **Batterieprüfung** ist im Mai'])
  assert.equal(found('Arbeit prüfen'), ['**Arbeitsprüfungen**'])
  assert.equal(found('Batterie'), [])
  assert.equal(found('+Batterie'), [])
  assert.is(search.find(dutch, 'batterij controle').total, 1)
})

test('a compound is parted by the passages that there are now, for whoever sees them', async () => {
  using search = openTestSearch()
  const [one, other] = [search.tenant(), search.tenant()]
  const dataset = search.dataset(one)
  await search.object(dataset, three('Der Kessel'))
  await search.object(search.dataset(other), three('Die Prüfung'))
  const totals = () => [one, other].map((who) => search.find(who, 'Kesselprüfung').total)
  assert.equal(totals(), [0, 0])
  await search.object(dataset, three('Die Prüfung'))
  assert.equal(totals(), [6, 0])
})

test.run()
