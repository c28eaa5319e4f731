// The words of a licence: found in the background by the operator's language model, by counting
// where that does not help, and corrected by the owner.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { approveAsset, license, sentences, uploadAsset } from '../../support/licences.ts'
import { openLanguageModel } from '../../support/open-language-model.ts'
import { openTestApp, type Party, type TestApp } from '../../support/open-test-app.ts'

const words = {
  long_summary: 'How a heat pump warms a house in winter.',
  tags: ['heat pump', 'winter'],
  category: 'dataset',
  questions: ['When does a heat pump work hardest?'],
  quality: 'premium',
}

async function wordsOf(app: TestApp, { token }: Party, assetId: string) {
  return (await app.call('GET', `/microip/${assetId}`, { as: token })).body.micro_ip
}

test('a language model of the operator’s finds the words, when the content is there', async () => {
  await using model = await openLanguageModel(() => ({ content: JSON.stringify(words) }))
  const llm = { llmUrl: model.url, llmModel: 'small', llmKey: 'the-key-of-the-model' }
  await using app = await openTestApp({ config: llm })
  const anna = await app.signUp('Anna')
  const { asset_id: assetId } = (await uploadAsset(app, anna)).body
  const { body } = await license(app, anna, { assetId })
  const { metadata_status, metadata_source, long_summary } = body.micro_ip
  assert.equal([metadata_status, metadata_source], ['waiting', 'name'])
  assert.is(long_summary, 'Heat pumps in old houses')
  await app.settleJobs()
  assert.equal(model.asked, [], 'a name alone is no work for it')
  assert.is((await wordsOf(app, anna, assetId)).metadata_status, 'waiting')

  // At once: nobody waits for the licence to be looked at again.
  await approveAsset(app, anna, assetId)
  const after = await wordsOf(app, anna, assetId)
  assert.equal([after.metadata_status, after.metadata_source], ['ready', 'llm'])
  const { tags, category, questions, quality } = after
  assert.equal({ long_summary: after.long_summary, tags, category, questions, quality }, words)
  assert.is(model.asked.length, 1)
  const [asked] = model.asked
  assert.is(asked?.authorization, 'Bearer the-key-of-the-model')
  assert.is(asked?.body.model, 'small')
  assert.ok(JSON.stringify(asked?.body.messages).includes(sentences.slice(0, 60)))
})

test('a licence that waits for a review is looked at seldom, and two months at most', async () => {
  await using app = await openTestApp()
  const anna = await app.signUp('Anna')
  const { asset_id: assetId } = (await uploadAsset(app, anna)).body
  await license(app, anna, { assetId })
  const looks = () =>
    app.store.raw.prepare("SELECT count(*) FROM job WHERE kind = 'describe-asset'").pluck().get()
  for (let hours = 0; hours < 48; hours++) {
    await app.settleJobs()
    app.clock.advance({ hours: 1 })
  }
  assert.ok(Number(looks()) < 25, `${looks()} looks in two days`)
  for (let days = 0; days < 90; days++) {
    await app.settleJobs()
    app.clock.advance({ hours: 24 })
  }
  const last = looks()
  app.clock.advance({ hours: 24 })
  await app.settleJobs()
  assert.is(looks(), last)
})

test('what cannot be read is described by its name, at once', async () => {
  await using app = await openTestApp()
  const anna = await app.signUp('Anna')
  const part = { file: '%PDF-', filename: 'pumps.pdf', type: 'application/pdf' }
  const { asset_id: assetId } = (await uploadAsset(app, anna, part)).body
  await license(app, anna, { assetId })
  await app.settleJobs()
  assert.is((await wordsOf(app, anna, assetId)).metadata_status, 'waiting')
  await approveAsset(app, anna, assetId)
  const { metadata_status, metadata_source } = await wordsOf(app, anna, assetId)
  assert.equal([metadata_status, metadata_source], ['ready', 'name'])
})

test('a model that talks nonsense or fails leaves the words to be counted', async () => {
  for (const reply of [{ content: 'As a language model I like pumps.' }, { status: 500 }]) {
    await using model = await openLanguageModel(() => reply)
    await using app = await openTestApp({ config: { llmUrl: model.url, llmModel: 'small' } })
    const anna = await app.signUp('Anna')
    const { asset_id: assetId } = (await uploadAsset(app, anna)).body
    await approveAsset(app, anna, assetId)
    assert.is((await license(app, anna, { assetId })).status, 201)
    await app.settleJobs()
    const { metadata_status, metadata_source, category } = await wordsOf(app, anna, assetId)
    assert.equal([metadata_status, metadata_source], ['ready', 'extractive'])
    assert.is(category, 'document')
    assert.ok(model.asked.length > 0)
  }
})

test('what a model says is data: it changes neither terms nor names', async () => {
  const more = { ...words, price: 0, license_type: 'custom', name: 'Gift', on_chain_id: 'x' }
  await using model = await openLanguageModel(() => ({ content: JSON.stringify(more) }))
  await using app = await openTestApp({ config: { llmUrl: model.url, llmModel: 'small' } })
  const anna = await app.signUp('Anna')
  const { asset_id: assetId } = (await uploadAsset(app, anna)).body
  await approveAsset(app, anna, assetId)
  const { body } = await license(app, anna, { assetId, price: 0.25 })
  await app.settleJobs()
  const { price, license_type, name, on_chain_id } = await wordsOf(app, anna, assetId)
  assert.equal([price, license_type, name], [0.25, 'standard', 'Heat pumps in old houses'])
  assert.is(on_chain_id, body.micro_ip.on_chain_id)
})

test.run()
