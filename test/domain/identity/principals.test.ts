import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DatasetId } from '../../../src/base/ids.ts'
import { cents } from '../../../src/base/money.ts'
import type { Principal } from '../../../src/domain/identity/index.ts'
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
    line: [{ apiKeyId: key.apiKeyId, ratePerMinute: 7, monthlyBudgetCredits: 90 }],
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

/** A key that came from another one, which came from a third: all of them may do the same. */
async function openLine() {
  const room = openTestIdentity()
  room.datasets.add(dataset).add(granted)
  const owner = await room.owner()
  const list = { datasetAccessMode: 'allow_list', datasetIds: [dataset, granted] } as const
  const scopes = ['datasets:read', 'search:query', 'keys:write'] as const
  const root = await room.keyOf(owner, { ...list, scopes })
  const middle = await room.keyOf(root.principal, { ...list, scopes })
  const leaf = await room.keyOf(middle.principal, { ...list, scopes })
  const patch = (patch: Parameters<typeof room.patchApiKey>[1]['patch']) =>
    room.patchApiKey(room.as(owner), { apiKeyId: root.key.apiKeyId, patch })
  const now = () => room.principalOfKey(leaf.key.key)
  return Object.assign(room, { founder: owner, root, middle, leaf, patch, now })
}

test('a key that is narrowed narrows all that come from it', async () => {
  using room = await openLine()
  const { nowMs } = room.store.clock
  const limits = {
    ratePerMinute: 5,
    monthlyBudgetCredits: cents(40),
    expiresAtMs: nowMs() + 60_000,
  }
  await room.patch({ scopes: ['search:query'], datasetIds: [granted], ...limits })
  const { scopes, datasetAccess, limits: left, line } = room.now() as Principal
  assert.equal([...scopes], ['search:query'])
  assert.equal(datasetAccess, { mode: 'allow_list', datasetIds: [granted] })
  assert.equal(left, limits)
  assert.equal(
    line.map(({ apiKeyId, ratePerMinute }) => [apiKeyId, ratePerMinute]),
    [
      [room.leaf.key.apiKeyId, null],
      [room.middle.key.apiKeyId, null],
      [room.root.key.apiKeyId, 5],
    ],
  )
  room.store.clock.advance({ seconds: 60 })
  assert.is(room.now(), undefined)
})

test('a key outlives the one that it came from, within what that one might do', async () => {
  using room = await openLine()
  await room.patch({ scopes: ['search:query'], monthlyBudgetCredits: cents(40) })
  await room.revokeApiKey(room.as(room.founder), room.root.key.apiKeyId)
  const { scopes, limits } = room.now() as Principal
  assert.equal([...scopes], ['search:query'])
  assert.is(limits.monthlyBudgetCredits, 40)
})

test('a key comes from eight others at most', async () => {
  using room = openTestIdentity()
  let maker = await room.owner()
  for (let n = 0; n < 9; n += 1) {
    maker = (await room.keyOf(maker, { scopes: ['keys:write'] })).principal
  }
  const attempt = () => room.keyOf(maker, { scopes: ['keys:write'] })
  assert.is(await refusalOf(attempt), 'Conflict line_too_long')
})

const evasions = [
  'UPDATE api_key_ancestor SET ancestor_id = api_key_id',
  'DELETE FROM api_key_ancestor',
  "UPDATE api_key SET created_by = 'operator'",
]
for (const statement of evasions) {
  test(`the database keeps what a key comes from: ${statement}`, async () => {
    using room = await openLine()
    assert.throws(() => room.store.raw.exec(statement), /what a key comes from never changes/)
  })
}

type Narrowing = (room: Awaited<ReturnType<typeof openLine>>) => Promise<unknown>
const narrowings: [title: string, narrow: Narrowing, refusal: string][] = [
  ['nothing happens', async () => {}, 'not refused'],
  ['its name changes', ({ patch }) => patch({ name: 'other' }), 'not refused'],
  ['it loses a scope', ({ patch }) => patch({ scopes: ['keys:write'] }), narrowed()],
  ['it loses a dataset', ({ patch }) => patch({ datasetIds: [dataset] }), narrowed()],
  ['it is revoked', (room) => end(room), 'Unauthenticated'],
]
for (const [title, narrow, refusal] of narrowings) {
  test(`what a request writes after ${title}: ${refusal}`, async () => {
    using room = await openLine()
    await narrow(room)
    const attempt = () => room.assertStillMay(room.store.db, room.root.principal)
    assert.is(await refusalOf(attempt), refusal)
  })
}

function narrowed(): string {
  return 'Forbidden rights_narrowed'
}

function end(room: Awaited<ReturnType<typeof openLine>>): Promise<void> {
  return room.revokeApiKey(room.as(room.founder), room.root.key.apiKeyId)
}

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
