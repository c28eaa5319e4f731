import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isBlobNeeded } from '../../../../src/domain/catalog/index.ts'
import {
  checkRows,
  missingScope,
  notFound,
  type Row,
  unauthorized,
} from '../../../support/answer-table.ts'
import { openTestProvider, type TestProvider } from '../../../support/open-test-provider.ts'

const ask = 'POST /v1/objects/{object}/resubmit'
const again = { name: 'resubmitted', as: 'owner', ask }

function conflict(
  message: string,
  details: Record<string, unknown>,
): Pick<Row, 'status' | 'error'> {
  return { status: 409, error: { code: 'conflict', message, details } }
}

test('an expired object goes into the queue again, at its place, with a new window', async () => {
  await using provider = await openTestProvider()
  const names = await expired(provider)
  const younger = await provider.staged(names.mine)
  await checkRows(provider, names, [
    {
      ...again,
      status: 200,
      data: {
        status: 'staged',
        review_state: 'pending',
        uploaded_at: '2026-03-02T10:00:00.000Z',
        review_expires_at: '2026-03-08T10:00:00.000Z',
      },
    },
    {
      ...again,
      ...conflict('This object is staged: only one whose review expired can be resubmitted.', {
        reason: 'not_expired',
        status: 'staged',
      }),
    },
  ])
  const queue = await provider.call('GET', '/v1/admin/review/queue', { as: names.admin })
  const ids = queue.body.data.items.map(({ object_id }: { object_id: string }) => object_id)
  assert.equal(ids, [names.object, younger])
})

test('a resubmitted object can be approved, and its bytes are not purged', async () => {
  await using provider = await openTestProvider()
  const names = await expired(provider)
  const { store, clock } = provider
  await provider.call('POST', `/v1/objects/${names.object}/resubmit`, { as: names.owner })
  const path = `/v1/admin/review/objects/${provider.owner.tenantId}/${names.object}/approve`
  assert.is((await provider.call('POST', path, { as: names.admin })).status, 200)
  clock.advance({ hours: 8 * 24 })
  const key = store.raw.prepare('SELECT blob_key FROM object').pluck().get() as string
  assert.ok(isBlobNeeded(store.db, { blobKey: key, nowMs: clock.nowMs() }))
})

// With a key: a session does not live so long.
test('resubmission ends 7 days after the expiry', async () => {
  await using provider = await openTestProvider()
  const names = await expired(provider)
  provider.clock.advance({ hours: 7 * 24, seconds: -1 })
  const path = `/v1/objects/${names.object}/resubmit`
  assert.is((await provider.call('POST', path, { as: names.writer })).status, 200)
  provider.clock.advance({ hours: 72 })
  await provider.rooms.review.expireOverdue()
  provider.clock.advance({ hours: 7 * 24 })
  await checkRows(provider, names, [
    {
      ...again,
      as: 'writer',
      ...conflict(
        'The review expired more than 7 days ago and the file is gone: upload it again.',
        { reason: 'resubmission_over' },
      ),
    },
  ])
})

test('who cannot resubmit, and what', async () => {
  await using provider = await openTestProvider()
  const names = await expired(provider)
  const staged = await provider.staged(names.mine)
  const unknown = 'obj_01jn9z0000zzzzzzzzzzzzzzzz'
  await checkRows(provider, { ...names, staged, unknown }, [
    { name: 'nobody', ask, status: 401, error: unauthorized },
    {
      name: 'a reader',
      as: 'reader',
      ask,
      status: 403,
      error: missingScope('objects:write'),
    },
    { name: 'a stranger', as: 'stranger', ask, status: 404, error: notFound('object') },
    {
      name: 'unknown',
      as: 'owner',
      ask: ask.replace('object}', 'unknown}'),
      status: 404,
      error: notFound('object'),
    },
    {
      name: 'staged',
      as: 'owner',
      ask: ask.replace('object}', 'staged}'),
      ...conflict('This object is staged: only one whose review expired can be resubmitted.', {
        reason: 'not_expired',
        status: 'staged',
      }),
    },
  ])
})

test('nothing is resubmitted into a suspended dataset', async () => {
  await using provider = await openTestProvider()
  const names = await expired(provider)
  const path = `/v1/admin/datasets/${names.mine}/suspend`
  await provider.call('POST', path, { as: names.admin, body: { reason: 'x' } })
  await checkRows(provider, names, [
    {
      ...again,
      ...conflict('This dataset is suspended and takes no uploads.', {
        reason: 'dataset_suspended',
      }),
    },
  ])
})

type Named = Record<'owner' | 'admin' | 'writer', string>

/** An object whose 72 hours are over. */
async function expired(provider: TestProvider) {
  const mine = await provider.dataset()
  const object = await provider.staged(mine)
  provider.clock.advance({ hours: 72 })
  assert.is(await provider.rooms.review.expireOverdue(), 1)
  const { owner, admin, writer, ...names } = provider.names as Named
  return { ...names, owner, admin, writer, mine, object }
}

test.run()
