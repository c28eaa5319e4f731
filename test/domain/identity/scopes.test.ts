import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newId } from '../../../src/base/ids.ts'
import { cents } from '../../../src/base/money.ts'
import {
  inheritedLimits,
  requireEveryDataset,
  requirePlatformAdmin,
  requireScope,
  requireSession,
  requireWithinOwnReach,
  scopesOfKey,
  scopesOfRoles,
} from '../../../src/domain/identity/scopes.ts'
import { type Principal, ROLES, SCOPES } from '../../../src/domain/principal.ts'
import { refusalOf } from '../../support/open-test-identity.ts'
import { testPrincipal } from '../../support/test-principal.ts'

const table: Record<string, string> = {
  owner: SCOPES.join(' '),
  admin: SCOPES.filter((scope) => scope !== 'admin:*').join(' '),
  seller_manager: 'datasets:read datasets:write objects:write usage:read billing:read',
  buyer_manager: 'datasets:read search:query usage:read keys:write billing:read',
  operator: 'datasets:read usage:read',
  viewer: 'datasets:read',
}

for (const role of ROLES) {
  test(`the role ${role} brings its scopes`, () => {
    const scopes = scopesOfRoles([role])
    assert.is(SCOPES.filter((scope) => scopes.has(scope)).join(' '), table[role])
  })
}

test('several roles add up', () => {
  const scopes = scopesOfRoles(['seller_manager', 'buyer_manager'])
  assert.ok(scopes.has('objects:write') && scopes.has('search:query'))
  assert.not.ok(scopes.has('admin:*'))
})

test('a key has the scopes that are written on it and no others', () => {
  assert.equal([...scopesOfKey(['usage:read'])], ['usage:read'])
})

test('admin:* on a key brings every scope', () => {
  assert.equal([...scopesOfKey(['admin:*'])], [...SCOPES])
})

test('a missing scope is refused', async () => {
  const principal = testPrincipal({ scopes: new Set(['datasets:read']) })
  requireScope(principal, 'datasets:read')
  assert.is(
    await refusalOf(() => requireScope(principal, 'datasets:write')),
    'Forbidden missing_scope',
  )
})

const userId = newId('usr', 0)
const { apiKeyId: _, ...nobody } = testPrincipal({ scopes: new Set(SCOPES) })
const session: Principal = {
  ...nobody,
  principalType: 'user',
  principalId: userId,
  userId,
  sessionId: newId('ses', 0),
}

test('a key is no session', async () => {
  requireSession(session)
  const half = testPrincipal({ sessionId: newId('ses', 0) })
  for (const principal of [testPrincipal(), half, testPrincipal({ userId })]) {
    assert.is(await refusalOf(() => requireSession(principal)), 'Forbidden session_required')
  }
})

test('an owner with admin:* is no platform admin', async () => {
  requirePlatformAdmin({ ...session, isPlatformAdmin: true })
  assert.is(
    await refusalOf(() => requirePlatformAdmin(session)),
    'Forbidden platform_admin_required',
  )
})

test('a key never passes for a platform admin', async () => {
  const key = testPrincipal({ isPlatformAdmin: true, scopes: new Set(SCOPES) })
  assert.is(await refusalOf(() => requirePlatformAdmin(key)), 'Forbidden session_required')
})

const narrow: Principal = testPrincipal({
  scopes: new Set(['keys:write', 'datasets:read']),
  datasetAccess: { mode: 'allow_list', datasetIds: ['dset_a'] },
  limits: { ratePerMinute: 10, monthlyBudgetCredits: cents(500), expiresAtMs: 1000 },
})

const rates = { searchRatePerMinute: 120 }
type Reach = Parameters<typeof requireWithinOwnReach>[1]
const reaches: [title: string, reach: Reach, refusal: string][] = [
  ['nothing', {}, 'not refused'],
  ['its own scopes', { scopes: ['datasets:read'] }, 'not refused'],
  ['a scope more', { scopes: ['datasets:read', 'usage:read'] }, 'Forbidden beyond_own_scopes'],
  ['admin:*', { scopes: ['admin:*'] }, 'Forbidden beyond_own_scopes'],
  ['an allow-list', { datasetMode: 'allow_list' }, 'not refused'],
  ['all datasets', { datasetMode: 'all_available' }, 'Forbidden beyond_own_datasets'],
  ['the same rate', { ratePerMinute: 10 }, 'not refused'],
  ['a higher rate', { ratePerMinute: 11 }, 'Forbidden beyond_own_rate'],
  ['no rate limit', { ratePerMinute: null }, 'Forbidden beyond_own_rate'],
  ['a smaller budget', { monthlyBudgetCredits: 0 }, 'not refused'],
  ['a larger budget', { monthlyBudgetCredits: 501 }, 'Forbidden beyond_own_budget'],
  ['no budget limit', { monthlyBudgetCredits: null }, 'Forbidden beyond_own_budget'],
  ['an earlier end', { expiresAtMs: 999 }, 'not refused'],
  ['a later end', { expiresAtMs: 1001 }, 'Forbidden beyond_own_expiry'],
  ['no end', { expiresAtMs: null }, 'Forbidden beyond_own_expiry'],
]

for (const [title, reach, refusal] of reaches) {
  test(`a narrow key gives ${title}: ${refusal}`, async () => {
    assert.is(await refusalOf(() => requireWithinOwnReach(narrow, reach, rates)), refusal)
  })
}

test('a session without limits may give any', () => {
  requireWithinOwnReach(
    session,
    {
      scopes: SCOPES,
      datasetMode: 'all_available',
      ratePerMinute: null,
      monthlyBudgetCredits: null,
      expiresAtMs: null,
    },
    rates,
  )
})

test('no rate is too high for a session to give', () => {
  requireWithinOwnReach(session, { ratePerMinute: 100_000 }, rates)
})

test('what shows a whole tenant is not for a key to some of its datasets', async () => {
  requireEveryDataset(session)
  assert.is(await refusalOf(() => requireEveryDataset(narrow)), 'Forbidden allow_list_key')
})

const usual: [title: string, rate: number | null, refusal: string][] = [
  ['the usual rate', 120, 'not refused'],
  ['no rate of its own', null, 'not refused'],
  ['a higher rate', 121, 'Forbidden beyond_own_rate'],
]
for (const [title, ratePerMinute, refusal] of usual) {
  test(`a key without a rate of its own gives ${title}: ${refusal}`, async () => {
    const attempt = () => requireWithinOwnReach(testPrincipal(), { ratePerMinute }, rates)
    assert.is(await refusalOf(attempt), refusal)
  })
}

test('a new key inherits the limits of its maker where none are asked for', () => {
  assert.equal(inheritedLimits(narrow, { ratePerMinute: 5 }), {
    ratePerMinute: 5,
    monthlyBudgetCredits: 500,
    expiresAtMs: 1000,
  })
  const { limits } = narrow
  assert.equal(inheritedLimits(narrow, {}), limits)
  const less = { ratePerMinute: 1, monthlyBudgetCredits: 2, expiresAtMs: 3 }
  assert.equal(inheritedLimits(narrow, less), less)
})

test.run()
