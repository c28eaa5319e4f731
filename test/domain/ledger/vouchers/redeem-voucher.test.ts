import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Forbidden, NotFound, RateLimited } from '../../../../src/base/errors.ts'
import { newId, type TenantId } from '../../../../src/base/ids.ts'
import { cents } from '../../../../src/base/money.ts'
import type { Principal } from '../../../../src/domain/identity/index.ts'
import { hashOfCode, newCode } from '../../../../src/domain/ledger/vouchers/code.ts'
import { anyCharacter } from '../../../support/any-text.ts'
import { assertLedgerBalances } from '../../../support/assert-ledger-balances.ts'
import { openTestLedger } from '../../../support/open-test-ledger.ts'
import { refusal } from '../../../support/refusal.ts'
import { testPrincipal } from '../../../support/test-principal.ts'

async function openBank() {
  const ledger = openTestLedger()
  const tenantId = await ledger.tenant()
  const redeem = (code: string, part: Partial<Principal> = {}) =>
    ledger.redeemVoucher(
      { principal: ownerOf(tenantId, part), requestId: newId('req', 0), write: ledger.store.write },
      { code },
    )
  const voucher = async (more: { expiresAtMs?: number } = {}) => {
    const request = { credits: cents(500), count: 1, ...more }
    const [made] = await ledger.createVouchers(ledger.admin(), request)
    return made?.code as string
  }
  return { ...ledger, tenantId, redeem, voucher }
}

function ownerOf(tenantId: TenantId, part: Partial<Principal>): Principal {
  const userId = newId('usr', 0)
  const { apiKeyId: _, ...principal } = testPrincipal({ tenantId, principalId: userId })
  const session = { userId, sessionId: newId('ses', 0), principalType: 'user' as const }
  return { ...principal, ...session, roles: ['owner'], ...part }
}

test('a voucher becomes credits once, also when it is redeemed twice at once', async () => {
  using bank = await openBank()
  const code = await bank.voucher()
  const results = await Promise.allSettled([bank.redeem(code), bank.redeem(code)])
  assert.equal(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.is(bank.creditsOf(bank.store.db, bank.tenantId), 500)
  assertLedgerBalances(bank)
})

test('a code may be typed in lower case, with other dashes, and o for zero', async () => {
  using bank = await openBank()
  const code = await bank.voucher()
  const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  assert.is((await bank.redeem(typed)).credits, 500)
})

const unknown: [
  name: string,
  code: (bank: Awaited<ReturnType<typeof openBank>>) => Promise<string>,
][] = [
  ['an unknown code', async () => newCode()],
  ['nothing', async () => ''],
  [
    'a used code',
    async (bank) => {
      const code = await bank.voucher()
      await bank.redeem(code)
      return code
    },
  ],
  [
    'an expired code',
    async (bank) => {
      const code = await bank.voucher({ expiresAtMs: bank.store.clock.nowMs() + 1000 })
      bank.store.clock.advance({ seconds: 1 })
      return code
    },
  ],
]

for (const [name, codeOf] of unknown) {
  test(`${name} is not found, in the same words`, async () => {
    using bank = await openBank()
    const error = await refusal(bank.redeem(await codeOf(bank)))
    assert.instance(error, NotFound)
    assert.is(error.message, 'No such voucher.')
    assertLedgerBalances(bank)
  })
}

test('the eleventh attempt of an hour has to wait, right or wrong', async () => {
  using bank = await openBank()
  for (let i = 0; i < 10; i++) {
    await refusal(bank.redeem('wrong'))
    bank.store.clock.advance({ seconds: 60 })
  }
  const code = await bank.voucher()
  const error = (await refusal(bank.redeem(code))) as RateLimited
  assert.instance(error, RateLimited)
  assert.is(error.retryAfterSeconds, 50 * 60)
  bank.store.clock.advance({ seconds: 50 * 60 })
  assert.is((await bank.redeem(code)).credits, 500)
})

test('the attempts of one tenant do not count for another', async () => {
  using bank = await openBank()
  for (let i = 0; i < 10; i++) await refusal(bank.redeem('wrong'))
  const code = await bank.voucher()
  const tenantId = await bank.tenant()
  assert.is((await bank.redeem(code, { tenantId })).credits, 500)
})

const roles = ['seller_manager', 'buyer_manager', 'operator', 'viewer'] as const
for (const role of roles) {
  test(`a ${role} may not redeem`, async () => {
    using bank = await openBank()
    const code = await bank.voucher()
    const error = (await refusal(bank.redeem(code, { roles: [role] }))) as Forbidden
    assert.equal([error.code, error.reason], ['forbidden', 'role_required'])
    assert.is((await bank.redeem(code, { roles: ['admin'] })).credits, 500)
  })
}

test('a key may not redeem', async () => {
  using bank = await openBank()
  const principal = testPrincipal({ tenantId: bank.tenantId })
  const cmd = { principal, requestId: newId('req', 0), write: bank.store.write }
  const code = await bank.voucher()
  assert.instance(await refusal(bank.redeemVoucher(cmd, { code })), Forbidden)
})

test('codes differ, and only their hash is kept', async () => {
  using bank = await openBank()
  const made = await bank.createVouchers(bank.admin(), { credits: cents(1), count: 100 })
  assert.is(new Set(made.map(({ code }) => code)).size, 100)
  const stored = JSON.stringify(bank.store.raw.prepare('SELECT * FROM voucher').all())
  assert.is(
    made.some(({ code }) => stored.includes(code)),
    false,
  )
})

test('whatever is typed has a hash and is no code', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 100 }), (typed) => {
      assert.is(hashOfCode(typed).length, 32)
    }),
  )
})

const attempts = [
  'UPDATE voucher SET redeemed_at = NULL, redeemed_by_tenant_id = NULL',
  'UPDATE voucher SET credits = 9',
  "UPDATE voucher SET redeemed_by_tenant_id = 'tnt_x'",
  'DELETE FROM voucher',
  'INSERT OR REPLACE INTO voucher SELECT * FROM voucher',
]

for (const sql of attempts) {
  test(`the database refuses: ${sql}`, async () => {
    using bank = await openBank()
    await bank.redeem(await bank.voucher())
    assert.throws(() => bank.store.raw.exec(sql), /once|kept/)
  })
}

test.run()
