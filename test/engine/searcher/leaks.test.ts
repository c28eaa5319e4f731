// Nobody learns anything from what others keep to themselves: no result, order, score, facet,
// total, suggestion or correction changes when a passage comes that the viewer may not see. Both
// engines are held to it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openMemoryIndex } from '../../../src/engine/keyword/memory-index.ts'
import { openTestSearch, type TestSearch } from '../../support/open-test-search.ts'
import type { TestDataset } from '../../support/shelves.ts'

const queries = [
  ...[
    'boiler',
    'boiler turbine',
    'boiler inspection report',
    'the boiler',
    'die anlage',
    'le pont',
  ],
  ...['boiler OR turbine', 'boiler -turbine', 'NOT boiler', '"boiler report"', '"of the boiler"'],
  ...['kind:ocr boiler', 'lang:en boiler', 'title:report boiler', 'dataset:"Boiler archive"'],
  ...['boil*', 'tur* boiler', 'boilr~', 'boilre~2', 'turbin~1 +boiler~', 'zirconium', 'secret*'],
  ...['zirconiun', 'boilr', 'turbyne', 'inspektion', 'secrte', 'quantum', 'quantun entangled'],
  ...['Kesselanlage', 'Anlagenkessel boiler', 'Batterie Prüfung'],
]
const beginnings = ['bo', 'boil', 'tur', 'zir', 'sec', 'qua', 'boilr', 'secrt', 'turbyne pla', 'b']

/** Everything that a viewer can find out. */
function everything(search: TestSearch, viewer: Parameters<TestSearch['find']>[0]) {
  const found = queries.map((q) => {
    const { hits, ...rest } = search.find(viewer, q, { limit: 100, highlight: true })
    const shown = hits.map(({ passageId, score, snippet }) => ({ passageId, score, snippet }))
    return { q, hits: shown, ...rest }
  })
  const recent = queries.map((q) => search.find(viewer, q, { sort: 'recent', limit: 3 }).hits)
  const suggested = [...beginnings, ...queries].map((q) => search.suggest(viewer, q))
  return { found, recent, suggested }
}

/** A viewer with passages of its own, and others that everybody may see. */
async function stock(search: TestSearch) {
  const [viewer, seller] = [search.tenant(), search.tenant()]
  const own = search.dataset(viewer, { name: 'Boiler archive' })
  const listed = search.dataset(seller, { visibility: 'listed' })
  await search.object(own, [
    'The boiler was inspected, and the report of the boiler is here.',
    'A turbine plant with a boiler house and a long tail of words that nobody will look for',
    { text: 'Boiler report, scanned', kind: 'ocr' },
    { text: 'Die Wärmepumpenprüfung', lang: 'de' },
  ])
  await search.object(listed, [
    'Inspection report of the turbine',
    'Boilers and turbines in the plant',
    { text: 'Die Anlage und der Kessel', lang: 'de' },
  ])
  return { viewer, own, listed }
}

const intruders: readonly { text: string; lang?: string }[] = [
  { text: 'boiler boiler boiler turbine inspection report of the boiler' },
  { text: 'zirconium secret secretary quantum turbyne boilr inspektion boilres' },
  { text: `secret ${'boiler '.repeat(300)}` },
  { text: 'le pont de la chaudière, les turbines et le boiler', lang: 'fr' },
  { text: 'die das der und boiler', lang: 'nl' },
  ...[1, 2, 3].map((i) => ({ text: `Kessel und Anlage ${i}`, lang: 'de' })),
  { text: 'Die Batterieprüfung', lang: 'de' },
]

type Hide = (search: TestSearch, dataset: TestDataset) => Promise<unknown>
const hidden: [name: string, visibility: string, hide: Hide][] = [
  ['in a private dataset', 'private', (s, d) => s.object(d, intruders)],
  ['in a restricted dataset', 'restricted', (s, d) => s.object(d, intruders)],
  ['that are still being indexed', 'listed', (s, d) => s.object(d, intruders, { state: 'queued' })],
  [
    'that were taken down',
    'listed',
    async (s, d) => s.set((await s.object(d, intruders)).objectId, 'taken_down_at', 1),
  ],
]

const engines: [name: string, open: () => TestSearch][] = [
  ['FTS5', () => openTestSearch()],
  ['the engine in memory', () => openTestSearch({ memory: openMemoryIndex() })],
]

for (const [engine, open] of engines) {
  for (const [name, visibility, hide] of hidden) {
    test(`with ${engine}, passages ${name} change nothing for others`, async () => {
      using search = open()
      const { viewer } = await stock(search)
      const before = [everything(search, viewer), everything(search, 'public')]
      await hide(search, search.dataset(search.tenant(), { visibility }))
      assert.equal([everything(search, viewer), everything(search, 'public')], before)
    })
  }

  test(`with ${engine}, a key sees nothing of its tenant beyond its list`, async () => {
    using search = open()
    const { viewer, own } = await stock(search)
    const key = {
      tenantId: viewer,
      datasetAccess: { mode: 'allow_list' as const, datasetIds: [own.datasetId] },
    }
    const before = everything(search, key)
    await search.object(search.dataset(viewer), intruders)
    assert.equal(everything(search, key), before)
  })

  test(`with ${engine}, the same passages change something for their owner`, async () => {
    using search = open()
    const { viewer, own } = await stock(search)
    const before = everything(search, viewer)
    await search.object(own, intruders)
    const after = everything(search, viewer)
    const changed = after.found.filter(
      (answer, i) => JSON.stringify(answer) !== JSON.stringify(before.found[i]),
    )
    assert.ok(changed.length > queries.length / 2)
    assert.not.equal(after.suggested, before.suggested)
  })

  test(`with ${engine}, as many compounds of others as are looked for hide none`, async () => {
    const [alone, crowded] = [await answersBeside(open, []), await answersBeside(open, compounds)]
    assert.equal(
      alone.map(({ total }) => total),
      [1, 1],
    )
    assert.equal(crowded, alone)
  })
}

/** So many that the viewer is none of who sees few: those are searched for in another way. */
const fillers = Array.from({ length: 30 }, (_, i) => `Die Anlage ${i}`)

/**
 * More than 100 with one end and 500 with one beginning, before the viewer's by their letters. Not
 * many more with the end: the walk that looks at each of them has so much of a processor.
 */
const letters = [...'abcdefghijklmnopqrstuvwxy']
const compounds = letters.flatMap((one, i) =>
  letters.map((two) => ({
    text: `${i < 5 ? `Die ${one}x${two}xprüfung und die` : 'Die'} Batterie${one}${two}zulassung`,
    lang: 'de',
  })),
)

/** What a viewer finds who comes when others are there already: nothing was read before. */
async function answersBeside(open: () => TestSearch, others: typeof compounds) {
  using search = open()
  const [viewer, other] = [search.tenant(), search.tenant()]
  const owner = await search.object(search.dataset(other), [])
  for (let from = 0; from < others.length; from += 200) {
    await search.addTo(owner, others.slice(from, from + 200))
  }
  const own = ['Die Wärmepumpenprüfung', 'Die Batteriezulassung', 'Eine Zulassung', ...fillers]
  await search.object(
    search.dataset(viewer),
    own.map((text) => ({ text, lang: 'de' })),
  )
  return ['Prüfung', 'Batterie'].map((q) => {
    const { hits, ...rest } = search.find(viewer, q, { limit: 100, highlight: true })
    return { hits: hits.map(({ score, snippet }) => ({ score, snippet })), ...rest }
  })
}

test.run()
