// More searches than can wait: those beyond are refused at once and count nothing.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestShop } from '../../support/open-test-shop.ts'

const atOnce = 200
const passages = 2_000
/** Nearly in each of them: to look closer takes several times as long as to ask. */
const slow = `"${Array(60).fill('to be or not').join(' ')} question"`

/** Made by SQL, as the analyser would take long for so many. */
const manyAlike = `BEGIN;
  CREATE TEMP TABLE made AS WITH RECURSIVE each (no) AS (
      SELECT 100 UNION ALL SELECT no + 1 FROM each WHERE no < ${passages + 100})
    SELECT no, 'to be or not to be that is the question of boiler ' || (no % 9) AS body FROM each;
  INSERT INTO passage
    SELECT no, 'psg_' || no, object_no, object_id, dataset_no, dataset_id, tenant_id, no, kind,
      lang, modality, source, page, time_start_ms, time_end_ms, body, created_at_s
    FROM made CROSS JOIN passage;
  INSERT INTO passage_fts (rowid, body, stem, tags) SELECT no, body, 'boiler', 'x' FROM made;
  COMMIT`

test('beyond the queue searches are 503 and count nothing; the others are answered', async () => {
  await using shop = await openTestShop({
    config: { searchRatePerMinute: 10_000 },
  })
  await shop.shelve(await shop.offer(), ['to be or not to be'])
  shop.sql(manyAlike)
  const answers = await Promise.all(
    Array.from({ length: atOnce }, (_, i) => shop.search(`${slow} ${i}`)),
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
