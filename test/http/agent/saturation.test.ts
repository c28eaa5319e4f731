// More searches than can wait: those beyond are refused at once and count nothing.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestShop } from '../../support/open-test-shop.ts'

const atOnce = 200

test('beyond the queue searches are 503 and count nothing; the others are answered', async () => {
  await using shop = await openTestShop({
    config: { searchRatePerMinute: 10_000, searchTimeoutMs: 30_000 },
  })
  await shop.shelve(await shop.offer(), ['the content of it'])
  // The one thread is started by the first search, so the queue behind it fills up.
  const answers = await Promise.all(
    Array.from({ length: atOnce }, (_, i) => shop.search(`content ${i}`)),
  )
  const answered = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 503)
  assert.is(answered.length + refused.length, atOnce)
  assert.ok(answered.length >= 64, `${answered.length} were answered`)
  assert.ok(refused.length > 0)
  for (const { headers, body } of refused) {
    assert.is(body.code, 'saturated')
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    assert.equal(Object.keys(body).sort(), ['code', 'message', 'request_id'])
  }
  const { body } = await shop.call('GET', '/v1/buyer/dashboard', { as: shop.buyer.token })
  assert.is(body.data.searches_this_month, answered.length)
})

test.run()
