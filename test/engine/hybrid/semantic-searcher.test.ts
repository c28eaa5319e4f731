// What the thread with the vectors does, step by step: odd vectors, deletions, other models.
import { readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectId } from '../../../src/base/ids.ts'
import { removePassages } from '../../../src/domain/search/index.ts'
import { openEmbedder } from '../../../src/engine/embedding/open-embedder.ts'
import type { Embedder } from '../../../src/engine/index.ts'
import { openTestStore } from '../../support/open-test-store.ts'
import { openTestVectors, sourceOf, textsOf } from '../../support/open-test-vectors.ts'
import { refusal } from '../../support/refusal.ts'
import { toyModel } from '../../support/toy-model.ts'

test('the names of an asset are no hit beside its passages, by meaning and by both', async () => {
  using vectors = await openTestVectors()
  const tenantId = vectors.tenant()
  const dataset = vectors.dataset(tenantId)
  const named = (text: string) => ({ text, kind: 'metadata' as const })
  await vectors.object(dataset, ['The boiler was inspected', named('boiler inspection')])
  await vectors.object(dataset, ['The violin concerto', named('boiler furnace')])
  await vectors.embedAll(10)
  for (const mode of ['semantic', 'hybrid'] as const) {
    const found = textsOf(await vectors.find(tenantId, 'boiler', { mode })).sort()
    assert.equal(found, ['The boiler was inspected', 'boiler furnace'], mode)
  }
})

test('an asset that is called what is asked comes first, with its best passage', async () => {
  using vectors = await openTestVectors()
  const tenantId = vectors.tenant()
  const dataset = vectors.dataset(tenantId)
  const named = (text: string) => ({ text, kind: 'metadata' as const })
  await vectors.object(dataset, ['A boiler and its valve', named('bread')])
  await vectors.object(dataset, ['Bread, a boiler and a valve', named('boiler')])
  await vectors.embedAll(10)
  const { hits } = await vectors.find(tenantId, 'kessel')
  assert.equal(
    hits.map(({ snippet }) => snippet),
    ['Bread, a boiler and a valve', 'A boiler and its valve'],
  )
})

test('compounds are marked in what is shown, and no list of all words is read for it', async () => {
  using vectors = await openTestVectors()
  const tenantId = vectors.tenant()
  const dataset = vectors.dataset(tenantId)
  await vectors.object(dataset, [{ text: 'Die Batteriekontrolle folgt der furnace', lang: 'de' }])
  await vectors.embedAll(10)
  vectors.store.raw.exec('DROP TABLE passage_words')
  for (const q of ['furnace Kontrolle', 'furnace Batterie Kontrolle']) {
    const shown = textsOf(await vectors.find(tenantId, q, { highlight: true }))
    assert.equal(shown, ['Die **Batteriekontrolle** folgt der **furnace**'], q)
  }
})

test('ten thousand equal passages hide nothing else, and take one vector', async () => {
  using vectors = await openTestVectors()
  const tenantId = vectors.tenant()
  const dataset = vectors.dataset(tenantId)
  const owner = await vectors.object(dataset, [])
  const copies = Array.from({ length: 200 }, () => 'furnace')
  for (let i = 0; i < 50; i++) await vectors.addTo(owner, copies)
  await vectors.object(dataset, ['The boiler was inspected', 'The violin concerto'])
  assert.is(await vectors.embedAll(500), 10_002)
  assert.equal(textsOf(await vectors.find(tenantId, 'orchestra')), ['The violin concerto'])
  assert.equal(textsOf(await vectors.find(tenantId, 'inspection boiler')).slice(0, 1), [
    'The boiler was inspected',
  ])
  const most = await vectors.find(tenantId, 'heating')
  assert.is(most.total, 200)
  const each = await vectors.find(tenantId, 'heating', { oncePerObject: true })
  assert.equal(textsOf(each), ['furnace', 'The boiler was inspected'])
  assert.match(vectors.searcher.space()?.index.describe() ?? '', /^3 distinct vectors/)
})

