// A dataset is read anew through the API, with the real extractor and the real jobs.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openMarket, publish } from '../support/market.ts'
import { openTestApp } from '../support/open-test-app.ts'

test('passages that were lost come back, and the progress says so', async () => {
  await using app = await openTestApp()
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const as = market.provider.token
  const bytes = Buffer.from('Herring is sold in barrels at the quay.')
  const { objectId } = await publish(market, {
    filename: 'a.txt',
    contentType: 'text/plain',
    bytes,
  })
  await app.settleJobs()
  const { body: object } = await app.call('GET', `/v1/objects/${objectId}`, { as })
  const path = `/v1/datasets/${object.data.dataset_id}/reprocess`
  assert.is((await app.call('GET', path, { as })).status, 404)
  app.store.raw.prepare("DELETE FROM passage WHERE kind = 'doc_chunk'").run()
  const asked = await app.call('POST', path, { as, body: {} })
  assert.is(asked.status, 202, JSON.stringify(asked.body))
  assert.equal([asked.body.data.objects, asked.body.data.status], ['all', 'running'])
  await app.settleJobs()
  const { body } = await app.call('GET', path, { as })
  assert.is(body.data.status, 'done')
  assert.equal([body.data.progress.total, body.data.progress.changed], [1, 1])
  const { body: asset } = await app.call('GET', `/asset/${objectId}`, { as: market.key })
  const texts = asset.passages.map(({ text }: { text: string }) => text)
  assert.ok(texts.includes('Herring is sold in barrels at the quay.'))
})

test.run()
