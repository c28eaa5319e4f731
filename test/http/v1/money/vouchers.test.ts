import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../../src/base/clock.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { type Answer, openTestApp } from '../../../support/open-test-app.ts'
import { shared } from '../../../support/shared.ts'
import {
  assertV1Refused,
  badField,
  unauthorized,
  type V1Refusal,
} from '../../../support/v1-refused.ts'

async function openBank() {
  const app = await openTestApp({
    config: { welcomeCredits: 0 },
    parts: { jobs: false, workers: false },
  })
  const [admin, owner] = [await app.admin(), await app.signUp('Buyer')]
  const make = (body: object, headers = {}) =>
    app.call('POST', '/v1/admin/vouchers', { as: admin.token, body, headers })
  const redeem = (code: unknown, as: string | undefined = owner.token) =>
    app.call('POST', '/v1/vouchers/redeem', { as, body: { code } })
  return Object.assign(app, { adminToken: admin.token, owner, make, redeem })
}

test('vouchers are made with their codes, and one becomes credits', async () => {
  await using bank = await openBank()
  const made = await bank.make({
    credits: 700,
    count: 2,
    note: 'fair',
    expires_at: '2026-12-31T00:00:00Z',
  })
  assert.is(made.status, 201)
  const [voucher, other] = made.body.data.vouchers
  assert.equal(voucher, {
    voucher_id: voucher.voucher_id,
    code: voucher.code,
    credits: 700,
    expires_at: '2026-12-31T00:00:00.000Z',
  })
  assert.match(voucher.code, /^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
  assert.is.not(voucher.code, other.code)
  const { status, body } = await bank.redeem(voucher.code)
  assert.is(status, 201)
  assert.equal(body.data, {
    voucher_id: voucher.voucher_id,
    credits: 700,
    available_credits: 700,
    redeemed_at: isoOf(bank.clock.nowMs()),
  })
  assertLedgerBalances(bank)
})

test('a retry with the same Idempotency-Key answers with the same codes', async () => {
  await using bank = await openBank()
  const headers = { 'idempotency-key': 'k' }
  const first = await bank.make({ credits: 5 }, headers)
  const again = await bank.make({ credits: 5 }, headers)
  assert.equal(again.body, first.body)
  assert.is(bank.store.raw.prepare('SELECT count(*) FROM voucher').pluck().get(), 1)
})

test('a used and an unknown code get the same answer', async () => {
  await using bank = await openBank()
  const { code } = (await bank.make({ credits: 5 })).body.data.vouchers[0]
  await bank.redeem(code)
  for (const wrong of [code, 'ABCD']) {
    const error = { status: 404, code: 'not_found', message: 'No such voucher.', details: {} }
    assertV1Refused(bank, await bank.redeem(wrong), error)
  }
})

test('after ten attempts an hour: 429 with the time to wait', async () => {
  await using bank = await openBank()
  const left = ({ headers }: Answer) => headers.get('ratelimit')
  const first = await bank.redeem('x')
  assert.is(first.headers.get('ratelimit-policy'), '"voucher-redeem";q=10;w=3600')
  assert.is(left(first), '"voucher-redeem";r=9;t=3600')
  for (let i = 1; i < 10; i++) assert.is((await bank.redeem('x')).status, 404)
  const answer = await bank.redeem('x')
  assert.is(left(answer), '"voucher-redeem";r=0;t=3600')
  assert.is(answer.headers.get('retry-after'), '3600')
  assertV1Refused(bank, answer, {
    status: 429,
    code: 'rate_limited',
    message: 'Too many requests. Try again in 3600 s.',
    details: { reason: 'voucher-redeem', retry_after_seconds: 3600 },
  })
})

type Bank = Awaited<ReturnType<typeof openBank>>
type Row = V1Refusal & {
  name: string
  path?: string
  body: unknown
  as?: (bank: Bank) => Promise<string> | string | undefined
  status: number
}

const redeem = '/v1/vouchers/redeem'
const rows: Row[] = [
  ...[0, -1, 1.5, 1_000_000_001].map((credits) => ({
    name: `credits ${credits}`,
    body: { credits },
    ...badField({
      field: 'credits',
      reason: credits === 1.5 ? 'invalid_type' : credits < 1 ? 'too_small' : 'too_big',
      message: 'credits must be a whole number from 1 to 1000000000.',
    }),
  })),
  ...[0, 101].map((count) => ({
    name: `${count} vouchers`,
    body: { credits: 1, count },
    ...badField({
      field: 'count',
      reason: count === 0 ? 'too_small' : 'too_big',
      message: 'count must be a whole number from 1 to 100.',
    }),
  })),
  {
    name: 'an end in the past',
    body: { credits: 1, expires_at: '2026-03-02T10:00:00Z' },
    ...badField({
      field: 'expires_at',
      reason: 'in_the_past',
      message: 'expires_at must lie in the future.',
    }),
  },
  {
    name: 'made by an owner of a tenant',
    body: { credits: 1 },
    as: ({ owner }) => owner.token,
    status: 403,
    code: 'forbidden',
    message: 'Only a platform administrator may do this.',
    details: { reason: 'platform_admin_required' },
  },
  {
    name: 'no code',
    path: redeem,
    body: {},
    ...badField({ field: 'code', reason: 'required', message: 'code is required.' }),
  },
  {
    name: 'redeemed by nobody',
    path: redeem,
    body: { code: 'x' },
    as: () => undefined,
    ...unauthorized,
  },
  {
    name: 'redeemed by a key',
    path: redeem,
    body: { code: 'x' },
    as: (bank) => bank.key(bank.owner),
    status: 403,
    code: 'forbidden',
    message: 'This needs a session: log in instead of using an API key.',
    details: { reason: 'session_required' },
  },
]

const refusing = shared(openBank)

for (const { name, path = '/v1/admin/vouchers', body, as, ...error } of rows) {
  refusing.fact(`${name}: ${error.status}`, async (bank) => {
    const credential = as ? await as(bank) : bank.adminToken
    const answer = await bank.call('POST', path, { as: credential, body })
    assertV1Refused(bank, answer, error)
  })
}

test.run()