test('passages read for one question are read right for the next, new ones too', async () => {
  using vectors = await openTestVectors()
  const tenantId = vectors.tenant()
  const dataset = vectors.dataset(tenantId)
  const texts = ['The boiler was inspected', 'The furnace and its valve', 'A violin concerto']
  await vectors.object(dataset, texts)
  await vectors.embedAll(10)
  for (const mode of ['semantic', 'hybrid'] as const) {
    const first = await vectors.find(tenantId, 'kessel inspection', { mode })
    await vectors.find(tenantId, 'orchestra furnace', { mode })
    assert.equal(await vectors.find(tenantId, 'kessel inspection', { mode }), first)
  }
  const removed = await vectors.object(dataset, ['The heating was checked'])
  await vectors.embedAll(10)
  assert.is((await vectors.find(tenantId, 'heating check')).total, 3)
  await vectors.store.write((tx) => removePassages(tx, removed.objectId, { limit: 10 }))
  await vectors.object(dataset, ['Geige and orchestra'])
  await vectors.embedAll(10)
  const found = textsOf(await vectors.find(tenantId, 'violin'))
  assert.equal(found.sort(), ['A violin concerto', 'Geige and orchestra'])
})

const odd: [name: string, vector: number[]][] = [
  ['zeros', [0, 0, 0, 0, 0, 0, 0, 0]],
  ['NaN', [1, Number.NaN, 0, 0, 0, 0, 0, 0]],
  ['infinity', [Number.POSITIVE_INFINITY, 0, 0, 0, 0, 0, 0, 0]],
  ['another size', [1, 2, 3]],
  ['no vector', []],
]

for (const [name, made] of odd) {
  test(`a passage that gives ${name} is passed over, and the model asked once`, async () => {
    const toy = await openEmbedder(sourceOf())
    let asked = 0
    const embedder: Embedder = {
      ...toy,
      embedPassages: async (texts) =>
        Promise.all(
          texts.map((text) => {
            if (!text.includes('poison')) return toy.embedQuery(text)
            asked += 1
            return Float32Array.from(made)
          }),
        ),
    }
    using vectors = await openTestVectors({ embedder })
    const tenantId = vectors.tenant()
    await vectors.object(vectors.dataset(tenantId), ['furnace poison', 'A boiler', 'violin'])
    await vectors.embedAll()
    await vectors.embedAll()
    assert.is(asked, 1)
    assert.equal(textsOf(await vectors.find(tenantId, 'heating')), ['A boiler'])
    // By its words it is found all the same.
    const both = await vectors.find(tenantId, 'poison', { mode: 'hybrid' })
    assert.equal(textsOf(both), ['furnace poison'])
  })
}

test('texts without a word, very long ones and foreign scripts are taken', async () => {
  using vectors = await openTestVectors()
  const tenantId = vectors.tenant()
  const long = 'boiler'.repeat(17_000)
  const texts = ['…', '鍋爐檢查', long, 'boiler '.repeat(15_000), '\u0000\ufffd', 'A boiler']
  await vectors.object(vectors.dataset(tenantId), texts)
  assert.is(await vectors.embedAll(), texts.length)
  const found = await vectors.find(tenantId, 'heating')
  assert.is(found.total, 2)
})

test('what is deleted is not found, and its vectors go with it', async () => {
  using vectors = await openTestVectors()
  const tenantId = vectors.tenant()
  const dataset = vectors.dataset(tenantId)
  const owner = await vectors.object(dataset, ['A boiler', 'A furnace'])
  await vectors.object(dataset, ['Heizkessel'])
  await vectors.embedAll()
  assert.is((await vectors.find(tenantId, 'heating')).total, 3)
  await vectors.store.write((tx) => removePassages(tx, owner.objectId, { limit: 10 }))
  assert.equal(textsOf(await vectors.find(tenantId, 'heating')), ['Heizkessel'])
  const left = vectors.store.raw.prepare('SELECT count(*) FROM passage_vector').pluck().get()
  assert.is(left, 1)
})

test('an object that is processed again is found with its new passages', async () => {
  using vectors = await openTestVectors()
  const tenantId = vectors.tenant()
  const owner = await vectors.object(vectors.dataset(tenantId), ['A boiler'])
  await vectors.embedAll()
  await vectors.store.write((tx) => removePassages(tx, owner.objectId, { limit: 10 }))
  await vectors.addTo(owner, ['A furnace', 'A violin'])
  assert.is((await vectors.find(tenantId, 'heating')).total, 0)
  await vectors.embedAll()
  assert.equal(textsOf(await vectors.find(tenantId, 'heating')), ['A furnace'])
})

