// A search by meaning that its thread has no time for, as a caller sees it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestMeaning } from '../../support/open-test-meaning.ts'
import { untilSo } from '../../support/until.ts'

/** Together far more work than the time that each of them has. */
const asked = 40
const long = 'boiler inspected, valve replaced, invoice paid, turbine wind and violin. '.repeat(60)

test('a search by meaning past its time is 503 with Retry-After, not for long', async () => {
  const listed = Array.from({ length: 100 }, (_, i) => `${i} ${long}`)
  await using market = await openTestMeaning({ listed, config: { searchTimeoutMs: 50 } })
  const searches = Array.from({ length: asked }, (_, i) =>
    market.search(`q=furnace%20maintenance%20${i}&mode=semantic&limit=1`),
  )
  const answers = await Promise.all(searches)
  const late = answers.filter(({ status }) => status === 503)
  assert.ok(late.length > 0)
  for (const { body, headers } of late) {
    assert.is(body.code, 'saturated')
    assert.ok(Number(headers.get('retry-after')) >= 1)
  }
  assert.ok(answers.every(({ status }) => status === 503 || status === 200))
  await untilSo('a search is in time', async () => {
    const { status } = await market.search('q=furnace&mode=semantic&limit=1')
    return status === 200
  })
})

test.run()
