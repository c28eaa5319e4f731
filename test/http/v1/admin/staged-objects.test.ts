import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  badField,
  checkRows,
  notFound,
  type Row,
  unauthorized,
} from '../../../support/answer-table.ts'
import { openTestProvider } from '../../../support/open-test-provider.ts'

const adminOnly = {
  code: 'forbidden',
  message: 'Only a platform administrator may do this.',
  details: { reason: 'platform_admin_required' },
}
const list = 'GET /v1/admin/staged-objects'
const approve = 'POST /v1/admin/staged-objects/{staged}/approve'
const reject = 'POST /v1/admin/staged-objects/{staged}/reject'
const unknown = 'obj_01jn9z0000zzzzzzzzzzzzzzzz'

const endpoints: [ask: string, body?: object][] = [[list], [approve, {}], [reject, { reason: 'x' }]]

test('staged objects are for a platform admin alone', async () => {
  await using provider = await openTestProvider()
  const staged = await provider.staged(await provider.dataset())
  const rows = endpoints.flatMap(([ask, body]): Row[] => {
    const asked = body === undefined ? { ask } : { ask, body }
    return [
      { ...asked, name: `nobody, ${ask}`, status: 401, error: unauthorized },
      { ...asked, name: `an owner, ${ask}`, as: 'owner', status: 403, error: adminOnly },
    ]
  })
  await checkRows(provider, { ...provider.names, staged }, rows)
})

test('staged objects are named by their id alone', async () => {
  await using provider = await openTestProvider()
  const mine = await provider.dataset({ visibility: 'listed' })
  const [first, second] = [await provider.staged(mine), await provider.staged(mine)]
  const { object_id: open } = await provider.initiate(mine)
  const names = { ...provider.names, staged: first, second }
  const admin = { as: 'admin', body: {} }
  const decided = {
    code: 'conflict',
    message: 'This object is approved already.',
    details: { reason: 'already_decided', review_state: 'approved' },
  }
  await checkRows(provider, names, [
    { name: 'the queue', as: 'admin', ask: list, status: 200, data: { total: 2 } },
    {
      name: 'a bad filter',
      as: 'admin',
      ask: `${list}?limit=0`,
      status: 400,
      error: badField('limit', {
        reason: 'too_small',
        message: 'limit must be a whole number from 1 to 100.',
      }),
    },
    ...[unknown, open].map((id) => ({
      name: id,
      ...admin,
      ask: approve.replace('{staged}', id),
      status: 404,
      error: notFound('object'),
    })),
    {
      name: 'approved',
      ...admin,
      ask: approve,
      status: 200,
      data: { object_id: first, review_state: 'approved', notice: null },
    },
    { name: 'again', ...admin, ask: approve, status: 409, error: decided },
    {
      name: 'no reason',
      ...admin,
      ask: reject.replace('{staged}', second),
      status: 400,
      error: badField('reason', { reason: 'required', message: 'reason is required.' }),
    },
    {
      name: 'rejected',
      as: 'admin',
      ask: reject.replace('{staged}', second),
      body: { reason: 'blurred' },
      status: 200,
      data: { object_id: second, review_state: 'rejected', review_reason: 'blurred' },
    },
    { name: 'nothing left', as: 'admin', ask: list, status: 200, data: { total: 0, items: [] } },
  ])
})

test('the alias and the review answer the queue alike', async () => {
  await using provider = await openTestProvider()
  await provider.staged(await provider.dataset())
  const as = provider.names.admin
  const alias = await provider.call('GET', '/v1/admin/staged-objects', { as })
  const queue = await provider.call('GET', '/v1/admin/review/queue', { as })
  assert.equal(alias.body.data, queue.body.data)
})

test.run()