test('what becomes visible or hidden is so from the next search on', async () => {
  using vectors = await openTestVectors()
  const [seller, buyer] = [vectors.tenant(), vectors.tenant()]
  const dataset = vectors.dataset(seller, { visibility: 'listed' })
  await vectors.object(dataset, ['A boiler'])
  await vectors.embedAll()
  const set = (visibility: string) =>
    vectors.store.raw
      .prepare('UPDATE dataset SET visibility = ? WHERE dataset_no = ?')
      .run(visibility, dataset.datasetNo)
  const total = async () => (await vectors.find(buyer, 'heating')).total
  assert.is(await total(), 1)
  set('private')
  assert.is(await total(), 0)
  set('listed')
  assert.is(await total(), 1)
})

test('a vector never changes, and none is kept of a passage that is gone', async () => {
  using vectors = await openTestVectors()
  const owner = await vectors.object(vectors.dataset(vectors.tenant()), ['A boiler'])
  const made = await vectors.searcher.embed({ limit: 10 })
  assert.ok(made)
  await vectors.store.write((tx) => removePassages(tx, owner.objectId, { limit: 10 }))
  await vectors.vectorStore.keep(made)
  const { raw } = vectors.store
  assert.is(raw.prepare('SELECT count(*) FROM passage_vector').pluck().get(), 0)
  await vectors.addTo(owner, ['A furnace'])
  await vectors.embedAll()
  assert.throws(() => raw.exec(`UPDATE passage_vector SET vector = x'00'`), /never changes/)
})

/** Cannot take a text with this word in it, or none at all. */
function choosy(embedder: Embedder) {
  const state = { isBroken: false }
  const embedPassages = async (texts: readonly string[]) => {
    const refuses = texts.some((text) => text.includes('gargoyle'))
    if (state.isBroken || refuses) throw new Error('no such token')
    return embedder.embedPassages(texts)
  }
  return { state, embedder: { ...embedder, embedPassages } }
}

test('a passage that the model cannot take keeps no other one from its vector', async () => {
  const { state, embedder } = choosy(await openEmbedder(sourceOf()))
  using vectors = await openTestVectors({ embedder })
  const tenantId = vectors.tenant()
  await vectors.object(vectors.dataset(tenantId), ['A boiler', 'A gargoyle', 'A furnace'])
  state.isBroken = true
  assert.is((await refusal(vectors.searcher.embed({ limit: 10 }))).message, 'no such token')
  state.isBroken = false
  const made = await vectors.searcher.embed({ limit: 10 })
  assert.equal(
    made?.vectors.map(({ bytes }) => bytes.length > 0),
    [true, false, true],
  )
  const [refused] = made?.refused ?? []
  assert.equal(
    [refused?.passageNo, refused?.reason],
    [made?.vectors[1]?.passageNo, 'no such token'],
  )
  await vectors.embedAll()
  assert.equal(textsOf(await vectors.find(tenantId, 'heating')).sort(), ['A boiler', 'A furnace'])
  assert.is(await vectors.searcher.embed({ limit: 10 }), null)
})

test('another model: its vectors are made beside the old ones, which serve meanwhile', async () => {
  using store = openTestStore()
  const old = await openTestVectors({ store })
  const tenantId = old.tenant()
  const dataset = old.dataset(tenantId)
  await old.object(dataset, ['A boiler', 'A violin', 'A turbine'])
  await old.embedAll()

  const embedder = await openEmbedder(sourceOf(toyModel(3)))
  const asOld = () => openEmbedder(sourceOf())
  const next = await openTestVectors({ store, embedder, openModel: asOld })
  const states = () => store.raw.prepare('SELECT state FROM embedding_model').pluck().all()
  assert.equal(states(), ['serving', 'making'])
  const found = async () => textsOf(await next.find(tenantId, 'heating'))
  assert.equal(await found(), ['A boiler'])
  // What comes in the meantime gets vectors of both.
  await next.object(dataset, ['A furnace'])
  const first = await next.searcher.embed({ limit: 2 })
  assert.is(first?.vectors.length, 1)
  if (first) await next.vectorStore.keep(first)
  assert.equal((await found()).sort(), ['A boiler', 'A furnace'])
  const second = await next.searcher.embed({ limit: 2 })
  assert.equal([second?.vectors.length, second?.done], [2, false])
  if (second) await next.vectorStore.keep(second)
  assert.equal(states(), ['serving', 'making'])
  await next.embedAll()
  assert.equal(states(), ['leaving', 'serving'])
  assert.equal((await found()).sort(), ['A boiler', 'A furnace'])
  while (await next.vectorStore.forgetOld());
  assert.equal(states(), ['serving'])
  assert.is(store.raw.prepare('SELECT count(*) FROM passage_vector').pluck().get(), 4)
})

