// Nobody learns anything by meaning from what others keep to themselves: no result, order, score,
// facet, total or likeness changes when a passage comes that the viewer may not see.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestVectors, type TestVectors } from '../../support/open-test-vectors.ts'
import type { TestDataset } from '../../support/shelves.ts'

const queries = [
  ...['furnace', 'boiler inspection', 'Heizung Prüfung', 'orchestra', 'invoices and payment'],
  ...['furnace -Heizkessel', '"safety valve" furnace', 'lang:de furnace', 'kind:ocr wind'],
  ...['wind OR boiler', 'bread', 'zxqv', 'vienna music boiler valve', 'NOT boiler'],
]

type Viewer = Parameters<TestVectors['find']>[0]

/** Everything that a viewer can find out. */
async function everything(vectors: TestVectors, viewer: Viewer, own: string) {
  const found: unknown[] = []
  for (const mode of ['semantic', 'hybrid'] as const) {
    for (const q of queries) {
      found.push([q, mode, await vectors.find(viewer, q, { mode, highlight: true })])
      found.push(await vectors.find(viewer, q, { mode, sort: 'recent', limit: 2 }))
    }
  }
  if (viewer !== 'public') found.push(await vectors.similar(viewer as never, own as never))
  return found
}

async function stock(vectors: TestVectors) {
  const [viewer, seller] = [vectors.tenant(), vectors.tenant()]
  const own = vectors.dataset(viewer)
  const listed = vectors.dataset(seller, { visibility: 'listed' })
  const asset = await vectors.object(own, [
    'The boiler was inspected and its safety valve replaced.',
    'The violin concerto was performed in Vienna',
    { text: 'wind at the turbine', kind: 'ocr' },
  ])
  await vectors.object(listed, [
    'A furnace with a repaired valve',
    { text: 'Der Heizkessel wurde geprüft', lang: 'de' },
    'An invoice is to be paid, and so are all bills',
  ])
  await vectors.embedAll()
  return { viewer, own, assetId: asset.objectId }
}

const intruders = [
  'boiler boiler heating furnace Heizkessel safety valve',
  'The boiler was inspected and its safety valve replaced.',
  'invoices and payment of the orchestra in Vienna',
  { text: 'Heizung Prüfung furnace wind', lang: 'de' },
  'bread baked in the oven',
]

type Hide = (vectors: TestVectors, dataset: TestDataset) => Promise<unknown>
const hidden: [name: string, visibility: string, hide: Hide][] = [
  ['in a private dataset', 'private', (v, d) => v.object(d, intruders)],
  ['in a restricted dataset', 'restricted', (v, d) => v.object(d, intruders)],
  ['that are still being indexed', 'listed', (v, d) => v.object(d, intruders, { state: 'queued' })],
  [
    'that were taken down',
    'listed',
    async (v, d) => v.set((await v.object(d, intruders)).objectId, 'taken_down_at', 1),
  ],
]

for (const [name, visibility, hide] of hidden) {
  test(`passages ${name} change nothing for others`, async () => {
    using vectors = await openTestVectors()
    const { viewer, assetId } = await stock(vectors)
    const all = async () => [
      await everything(vectors, viewer, assetId),
      await everything(vectors, 'public', assetId),
    ]
    const before = await all()
    await hide(vectors, vectors.dataset(vectors.tenant(), { visibility }))
    assert.is(await vectors.embedAll(), intruders.length)
    assert.equal(await all(), before)
  })
}

test('a key sees nothing of its tenant beyond its list', async () => {
  using vectors = await openTestVectors()
  const { viewer, own, assetId } = await stock(vectors)
  const datasetAccess = { mode: 'allow_list' as const, datasetIds: [own.datasetId] }
  const key = { tenantId: viewer, datasetAccess }
  const all = async () => {
    const found: unknown[] = []
    for (const q of queries) found.push(await vectors.find(key, q))
    return found
  }
  const before = await all()
  await vectors.object(vectors.dataset(viewer), intruders)
  await vectors.embedAll()
  assert.equal(await all(), before)
  assert.ok(assetId)
})

test('the same passages change something for their owner', async () => {
  using vectors = await openTestVectors()
  const { viewer, own, assetId } = await stock(vectors)
  const before = await everything(vectors, viewer, assetId)
  await vectors.object(own, intruders)
  await vectors.embedAll()
  const after = await everything(vectors, viewer, assetId)
  const changed = after.filter((one, i) => JSON.stringify(one) !== JSON.stringify(before[i]))
  assert.ok(changed.length > before.length / 2)
})

test.run()
