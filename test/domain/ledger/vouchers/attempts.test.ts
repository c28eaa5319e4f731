// How often a code may be tried, to the millisecond, and what is kept of it.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { RateLimited } from '../../../../src/base/errors.ts'
import type { TenantId } from '../../../../src/base/ids.ts'
import { attemptsSince } from '../../../../src/domain/ledger/vouchers/queries.ts'
import { refusalOf } from '../../../support/open-test-identity.ts'
import { openTestLedger } from '../../../support/open-test-ledger.ts'
import { ownerOf } from '../../../support/open-test-payouts.ts'
import { refusal } from '../../../support/refusal.ts'

async function openTries() {
  const ledger = openTestLedger()
  const [anna, ben] = [await ledger.tenant(), await ledger.tenant()]
  const attempt = (of: TenantId) =>
    ledger.redeemVoucher({ ...ledger.admin(), principal: ownerOf(of) }, { code: 'x' })
  const count = () => ledger.store.raw.prepare('SELECT count(*) FROM voucher_attempt').pluck().get()
  return { ...ledger, anna, ben, attempt, count }
}

test('the eleventh attempt waits until the first one is an hour old, and no longer', async () => {
  using tries = await openTries()
  const { anna, ben, attempt, store } = tries
  assert.is(await refusalOf(() => attempt(ben)), 'NotFound')
  store.clock.advance({ seconds: 1 })
  for (let i = 0; i < 10; i++) {
    assert.is(await refusalOf(() => attempt(anna)), 'NotFound')
    store.clock.advance({ seconds: 0.1 })
  }
  const wait = async () => ((await refusal(attempt(anna))) as RateLimited).retryAfterSeconds
  assert.is(await wait(), 3_599)
  store.clock.advance({ seconds: 3_598 })
  assert.is(await wait(), 1)
  store.clock.advance({ seconds: 0.999 })
  assert.is(await wait(), 1, 'a millisecond is no less than a second')
  assert.is(tries.count(), 11, 'what waits is no attempt')
  store.clock.advance({ seconds: 0.001 })
  assert.is(await refusalOf(() => attempt(anna)), 'NotFound')
  assert.is(tries.count(), 11, 'the first one is forgotten, of this tenant alone')
  assert.is(await refusalOf(() => attempt(ben)), 'NotFound')
  assert.is(tries.count(), 11)
})

test('attempts are counted of one tenant, after a moment', async () => {
  using tries = await openTries()
  const { anna, ben, attempt, store } = tries
  const startMs = store.clock.nowMs()
  for (const who of [anna, ben, anna]) {
    await refusal(attempt(who))
    store.clock.advance({ seconds: 1 })
  }
  const since = (sinceMs: number, tenantId = anna) => {
    const span = { tenantId, sinceMs, nowMs: store.clock.nowMs() }
    const { times, firstAtMs } = attemptsSince(store.db, span)
    return [times, firstAtMs && firstAtMs - startMs]
  }
  assert.equal(since(startMs - 1), [2, 0])
  assert.equal(since(startMs), [1, 2_000])
  assert.equal(since(startMs + 2_000), [0, undefined])
  assert.equal(since(startMs, ben), [1, 1_000])
  store.clock.set({ seconds: -3_600 })
  assert.equal(since(startMs - 2), [0, undefined], 'by a clock that was ahead nobody waits')
})

test.run()