test('where the old model is gone, searches use the new vectors that there are', async () => {
  using store = openTestStore()
  const old = await openTestVectors({ store })
  const tenantId = old.tenant()
  await old.object(old.dataset(tenantId), ['A boiler', 'A furnace'])
  await old.embedAll()
  const next = await openTestVectors({ store, embedder: await openEmbedder(sourceOf(toyModel(2))) })
  const one = await next.searcher.embed({ limit: 1 })
  if (one) await next.vectorStore.keep(one)
  assert.equal(textsOf(await next.find(tenantId, 'heating')), ['A boiler'])
  await next.embedAll()
  assert.is((await next.find(tenantId, 'heating')).total, 2)
})

test('a model that is taken back while another one is made goes on where it was', async () => {
  using store = openTestStore()
  const first = await openTestVectors({ store })
  const tenantId = first.tenant()
  const owner = await first.object(first.dataset(tenantId), ['A boiler', 'A furnace'])
  await first.embedAll()
  const openModel = () => openEmbedder(sourceOf())
  const embedder = await openEmbedder(sourceOf(toyModel(2)))
  const second = await openTestVectors({ store, embedder, openModel })
  await second.embedAll()
  // Leaving bit by bit, the last ones first.
  assert.ok(await second.vectorStore.forgetOld())
  await second.addTo(owner, ['Heizkessel'])
  const third = await openTestVectors({ store })
  await third.embedAll()
  while (await third.vectorStore.forgetOld());
  assert.is((await third.find(tenantId, 'heating')).total, 3)
  assert.is(store.raw.prepare('SELECT count(*) FROM passage_vector').pluck().get(), 3)
})

test('a snapshot is taken over at the next start; without it all is read again', async () => {
  using store = openTestStore()
  const first = await openTestVectors({ store })
  const tenantId = first.tenant()
  const owner = await first.object(first.dataset(tenantId), ['A boiler', 'A violin'])
  await first.embedAll()
  const space = first.searcher.space()
  assert.ok(space)
  await space.index.save('a1b2', space.nodes.table())
  await first.vectorStore.noteSnapshot({ modelNo: space.model.modelNo, generation: 'a1b2' })
  await first.addTo(owner, ['A furnace'])
  await first.embedAll()
  const total = async () => {
    const again = await openTestVectors({ store })
    return (await again.find(tenantId, 'heating')).total
  }
  assert.is(await total(), 2)
  const folder = join(store.dir, 'vectors', '1')
  for (const name of readdirSync(folder)) truncateSync(join(folder, name), 100)
  assert.is(await total(), 2)
  // A row for a file that is not there, as after a backup was put back.
  await first.vectorStore.noteSnapshot({ modelNo: space.model.modelNo, generation: 'ffff' })
  assert.is(await total(), 2)
})

test('an asset is like others in its passages, not like itself', async () => {
  using vectors = await openTestVectors()
  const [viewer, other] = [vectors.tenant(), vectors.tenant()]
  const own = await vectors.object(vectors.dataset(viewer), ['A boiler', 'A violin'])
  const listed = vectors.dataset(other, { visibility: 'listed' })
  await vectors.object(listed, ['A furnace', 'An orchestra', 'An invoice'])
  await vectors.object(vectors.dataset(other), ['Heizkessel'])
  await vectors.embedAll()
  const found = await vectors.similar(viewer, own.objectId)
  assert.equal(textsOf(found).sort(), ['A furnace', 'An orchestra'])
  assert.equal([found.total, found.withoutVector], [2, undefined])
})

test('an asset without a vector says whether one is still to come', async () => {
  using vectors = await openTestVectors()
  const viewer = vectors.tenant()
  const dataset = vectors.dataset(viewer)
  const standing = async ({ objectId }: { objectId: ObjectId }) =>
    (await vectors.similar(viewer, objectId)).withoutVector
  const [mute, asset] = [
    await vectors.object(dataset, ['zzz']),
    await vectors.object(dataset, ['A boiler', 'zzz']),
  ]
  assert.equal([await standing(mute), await standing(asset)], ['for now', 'for now'])
  await vectors.embedAll(1)
  assert.equal([await standing(mute), await standing(asset)], ['for good', undefined])
  await vectors.addTo(asset, ['A violin'])
  await vectors.addTo(mute, ['A furnace'])
  assert.equal([await standing(mute), await standing(asset)], ['for now', undefined])
  assert.is(await standing(await vectors.object(dataset, [])), 'for good')
})

test.run()
