import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../../../src/base/clock.ts'
import { assertLedgerBalances } from '../../../../support/assert-ledger-balances.ts'
import { openTestSettled, payee, type TestSettled } from '../../../../support/open-test-settled.ts'
import { shared } from '../../../../support/shared.ts'
import {
  assertV1Refused,
  badField,
  unauthorized,
  type V1Refusal,
} from '../../../../support/v1-refused.ts'

function statementOf(shop: TestSettled, part: object = {}) {
  const nowMs = shop.clock.nowMs()
  return {
    payout_statement_id: shop.payoutId,
    tenant_id: shop.provider.tenantId,
    tenant_name: 'Provider house',
    period: '2026-03',
    billing_period_start: '2026-03-01T00:00:00.000Z',
    billing_period_end: '2026-04-01T00:00:00.000Z',
    gross_revenue: 0.5,
    seller_earnings: 0.3,
    held_amount: 0.3,
    released_amount: 0,
    reversed_amount: 0,
    currency: 'EUR',
    status: 'pending',
    release_at: isoOf(nowMs + 14 * 86_400_000),
    hold_reason: null,
    reversal_reason: null,
    failure: null,
    payout_batch_id: null,
    created_at: isoOf(nowMs),
    updated_at: isoOf(nowMs),
    ...part,
  }
}

test('an administrator sees the statements of all providers', async () => {
  await using shop = await openTestSettled()
  const { status, body } = await shop.admin('GET', '/v1/admin/payouts')
  assert.is(status, 200)
  assert.equal(body.data, { payouts: [statementOf(shop)], total: 1, next_cursor: null })
})

test('the statements are narrowed by status, month and tenant, and paged', async () => {
  await using shop = await openTestSettled()
  const total = async (query: string) =>
    (await shop.admin('GET', `/v1/admin/payouts?${query}`)).body.data.total
  assert.is(await total('status=pending&period=2026-03'), 1)
  assert.is(await total(`tenant_id=${shop.provider.tenantId}`), 1)
  for (const query of ['status=paid', 'period=2026-02', 'tenant_id=tnt_x']) {
    assert.is(await total(query), 0, query)
  }
  shop.sql(`INSERT INTO payout_statement SELECT 'stmt_1' || substr(payout_statement_id, 7),
    'tnt_other', period_start_at, period_end_at, gross_cents, seller_cents, held_cents,
    released_cents, currency, status, created_at FROM payout_statement`)
  shop.sql(`INSERT INTO payout_progress SELECT 'stmt_1' || substr(payout_statement_id, 7), period,
    0, release_at, NULL, NULL, 0, NULL, NULL, 0 FROM payout_progress`)
  const first = await shop.admin('GET', '/v1/admin/payouts?limit=1')
  const { payouts, next_cursor } = first.body.data
  const last = await shop.admin('GET', `/v1/admin/payouts?limit=1&cursor=${next_cursor}`)
  const ids = [payouts, last.body.data.payouts].flat().map((one) => one.payout_statement_id)
  assert.equal([new Set(ids).size, last.body.data.next_cursor], [2, null])
  const other = await shop.admin('GET', `/v1/admin/payouts?status=paid&cursor=${next_cursor}`)
  assert.is(other.status, 400)
})

test('a statement is held with a reason and goes on', async () => {
  await using shop = await openTestSettled()
  const held = await shop.setStatus('held', 'looks odd')
  assert.equal(held.body.data, statementOf(shop, { status: 'held', hold_reason: 'looks odd' }))
  await shop.windowOver()
  const { body } = await shop.setStatus('approved')
  const { release_at, created_at } = held.body.data
  const part = {
    status: 'approved',
    held_amount: 0,
    released_amount: 0.3,
    release_at,
    created_at,
  }
  assert.equal(body.data, statementOf(shop, part))
  const own = await shop.call('GET', '/v1/provider/payouts', { as: shop.provider.token })
  assert.is(own.body.data.payouts[0].status, 'approved')
})

test('what was taken back stands in the provider’s statement, which adds up', async () => {
  await using shop = await openTestSettled()
  await shop.setStatus('held', 'fraud')
  await shop.setStatus('reversed', 'fraud')
  const { body } = await shop.call('GET', '/v1/provider/payouts', { as: shop.provider.token })
  const [own] = body.data.payouts
  assert.equal([own.held_amount, own.released_amount, own.reversed_amount], [0, 0, 0.3])
  assert.is(own.seller_earnings, 0.3)
})

