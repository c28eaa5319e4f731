import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isoOf } from '../../../../../src/base/clock.ts'
import { assertLedgerBalances } from '../../../../support/assert-ledger-balances.ts'
import { openTestApp } from '../../../../support/open-test-app.ts'
import { shared } from '../../../../support/shared.ts'
import { assertV1Refused, badField, type V1Refusal } from '../../../../support/v1-refused.ts'

async function openBank() {
  const app = await openTestApp({
    config: { welcomeCredits: 0 },
    parts: { jobs: false, workers: false },
  })
  const [admin, owner] = [await app.admin(), await app.signUp('Buyer')]
  const key = await app.key(admin, { scopes: ['admin:*'] })
  const path = `/v1/admin/tenants/${owner.tenantId}/credits`
  return Object.assign(app, { adminToken: admin.token, owner, key, path })
}

const good = { credits: 500, reason: 'invoice 17' }

test('a grant answers 201 with what was given and what there is now', async () => {
  await using bank = await openBank()
  const asked = { as: bank.adminToken, body: good }
  await bank.call('POST', bank.path, asked)
  const { status, body } = await bank.call('POST', bank.path, asked)
  assert.is(status, 201)
  assert.match(body.data.transfer_id, /^grant:req_/)
  assert.equal(body, {
    data: {
      tenant_id: bank.owner.tenantId,
      credits: 500,
      available_credits: 1000,
      transfer_id: body.data.transfer_id,
      reason: 'invoice 17',
      granted_at: isoOf(bank.clock.nowMs()),
    },
    request_id: body.request_id,
    timestamp: isoOf(bank.clock.nowMs()),
  })
  assertLedgerBalances(bank)
})

test('a retry with the same Idempotency-Key grants once and answers the same', async () => {
  await using bank = await openBank()
  const asked = { as: bank.adminToken, body: good, headers: { 'idempotency-key': 'k' } }
  const [first, again] = [
    await bank.call('POST', bank.path, asked),
    await bank.call('POST', bank.path, asked),
  ]
  assert.equal([again.status, again.body], [201, first.body])
  const { db } = bank.store
  assert.is(bank.rooms.ledger.creditsOf(db, bank.owner.tenantId as 'tnt_x'), 500)
})

const creditsRule = 'credits must be a whole number from 1 to 1000000000.'
type Bank = Awaited<ReturnType<typeof openBank>>
type RefusalRow = V1Refusal & {
  name: string
  status: number
  as?: (bank: Bank) => string | undefined
  path?: string
  body?: unknown
}

const refusals: RefusalRow[] = [
  ...[0, -5, 1.5, 1_000_000_001, '5', null, 1e300].map((credits) => ({
    name: `credits ${credits}`,
    body: { ...good, credits },
    ...badField({
      field: 'credits',
      reason: reasonOf(credits),
      message: creditsRule,
    }),
  })),
  {
    name: 'no credits',
    body: { reason: 'x' },
    ...badField({ field: 'credits', reason: 'required', message: 'credits is required.' }),
  },
  {
    name: 'no reason',
    body: { credits: 5 },
    ...badField({ field: 'reason', reason: 'required', message: 'reason is required.' }),
  },
  {
    name: 'an empty reason',
    body: { credits: 5, reason: '' },
    ...badField({ field: 'reason', reason: 'too_small', message: 'reason must not be empty.' }),
  },
  {
    name: 'a reason that is too long',
    body: { credits: 5, reason: 'x'.repeat(501) },
    ...badField({
      field: 'reason',
      reason: 'too_big',
      message: 'reason must have at most 500 characters.',
    }),
  },
  {
    name: 'nobody',
    as: () => undefined,
    status: 401,
    code: 'unauthorized',
    message: 'A valid credential is needed.',
    details: {},
  },
  {
    name: "a tenant's owner",
    as: ({ owner }) => owner.token,
    status: 403,
    code: 'forbidden',
    message: 'Only a platform administrator may do this.',
    details: { reason: 'platform_admin_required' },
  },
  {
    name: "a platform admin's key",
    as: ({ key }) => key,
    status: 403,
    code: 'forbidden',
    message: 'This needs a session: log in instead of using an API key.',
    details: { reason: 'session_required' },
  },
  {
    name: 'an unknown tenant',
    path: '/v1/admin/tenants/tnt_nobody/credits',
    status: 404,
    code: 'not_found',
    message: 'No such tenant.',
    details: {},
  },
]

function reasonOf(credits: unknown): string {
  if (typeof credits !== 'number') return 'invalid_type'
  if (!Number.isInteger(credits)) return 'invalid_type'
  return credits < 1 ? 'too_small' : 'too_big'
}

const refusing = shared(openBank)

for (const { name, as, path, body = good, ...error } of refusals) {
  refusing.fact(`${name}: ${error.status} and nothing is granted`, async (bank) => {
    const credential = as ? as(bank) : bank.adminToken
    const answer = await bank.call('POST', path ?? bank.path, { as: credential, body })
    assertV1Refused(bank, answer, error)
    const { db } = bank.store
    assert.is(bank.rooms.ledger.creditsOf(db, bank.owner.tenantId as 'tnt_x'), 0)
  })
}

test.run()
