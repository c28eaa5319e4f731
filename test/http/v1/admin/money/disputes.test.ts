import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../../../src/base/clock.ts'
import type { TenantId } from '../../../../../src/base/ids.ts'
import { assertLedgerBalances } from '../../../../support/assert-ledger-balances.ts'
import { openTestSettled, type TestSettled } from '../../../../support/open-test-settled.ts'
import { shared } from '../../../../support/shared.ts'
import {
  assertV1Refused,
  badField,
  unauthorized,
  type V1Refusal,
} from '../../../../support/v1-refused.ts'

const reason = 'not as described'

function open(shop: TestSettled, event = shop.events[0]) {
  return shop.admin('POST', '/v1/admin/disputes', { event_id: event, reason })
}

function nameOf({ store, rooms }: TestSettled, { tenantId }: { tenantId: string }): string {
  return rooms.identity.tenant(store.db, tenantId as TenantId).name
}

function disputeOf(shop: TestSettled, part: object) {
  return {
    event_id: shop.events[0],
    buyer_tenant_id: shop.buyer.tenantId,
    buyer_name: nameOf(shop, shop.buyer),
    provider_tenant_id: shop.provider.tenantId,
    provider_name: nameOf(shop, shop.provider),
    period: '2026-03',
    credits: 25,
    reason,
    state: 'open',
    note: null,
    opened_at: isoOf(shop.clock.nowMs()),
    resolved_at: null,
    ...part,
  }
}

test('a dispute is opened, listed, and refunded', async () => {
  await using shop = await openTestSettled()
  const { status, body } = await open(shop)
  assert.is(status, 201)
  const { dispute_id } = body.data
  assert.match(dispute_id, /^dsp_[0-9a-z]{26}$/)
  assert.equal(body.data, disputeOf(shop, { dispute_id }))
  const listed = await shop.admin('GET', '/v1/admin/disputes?state=open')
  assert.equal(listed.body.data, { disputes: [body.data], total: 1, next_cursor: null })
  const path = `/v1/admin/disputes/${dispute_id}/resolve`
  const ended = await shop.admin('POST', path, { decision: 'refund', note: 'agreed' })
  assert.is(ended.status, 200)
  const resolved_at = isoOf(shop.clock.nowMs())
  const end = { dispute_id, state: 'refunded', note: 'agreed', resolved_at }
  assert.equal(ended.body.data, disputeOf(shop, end))
  assert.is(shop.credits(shop.buyer.tenantId), 75)
  assertLedgerBalances(shop)
})

test('a charge is given back without a dispute', async () => {
  await using shop = await openTestSettled()
  const body = { event_id: shop.events[1], reason: 'it was empty' }
  const answer = await shop.admin('POST', '/v1/admin/refunds', body)
  assert.is(answer.status, 201)
  assert.equal(answer.body.data, {
    event_id: shop.events[1],
    buyer_tenant_id: shop.buyer.tenantId,
    credits: 25,
    provider_credits: 15,
    provider_part_from: 'payable',
    available_credits: 75,
    reason: 'it was empty',
    refunded_at: isoOf(shop.clock.nowMs()),
  })
  assertLedgerBalances(shop)
})

test('a retry with the same Idempotency-Key gives back once', async () => {
  await using shop = await openTestSettled()
  const asked = {
    as: shop.operator.token,
    body: { event_id: shop.events[0], reason: 'x' },
    headers: { 'idempotency-key': 'k' },
  }
  const first = await shop.call('POST', '/v1/admin/refunds', asked)
  const again = await shop.call('POST', '/v1/admin/refunds', asked)
  assert.equal([again.status, again.body], [201, first.body])
  assert.is(shop.credits(shop.buyer.tenantId), 75)
})

type Row = V1Refusal & {
  name: string
  path: string
  body: object
  as?: 'provider' | 'nobody'
  twice?: true
  status: number
}

const EVENT = 'the first event'
const good = { event_id: EVENT, reason }
const noCharge = { status: 404, code: 'not_found', message: 'No such charge.', details: {} }
const paths = ['/v1/admin/disputes', '/v1/admin/refunds']

const rows: Row[] = [
  ...paths.flatMap((path): Row[] => [
    { name: 'an unknown charge', path, body: { event_id: 'dl:x', reason }, ...noCharge },
    {
      name: 'no reason',
      path,
      body: { event_id: EVENT },
      ...badField({ field: 'reason', reason: 'required', message: 'reason is required.' }),
    },
    {
      name: 'a provider',
      path,
      body: good,
      as: 'provider',
      status: 403,
      code: 'forbidden',
      message: 'Only a platform administrator may do this.',
      details: { reason: 'platform_admin_required' },
    },
    { name: 'nobody', path, body: good, as: 'nobody', ...unauthorized },
  ]),
  {
    name: 'the second time',
    path: '/v1/admin/disputes',
    body: good,
    twice: true,
    status: 409,
    code: 'conflict',
    message: 'This charge was disputed or given back before.',
    details: { reason: 'already_disputed' },
  },
  {
    name: 'the second time',
    path: '/v1/admin/refunds',
    body: good,
    twice: true,
    status: 409,
    code: 'conflict',
    message: 'This charge was given back before.',
    details: { reason: 'already_refunded' },
  },
  {
    name: 'an unknown dispute',
    path: '/v1/admin/disputes/dsp_x/resolve',
    body: { decision: 'reject' },
    status: 404,
    code: 'not_found',
    message: 'No such dispute.',
    details: {},
  },
  {
    name: 'another decision',
    path: '/v1/admin/disputes/dsp_x/resolve',
    body: { decision: 'maybe' },
    ...badField({
      field: 'decision',
      reason: 'invalid_value',
      message: 'decision must be one of reject, refund.',
    }),
  },
]

const refusing = shared(openTestSettled)

for (const { name, path, body, as, twice, ...error } of rows) {
  const title = `${path}, ${name}: ${error.status}`
  const isRefused = async (shop: TestSettled) => {
    const tokens = { provider: shop.provider.token, nobody: undefined }
    const asked = {
      as: as ? tokens[as] : shop.operator.token,
      body: JSON.parse(JSON.stringify(body).replace(EVENT, shop.events[0] ?? '')),
    }
    if (twice) await shop.call('POST', path, asked)
    assertV1Refused(shop as never, await shop.call('POST', path, asked), error)
    assertLedgerBalances(shop)
  }
  if (!twice) refusing.fact(title, isRefused)
  // What is done before would be felt by the others.
  else {
    test(title, async () => {
      await using shop = await openTestSettled()
      await isRefused(shop)
    })
  }
}

test.run()