test('from the window to the bank: batch, CSV, SEPA file, paid', async () => {
  await using shop = await openTestSettled()
  assert.equal((await shop.setAccount()).body.data, {
    holder_name: 'Provider Ltd',
    iban_ends_in: '3000',
    bic: null,
    updated_at: isoOf(shop.clock.nowMs()),
  })
  await shop.windowOver()
  const made = await shop.admin('POST', '/v1/admin/payout-batches', {})
  assert.is(made.status, 201)
  const { payout_batch_id: batch } = made.body.data
  const created_at = isoOf(shop.clock.nowMs())
  assert.equal(made.body.data, {
    payout_batch_id: batch,
    payments: 1,
    total_amount: 0.3,
    currency: 'EUR',
    without_account: [],
    created_at,
  })
  const path = `/v1/admin/payout-batches/${batch}`
  assert.equal((await shop.admin('GET', path)).body.data, {
    payout_batch_id: batch,
    total_amount: 0.3,
    currency: 'EUR',
    created_at,
    payments: [
      {
        payout_statement_id: shop.payoutId,
        tenant_id: shop.provider.tenantId,
        holder_name: 'Provider Ltd',
        iban: 'DE89370400440532013000',
        bic: null,
        amount: 0.3,
        status: 'processing',
      },
    ],
  })
  const csv = await shop.admin('GET', `${path}/csv`)
  assert.is(csv.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.is(csv.headers.get('content-disposition'), `attachment; filename="${batch}.csv"`)
  assert.match(csv.body, `${shop.payoutId},${shop.provider.tenantId},Provider Ltd,DE89`)
  const sepa = await shop.admin('GET', `${path}/sepa`)
  assert.is(sepa.headers.get('content-type'), 'application/xml; charset=utf-8')
  assert.match(sepa.body, `<EndToEndId>${shop.payoutId.replace('_', '-')}</EndToEndId>`)
  assert.match(sepa.body, '<InstdAmt Ccy="EUR">0.30</InstdAmt>')
  const paid = await shop.admin('POST', `${path}/paid`)
  assert.equal(paid.body.data, { payout_batch_id: batch, paid: 1 })
  // What is taken back was paid all the same, and when.
  const paidAt = isoOf(shop.clock.nowMs())
  const own = async () => {
    const { body } = await shop.call('GET', `/v1/provider/payouts/${shop.payoutId}`, {
      as: shop.provider.token,
    })
    return [body.data.status, body.data.paid_at]
  }
  assert.equal(await own(), ['paid', paidAt])
  shop.clock.advance({ seconds: 60 })
  await shop.setStatus('reversed', 'wrong account')
  assert.equal(await own(), ['reversed', paidAt])
  assertLedgerBalances(shop)
})

test('those of whom nobody knows where to pay keep nobody from being paid', async () => {
  await using shop = await openTestSettled()
  await shop.setAccount()
  await shop.windowOver()
  const columns = `period_start_at, period_end_at, gross_cents, seller_cents, held_cents,
    released_cents, currency, status, created_at`
  const older = `'stmt_0' || printf('%03d', value)`
  const times = `json_each('${JSON.stringify(Array.from({ length: 250 }, (_, i) => i))}')`
  shop.sql(`INSERT INTO payout_statement SELECT ${older}, 'tnt_' || value, ${columns}
    FROM payout_statement, ${times}`)
  shop.sql(`INSERT INTO payout_progress SELECT ${older}, period, 0, release_at, NULL, NULL, 0,
    NULL, NULL, 0 FROM payout_progress, ${times}`)
  const { status, body } = await shop.admin('POST', '/v1/admin/payout-batches', {})
  assert.is(status, 201, JSON.stringify(body))
  const { payments, total_amount: total, without_account: without } = body.data
  assert.equal([payments, total, without.length], [1, 0.3, 200])
  assert.not(without.includes(shop.payoutId))
  const again = await shop.admin('POST', '/v1/admin/payout-batches', {})
  assert.is(again.body.error.details.reason, 'nothing_to_pay')
})

test('without an account to pay from there is no SEPA file', async () => {
  const payer = { payoutName: undefined, payoutIban: undefined }
  await using shop = await openTestSettled({ config: payer })
  await shop.setAccount()
  await shop.windowOver()
  const { body } = await shop.admin('POST', '/v1/admin/payout-batches', {})
  const path = `/v1/admin/payout-batches/${body.data.payout_batch_id}/sepa`
  assertV1Refused(shop as never, await shop.admin('GET', path), {
    status: 409,
    code: 'conflict',
    message: 'The operator has not set the account to pay from: KONTOR_PAYOUT_NAME and _IBAN.',
    details: { reason: 'no_payout_debtor' },
  })
})

type Row = V1Refusal & {
  name: string
  ask: string
  body?: object
  as?: 'provider' | 'nobody'
  status: number
}

const statusPath = 'POST /v1/admin/payouts/{payout}/status'
const forbidden = {
  status: 403,
  code: 'forbidden',
  message: 'Only a platform administrator may do this.',
  details: { reason: 'platform_admin_required' },
}
const notFound = (what: string) => ({
  status: 404,
  code: 'not_found',
  message: `No such ${what}.`,
  details: {},
})

const rows: Row[] = [
  {
    name: 'a step that there is not',
    ask: statusPath,
    body: { status: 'paid' },
    status: 409,
    code: 'conflict',
    message: 'A payout statement cannot be set from pending to paid.',
    details: { reason: 'illegal_transition', field: 'status', from: 'pending', to: 'paid' },
  },
  {
    name: 'an approval within the dispute window',
    ask: statusPath,
    body: { status: 'approved' },
    status: 409,
    code: 'conflict',
    message: 'The dispute window of this statement is not over.',
    details: { reason: 'dispute_window_open' },
  },
  {
    name: 'a hold without a reason',
    ask: statusPath,
    body: { status: 'held' },
    ...badField({ field: 'reason', reason: 'required', message: 'reason is required.' }),
  },
  {
    name: 'a status that only a batch gives',
    ask: statusPath,
    body: { status: 'processing' },
    ...badField({
      field: 'status',
      reason: 'invalid_value',
      message: 'status must be one of approved, held, paid, failed, reversed.',
    }),
  },
  {
    name: 'an unknown statement',
    ask: 'POST /v1/admin/payouts/stmt_x/status',
    body: { status: 'paid' },
    ...notFound('payout statement'),
  },
  {
    name: 'a batch with nothing to pay',
    ask: 'POST /v1/admin/payout-batches',
    body: {},
    status: 409,
    code: 'conflict',
    message: 'No undisputed statement is due whose provider has a payout account.',
    details: { reason: 'nothing_to_pay' },
  },
  ...['GET /v1/admin/payout-batches/pay_x', 'GET /v1/admin/payout-batches/pay_x/csv'].map(
    (ask) => ({
      name: `${ask}: unknown`,
      ask,
      ...notFound('payout batch'),
    }),
  ),
  {
    name: 'a month that is none',
    ask: 'GET /v1/admin/payouts?period=2026-13',
    ...badField({
      field: 'period',
      reason: 'invalid_value',
      message: 'period must be a month such as 2026-10.',
    }),
  },
  ...[
    'GET /v1/admin/payouts',
    statusPath,
    'POST /v1/admin/payout-batches',
    'GET /v1/admin/payout-batches/pay_x',
    'GET /v1/admin/payout-batches/pay_x/csv',
    'GET /v1/admin/payout-batches/pay_x/sepa',
    'POST /v1/admin/payout-batches/pay_x/paid',
  ].flatMap((ask): Row[] => [
    { name: `${ask} by a provider`, ask, as: 'provider', body: { status: 'paid' }, ...forbidden },
    { name: `${ask} by nobody`, ask, as: 'nobody', ...unauthorized },
  ]),
]

const refusing = shared(openTestSettled)

for (const { name, ask, body, as, ...error } of rows) {
  refusing.fact(`${name}: ${error.status}`, async (shop) => {
    const [method = '', path = ''] = ask.replace('{payout}', shop.payoutId).split(' ')
    const tokens = { provider: shop.provider.token, nobody: undefined }
    const credential = as ? tokens[as] : shop.operator.token
    const sent = method === 'GET' ? {} : { body: body ?? {} }
    const answer = await shop.call(method, path, { as: credential, ...sent })
    assertV1Refused(shop as never, answer, error)
    assertLedgerBalances(shop)
  })
}

const accounts: [name: string, body: object, error: object][] = [
  [
    'no IBAN',
    { holder_name: 'x' },
    badField({ field: 'iban', reason: 'required', message: 'iban is required.' }),
  ],
  [
    'an IBAN that cannot be',
    { ...payee, iban: 'DE89370400440532013001' },
    badField({
      field: 'iban',
      reason: 'invalid_iban',
      message: 'iban must be the IBAN of an account in the SEPA area.',
    }),
  ],
  [
    'a BIC that cannot be',
    { ...payee, bic: 'X' },
    badField({
      field: 'bic',
      reason: 'invalid_bic',
      message: 'bic must have 8 or 11 letters and digits.',
    }),
  ],
]

for (const [name, body, error] of accounts) {
  refusing.fact(`a payout account with ${name}: 400`, async (shop) => {
    assertV1Refused(shop as never, await shop.setAccount(body), error as never)
  })
}

test('a payout account is shown by its end, and the record holds no more of it', async () => {
  await using shop = await openTestSettled()
  const get = () => shop.call('GET', '/v1/provider/payout-account', { as: shop.provider.token })
  assertV1Refused(shop as never, await get(), notFound('payout account'))
  await shop.setAccount({ ...payee, bic: 'cobadeff370' })
  const { body } = await get()
  assert.equal([body.data.iban_ends_in, body.data.bic], ['3000', 'COBADEFF370'])
  const records = shop.store.raw.prepare('SELECT details FROM audit_event').pluck().all()
  assert.not.match(JSON.stringify(records), '3704004405320130')
})

test.run()
