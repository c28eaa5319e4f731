// Where the words are that were recognised in a picture, for its owner.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openMarket, publish } from '../support/market.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { pictureOf } from '../support/picture.ts'

type Box = { word: string; left: number; top: number; width: number; height: number }

test('each recognised word has its place, for the owner alone', async () => {
  await using app = await openTestApp()
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const bytes = await pictureOf('Forty barrels of wax from Novgorod.')
  const file = { filename: 'bill.png', contentType: 'image/png', bytes }
  const { objectId } = await publish(market, file)
  const path = `/v1/objects/${objectId}/word-boxes`
  const ask = (as: string, query = '') => app.call('GET', `${path}${query}`, { as })

  const { status, body } = await ask(market.provider.token)
  assert.is(status, 200, JSON.stringify(body))
  const { page, width, height, words } = body.data as Record<string, number> & { words: Box[] }
  assert.is(page, 1)
  assert.equal(words.map(({ word }) => word).slice(0, 4), ['Forty', 'barrels', 'of', 'wax'])
  for (const [i, box] of words.entries()) {
    assert.ok(box.left + box.width <= (width ?? 0) && box.top + box.height <= (height ?? 0))
    assert.ok(i === 0 || box.left > (words[i - 1]?.left ?? 0), `${box.word} is to the right`)
  }
  const owner = market.provider.token
  assert.is((await ask(owner, '?page=2')).status, 404)
  assert.is((await ask(owner, '?page=0')).status, 400)
  // A buyer who may find the picture does not get its whole text this way.
  assert.is((await ask(market.key)).status, 404)
  await app.call('DELETE', `/v1/objects/${objectId}`, { as: owner })
  assert.is((await ask(owner)).status, 404)
  assert.is(app.store.raw.prepare('SELECT count(*) FROM word_boxes').pluck().get(), 0)
})

test.run()
