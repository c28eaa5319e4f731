// Twelve hours before a review ends without a decision, provider and reviewer are told.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestProvider, type TestProvider } from '../../../support/open-test-provider.ts'

async function openWaiting(): Promise<TestProvider & { object: string; admin_: string }> {
  const provider = await openTestProvider()
  const { token } = await provider.admin()
  const object = await provider.staged(await provider.dataset())
  return Object.assign(provider, { object, admin_: token })
}

const read = async ({ call }: TestProvider, path: string, as: string) =>
  (await call('GET', path, { as })).body.data

/** What the provider reads: with the object, on the dashboard, in the log. */
async function told(waiting: TestProvider & { object: string }) {
  const as = waiting.owner.token
  const object = await read(waiting, `/v1/objects/${waiting.object}`, as)
  const dashboard = await read(waiting, '/v1/provider/dashboard', as)
  const log = await read(waiting, '/v1/audit?action=review.expires_soon', as)
  return [object.review_warned_at, dashboard.objects_expiring_soon, log.total]
}

test('before that nobody is told anything', async () => {
  await using waiting = await openWaiting()
  waiting.clock.advance({ hours: 59.9 })
  assert.is(await waiting.rooms.review.warnOfExpiry(), 0)
  assert.equal(await told(waiting), [null, 0, 0])
})

test('the provider reads it with the object, on its dashboard and in its log, once', async () => {
  await using waiting = await openWaiting()
  waiting.clock.advance({ hours: 60 })
  assert.is(await waiting.rooms.review.warnOfExpiry(), 1)
  assert.equal(await told(waiting), ['2026-03-04T22:00:00.000Z', 1, 1])
  assert.is(await waiting.rooms.review.warnOfExpiry(), 0)
  waiting.clock.advance({ hours: 1 })
  assert.is(await waiting.rooms.review.warnOfExpiry(), 0)
  assert.equal(await told(waiting), ['2026-03-04T22:00:00.000Z', 1, 1])
})

test('the log says which object of which dataset, by the system', async () => {
  await using waiting = await openWaiting()
  waiting.clock.advance({ hours: 65 })
  await waiting.rooms.review.warnOfExpiry()
  const path = '/v1/audit?action=review.expires_soon'
  const { audit_events } = await read(waiting, path, waiting.owner.token)
  const [{ actor, subject, details }] = audit_events
  const object = await read(waiting, `/v1/objects/${waiting.object}`, waiting.owner.token)
  assert.equal(
    { actor, subject, dataset_id: details.dataset_id },
    {
      actor: { type: 'system', id: null },
      subject: { type: 'object', id: waiting.object },
      dataset_id: object.dataset_id,
    },
  )
})

test('the reviewer sees how many of the queue end soon', async () => {
  await using waiting = await openWaiting()
  const counted = async () => {
    const { total, expiring_soon } = await read(waiting, '/v1/admin/review/queue', waiting.admin_)
    return [total, expiring_soon]
  }
  assert.equal(await counted(), [1, 0])
  waiting.clock.advance({ hours: 60 })
  await waiting.staged(await waiting.dataset())
  assert.equal(await counted(), [2, 1])
})

test('a decision ends the warning, an expiry too', async () => {
  await using waiting = await openWaiting()
  waiting.clock.advance({ hours: 60 })
  await waiting.rooms.review.warnOfExpiry()
  waiting.clock.advance({ hours: 12 })
  await waiting.rooms.review.expireOverdue()
  const { objects_expiring_soon } = await read(
    waiting,
    '/v1/provider/dashboard',
    waiting.owner.token,
  )
  assert.is(objects_expiring_soon, 0)
})

test('what expired unseen is not warned of afterwards', async () => {
  await using waiting = await openWaiting()
  waiting.clock.advance({ hours: 72 })
  assert.is(await waiting.rooms.review.warnOfExpiry(), 0)
})

test('a resubmission begins anew', async () => {
  await using waiting = await openWaiting()
  waiting.clock.advance({ hours: 60 })
  await waiting.rooms.review.warnOfExpiry()
  waiting.clock.advance({ hours: 12 })
  await waiting.rooms.review.expireOverdue()
  await waiting.call('POST', `/v1/objects/${waiting.object}/resubmit`, {
    as: waiting.owner.token,
  })
  assert.equal(await told(waiting), [null, 0, 1])
  waiting.clock.advance({ hours: 61 })
  assert.is(await waiting.rooms.review.warnOfExpiry(), 1)
})

test.run()
