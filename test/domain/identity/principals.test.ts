import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DatasetId } from '../../../src/base/ids.ts'
import { cents } from '../../../src/base/money.ts'
import { openTestIdentity, refusalOf } from '../../support/open-test-identity.ts'

const dataset = 'dset_01' as DatasetId
const granted = 'dset_02' as DatasetId

test('a key stands for its tenant with what is written on it', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const { key, principal } = await room.keyOf(owner, {
    scopes: ['search:query'],
    ratePerMinute: 7,
    monthlyBudgetCredits: cents(90),
  })
  assert.equal(principal, {
    tenantId: owner.tenantId,
    principalId: key.apiKeyId,
    principalType: 'api_key',
    apiKeyId: key.apiKeyId,
    scopes: new Set(['search:query']),
    roles: [],
    isPlatformAdmin: false,
    datasetAccess: { mode: 'all_available' },
    limits: { ratePerMinute: 7, monthlyBudgetCredits: 90, expiresAtMs: null },
  })
})

test('the key of a platform admin is no platform admin', async () => {
  using room = openTestIdentity()
  const owner = { ...(await room.owner()), isPlatformAdmin: true }
  const { principal } = await room.keyOf(owner, { scopes: ['admin:*'] })
  assert.is(principal.isPlatformAdmin, false)
})

test('an allow-list is the list and the grants together', async () => {
  using room = openTestIdentity()
  room.datasets.add(dataset).add(granted)
  const owner = await room.owner()
  const { key } = await room.keyOf(owner, {
    datasetAccessMode: 'allow_list',
    datasetIds: [dataset],
  })
  for (const datasetId of [dataset, granted]) {
    await room.addGrant(room.as(owner), { apiKeyId: key.apiKeyId, datasetId })
  }
  assert.equal(room.principalOfKey(key.key)?.datasetAccess, {
    mode: 'allow_list',
    datasetIds: [dataset, granted],
  })
})

test('a grant on a key without an allow-list changes nothing yet', async () => {
  using room = openTestIdentity()
  room.datasets.add(granted)
  const owner = await room.owner()
  const { key } = await room.keyOf(owner)
  await room.addGrant(room.as(owner), { apiKeyId: key.apiKeyId, datasetId: granted })
  assert.equal(room.principalOfKey(key.key)?.datasetAccess, { mode: 'all_available' })
})

test('an empty allow-list admits nothing', async () => {
  using room = openTestIdentity()
  const { principal } = await room.keyOf(await room.owner(), { datasetAccessMode: 'allow_list' })
  assert.equal(principal.datasetAccess, { mode: 'allow_list', datasetIds: [] })
})

test('a key with another secret or another prefix stands for nobody', async () => {
  using room = openTestIdentity()
  const { key } = await room.keyOf(await room.owner())
  const [brand, prefix, secret] = key.key.split('_')
  assert.is(room.principalOfKey(`${brand}_${prefix}_${'0'.repeat(64)}`), undefined)
  assert.is(room.principalOfKey(`${brand}_${'0'.repeat(12)}_${secret}`), undefined)
  assert.is(room.principalOfKey(`${prefix}_${secret}`), undefined)
})

test('an expired key stands for nobody', async () => {
  using room = openTestIdentity()
  const expiresAtMs = room.store.clock.nowMs() + 1000
  const { key, principal } = await room.keyOf(await room.owner(), { expiresAtMs })
  room.store.clock.advance({ seconds: 1 })
  assert.is(room.principalOfKey(key.key), undefined)
  assert.is(await refusalOf(() => room.assertLive(room.store.db, principal)), 'Unauthenticated')
})

test('a revoked key stands for nobody at once, also in a request under way', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const { key, principal } = await room.keyOf(owner)
  room.assertLive(room.store.db, principal)
  await room.revokeApiKey(room.as(owner), key.apiKeyId)
  assert.is(room.principalOfKey(key.key), undefined)
  assert.is(await refusalOf(() => room.assertLive(room.store.db, principal)), 'Unauthenticated')
})

test('an unknown session token stands for nobody', async () => {
  using room = openTestIdentity()
  await room.owner()
  assert.is(room.principalOfToken(`sess_${'A'.repeat(43)}`), undefined)
  assert.is(room.principalOfToken('sess_'), undefined)
})

test('the use of a key is written down beside the request', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const { key } = await room.keyOf(owner)
  await room.settled()
  const { lastUsedAtMs } = room.getApiKey(owner, key.apiKeyId)
  assert.is(lastUsedAtMs, room.store.clock.nowMs())
})

test('the use of a key is written at most once a minute', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const { key } = await room.keyOf(owner)
  await room.settled()
  const usedAtMs = room.store.clock.nowMs()
  room.store.clock.advance({ seconds: 59 })
  room.principalOfKey(key.key)
  await room.settled()
  assert.is(room.getApiKey(owner, key.apiKeyId).lastUsedAtMs, usedAtMs)
  room.store.clock.advance({ seconds: 1 })
  room.principalOfKey(key.key)
  await room.settled()
  assert.is(room.getApiKey(owner, key.apiKeyId).lastUsedAtMs, usedAtMs + 60_000)
})

test('a use that cannot be written fails no request', async () => {
  using room = openTestIdentity()
  const { key } = await room.keyOf(await room.owner())
  await room.settled()
  room.store.clock.advance({ hours: 1 })
  room.store.raw.pragma('query_only = ON')
  assert.ok(room.principalOfKey(key.key))
  await room.settled()
})

const tables: [statement: string, index: RegExp][] = [
  [`SELECT * FROM session WHERE token_hash = x'00'`, /USING INDEX sqlite_autoindex_session_2/],
  [`SELECT * FROM api_key WHERE key_prefix = 'a'`, /USING INDEX sqlite_autoindex_api_key_2/],
  [`SELECT user_id FROM user WHERE is_platform_admin = 1`, /user_platform_admin/],
]

for (const [statement, index] of tables) {
  test(`an index serves ${statement}`, () => {
    using room = openTestIdentity()
    const plan = room.store.raw.prepare(`EXPLAIN QUERY PLAN ${statement}`).all()
    assert.match(JSON.stringify(plan), index)
  })
}

test.run()
