import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ApiKeyId, DatasetId, GrantId } from '../../../../src/base/ids.ts'
import { cents } from '../../../../src/base/money.ts'
import { keyDatasetsMax, type Principal } from '../../../../src/domain/identity/index.ts'
import type { ApiKeyPatch } from '../../../../src/domain/identity/key/patch-api-key.ts'
import { joined } from '../../../support/join-tenant.ts'
import { openTestIdentity, refusalOf } from '../../../support/open-test-identity.ts'

const known = 'dset_known' as DatasetId
const other = 'dset_other' as DatasetId
const unknown = 'dset_unknown' as DatasetId

test('a key is made with the default scopes and all datasets', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const { key } = await room.keyOf(owner)
  const { key: secret, ...record } = key
  assert.match(secret, /^kontor_[0-9a-f]{12}_[0-9a-f]{64}$/)
  assert.equal(record, {
    apiKeyId: key.apiKeyId,
    createdBy: owner.userId,
    name: 'a key',
    keyPrefix: secret.split('_')[1],
    scopes: ['datasets:read', 'search:query'],
    datasetAccessMode: 'all_available',
    datasetIds: [],
    grants: [],
    ratePerMinute: null,
    monthlyBudgetCredits: null,
    expiresAtMs: null,
    createdAtMs: room.store.clock.nowMs(),
    lastUsedAtMs: null,
    revokedAtMs: null,
    application: null,
  })
})

test('the secret is in the answer to creation only', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const { key } = await room.keyOf(owner)
  assert.not.ok('key' in room.getApiKey(owner, key.apiKeyId))
  const cells = room.store.raw.prepare('SELECT * FROM api_key').raw().all().flat()
  assert.not.ok(cells.map(String).join().includes(key.key.slice(-64)))
})

const lists: [title: string, request: object, refusal: string][] = [
  ['a known dataset', { datasetAccessMode: 'allow_list', datasetIds: [known] }, 'not refused'],
  [
    'an unknown dataset',
    { datasetAccessMode: 'allow_list', datasetIds: [known, unknown] },
    'InvalidInput dataset_ids unknown_dataset',
  ],
  ['a list without its mode', { datasetIds: [known] }, 'InvalidInput dataset_ids needs_allow_list'],
  [
    'a list beside all_available',
    { datasetAccessMode: 'all_available', datasetIds: [known] },
    'InvalidInput dataset_ids needs_allow_list',
  ],
  [
    'an empty list without its mode',
    { datasetIds: [] },
    'InvalidInput dataset_ids needs_allow_list',
  ],
  ['an end in the past', { expiresAtMs: 5 }, 'InvalidInput expires_at in_the_past'],
]

for (const [title, request, refusal] of lists) {
  test(`creation with ${title}: ${refusal}`, async () => {
    using room = openTestIdentity()
    room.datasets.add(known)
    const owner = await room.owner()
    assert.is(await refusalOf(() => room.keyOf(owner, request)), refusal)
  })
}

test('repeated scopes and datasets count once', async () => {
  using room = openTestIdentity()
  room.datasets.add(known)
  const { key } = await room.keyOf(await room.owner(), {
    scopes: ['usage:read', 'usage:read'],
    datasetAccessMode: 'allow_list',
    datasetIds: [known, known],
  })
  assert.equal([key.scopes, key.datasetIds], [['usage:read'], [known]])
})

test('a key makes no key beyond its own list, with the words for an unknown dataset', async () => {
  using room = openTestIdentity()
  room.datasets.add(known).add(other)
  const narrow = { datasetAccessMode: 'allow_list', datasetIds: [known] } as const
  const { principal } = await room.keyOf(await room.owner(), { scopes: ['keys:write'], ...narrow })
  const attempt = (datasetIds: DatasetId[]) =>
    refusalOf(() =>
      room.keyOf(principal, {
        scopes: ['keys:write'],
        datasetAccessMode: 'allow_list',
        datasetIds,
      }),
    )
  assert.is(await attempt([known]), 'not refused')
  assert.is(await attempt([other]), 'InvalidInput dataset_ids unknown_dataset')
  assert.is(await attempt([unknown]), 'InvalidInput dataset_ids unknown_dataset')
})

test('a key without the default scopes has to name those of its child', async () => {
  using room = openTestIdentity()
  const { principal } = await room.keyOf(await room.owner(), { scopes: ['keys:write'] })
  assert.is(await refusalOf(() => room.keyOf(principal)), 'Forbidden beyond_own_scopes')
})

test('a child inherits the limits of the key that makes it', async () => {
  using room = openTestIdentity()
  const limits = {
    ratePerMinute: 5,
    monthlyBudgetCredits: cents(70),
    expiresAtMs: room.store.clock.nowMs() + 9000,
  }
  const scopes = ['keys:write'] as const
  const { principal } = await room.keyOf(await room.owner(), { scopes, ...limits })
  const { principal: child } = await room.keyOf(principal, { scopes })
  assert.equal(child.limits, limits)
})

test('a key cannot widen itself', async () => {
  using room = openTestIdentity()
  room.datasets.add(known).add(other)
  const { key, principal } = await room.keyOf(await room.owner(), {
    scopes: ['keys:write'],
    datasetAccessMode: 'allow_list',
    datasetIds: [known],
    ratePerMinute: 5,
  })
  const { apiKeyId } = key
  const attempts = [
    { scopes: ['keys:write', 'search:query'] as const },
    { datasetAccessMode: 'all_available' as const },
    { datasetIds: [known, other] },
    { ratePerMinute: 6 },
    { ratePerMinute: null },
  ]
  const refusals = await Promise.all(
    attempts.map((patch) =>
      refusalOf(() => room.patchApiKey(room.as(principal), { apiKeyId, patch })),
    ),
  )
  const grant = { apiKeyId, datasetId: other }
  refusals.push(await refusalOf(() => room.addGrant(room.as(principal), grant)))
  assert.equal(refusals, [
    'Forbidden beyond_own_scopes',
    'Forbidden beyond_own_datasets',
    'InvalidInput dataset_ids unknown_dataset',
    'Forbidden beyond_own_rate',
    'Forbidden beyond_own_rate',
    'InvalidInput dataset_id unknown_dataset',
  ])
})

test('what a key may not do itself it lets no other key do longer, more or elsewhere', async () => {
  using room = openTestIdentity()
  room.datasets.add(known).add(other)
  const owner = await room.owner()
  const nowMs = room.store.clock.nowMs()
  const limits = { ratePerMinute: 5, monthlyBudgetCredits: cents(7), expiresAtMs: nowMs + 60_000 }
  const listed = { datasetAccessMode: 'allow_list', datasetIds: [known] } as const
  const { key } = await room.keyOf(owner, { scopes: ['admin:*'], ...limits, ...listed })
  const { principal } = await room.keyOf(owner, { scopes: ['keys:write', 'datasets:read'] })
  const { apiKeyId } = key
  const patched = (patch: object, by = principal) =>
    refusalOf(() => room.patchApiKey(room.as(by), { apiKeyId, patch }))
  const beyond = 'Forbidden beyond_own_scopes'
  for (const patch of [
    { expiresAtMs: nowMs + 70_000 },
    { expiresAtMs: null },
    { monthlyBudgetCredits: cents(8) },
    { monthlyBudgetCredits: null },
    { ratePerMinute: 6 },
    { ratePerMinute: null },
    { datasetIds: [known, other] },
    { datasetAccessMode: 'all_available' },
  ]) {
    assert.is(await patched(patch), beyond, JSON.stringify(patch))
  }
  const added = { apiKeyId, datasetId: other }
  assert.is(await refusalOf(() => room.addGrant(room.as(principal), added)), beyond)
  const less = { expiresAtMs: nowMs + 50_000, monthlyBudgetCredits: cents(6), ratePerMinute: 4 }
  assert.is(await patched({ name: 'Narrower', datasetIds: [], ...less }), 'not refused')
  assert.is(await patched({ expiresAtMs: null }, owner), 'not refused')
  const own = { scopes: ['datasets:read' as const], ratePerMinute: null }
  assert.is(await patched(own), 'not refused', 'with no more than its own scopes')
})

test('a key that has ended works again for who could make it as it would be', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const roles = ['buyer_manager'] as const
  const buyer = await joined(room, owner, { email: 'buyer@x.eu', roles })
  const expiresAtMs = room.store.clock.nowMs() + 1000
  const scopes = ['datasets:write', 'search:query'] as const
  const { key } = await room.keyOf(owner, { scopes, expiresAtMs })
  const patch = (by: Principal, part: ApiKeyPatch) =>
    refusalOf(() => room.patchApiKey(room.as(by), { apiKeyId: key.apiKeyId, patch: part }))
  const later = { expiresAtMs: expiresAtMs + 9000 }
  const beforehand = await patch(buyer, { expiresAtMs: expiresAtMs + 1 })
  assert.is(beforehand, 'Forbidden beyond_own_scopes', 'a later end is more of what it may')
  room.store.clock.advance({ seconds: 2 })
  for (const part of [later, { expiresAtMs: null }]) {
    assert.is(await patch(buyer, part), 'Forbidden beyond_own_scopes')
  }
  assert.is(await patch(buyer, { name: 'old', scopes: ['search:query'] }), 'not refused')
  assert.is(await patch(owner, { scopes }), 'not refused')
  assert.is(await patch(buyer, { ...later, scopes: ['search:query'] }), 'not refused')
  assert.equal([...(room.principalOfKey(key.key)?.scopes ?? [])], ['search:query'])
})

const endings: [name: string, made: Omit<ApiKeyPatch, 'name'>, refusal: string][] = [
  ['a higher rate', { ratePerMinute: 6 }, 'Forbidden beyond_own_rate'],
  ['no budget', { ratePerMinute: 5 }, 'Forbidden beyond_own_budget'],
  ['what its reviver has', { ratePerMinute: 5, monthlyBudgetCredits: cents(9) }, 'not refused'],
]
for (const [name, made, refusal] of endings) {
  test(`a key that has ended, with ${name}, by a key with limits: ${refusal}`, async () => {
    using room = openTestIdentity()
    const owner = await room.owner()
    const limits = { ratePerMinute: 5, monthlyBudgetCredits: cents(9) }
    const { principal } = await room.keyOf(owner, {
      scopes: ['keys:write', 'search:query'],
      ...limits,
    })
    const expiresAtMs = room.store.clock.nowMs() + 1000
    const { key } = await room.keyOf(owner, { ...made, scopes: ['search:query'], expiresAtMs })
    room.store.clock.advance({ seconds: 1 })
    const { apiKeyId } = key
    const patch = { expiresAtMs: expiresAtMs + 1 }
    const revived = () => room.patchApiKey(room.as(principal), { apiKeyId, patch })
    assert.is(await refusalOf(revived), refusal)
  })
}

test('a patch changes what is sent and nothing else', async () => {
  using room = openTestIdentity()
  room.datasets.add(known)
  const owner = await room.owner()
  const { key } = await room.keyOf(owner, { ratePerMinute: 5 })
  const { key: _, ...before } = key
  const { apiKeyId } = key
  const patch = { name: 'renamed', datasetAccessMode: 'allow_list', datasetIds: [known] } as const
  const after = await room.patchApiKey(room.as(owner), { apiKeyId, patch })
  // `keyOf` has used the key.
  assert.equal(after, { ...before, ...patch, lastUsedAtMs: after.lastUsedAtMs })
})

test('an empty patch changes nothing and leaves no record', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const { key } = await room.keyOf(owner)
  await room.patchApiKey(room.as(owner), { apiKeyId: key.apiKeyId, patch: {} })
  assert.is(room.audited().at(-1)?.action, 'api_key.created')
})

test('leaving the allow-list empties it', async () => {
  using room = openTestIdentity()
  room.datasets.add(known)
  const owner = await room.owner()
  const { key } = await room.keyOf(owner, {
    datasetAccessMode: 'allow_list',
    datasetIds: [known],
  })
  const patch = { datasetAccessMode: 'all_available' } as const
  const after = await room.patchApiKey(room.as(owner), { apiKeyId: key.apiKeyId, patch })
  assert.equal(after.datasetIds, [])
})

test('a null lifts a limit', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const { key } = await room.keyOf(owner, { ratePerMinute: 5 })
  const patch = { ratePerMinute: null }
  const after = await room.patchApiKey(room.as(owner), { apiKeyId: key.apiKeyId, patch })
  assert.is(after.ratePerMinute, null)
})

test('a grant is given once, listed, and taken again', async () => {
  using room = openTestIdentity()
  room.datasets.add(known)
  const owner = await room.owner()
  const { key } = await room.keyOf(owner, { datasetAccessMode: 'allow_list' })
  const request = { apiKeyId: key.apiKeyId, datasetId: known }
  const grant = await room.addGrant(room.as(owner), request)
  assert.is(
    await refusalOf(() => room.addGrant(room.as(owner), request)),
    'Conflict already_granted',
  )
  assert.equal(room.getApiKey(owner, key.apiKeyId).grants, [grant])
  const { apiKeyId } = key
  await room.removeGrant(room.as(owner), { apiKeyId, grantId: grant.grantId })
  assert.equal(room.getApiKey(owner, key.apiKeyId).grants, [])
})

test('a grant of another key is not found', async () => {
  using room = openTestIdentity()
  room.datasets.add(known)
  const owner = await room.owner()
  const list = { datasetAccessMode: 'allow_list' } as const
  const [one, two] = [await room.keyOf(owner, list), await room.keyOf(owner, list)]
  const { grantId } = await room.addGrant(room.as(owner), {
    apiKeyId: one.key.apiKeyId,
    datasetId: known,
  })
  const wrong = { apiKeyId: two.key.apiKeyId, grantId }
  assert.is(await refusalOf(() => room.removeGrant(room.as(owner), wrong)), 'NotFound')
})

test('revoking is on record once and cannot be undone', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const { key } = await room.keyOf(owner)
  await room.revokeApiKey(room.as(owner), key.apiKeyId)
  const { revokedAtMs } = room.getApiKey(owner, key.apiKeyId)
  room.store.clock.advance({ seconds: 5 })
  await room.revokeApiKey(room.as(owner), key.apiKeyId)
  assert.is(room.getApiKey(owner, key.apiKeyId).revokedAtMs, revokedAtMs)
  assert.is(room.audited().filter(({ action }) => action === 'api_key.revoked').length, 1)
  assert.throws(() => room.store.raw.exec('UPDATE api_key SET revoked_at = NULL'), /stays revoked/)
})

test('a key may revoke itself', async () => {
  using room = openTestIdentity()
  const { key, principal } = await room.keyOf(await room.owner(), { scopes: ['keys:write'] })
  await room.revokeApiKey(room.as(principal), key.apiKeyId)
  assert.is(room.principalOfKey(key.key), undefined)
})

test('a revoked key takes no change', async () => {
  using room = openTestIdentity()
  room.datasets.add(known)
  const owner = await room.owner()
  const { apiKeyId } = (await room.keyOf(owner)).key
  await room.revokeApiKey(room.as(owner), apiKeyId)
  const cmd = room.as(owner)
  const patch = { name: 'x' }
  assert.is(
    await refusalOf(() => room.patchApiKey(cmd, { apiKeyId, patch })),
    'Conflict key_revoked',
  )
  const grant = { apiKeyId, datasetId: known }
  assert.is(await refusalOf(() => room.addGrant(cmd, grant)), 'Conflict key_revoked')
})

test("another tenant's key is not found", async () => {
  using room = openTestIdentity()
  const { apiKeyId } = (await room.keyOf(await room.owner())).key
  const stranger = await room.owner('stranger@example.eu')
  const cmd = room.as(stranger)
  const grantId = 'grt_x' as GrantId
  const attempts = [
    () => room.getApiKey(stranger, apiKeyId),
    () => room.patchApiKey(cmd, { apiKeyId, patch: { name: 'mine' } }),
    () => room.revokeApiKey(cmd, apiKeyId),
    () => room.addGrant(cmd, { apiKeyId, datasetId: known }),
    () => room.removeGrant(cmd, { apiKeyId, grantId }),
    () => room.getApiKey(stranger, 'key_unknown' as ApiKeyId),
  ]
  for (const attempt of attempts) assert.is(await refusalOf(attempt), 'NotFound')
})

/** A house with a key for one dataset, and keys that reach as far, less far and farther. */
async function openReaches() {
  const room = openTestIdentity()
  room.datasets.add(known).add(other)
  const owner = await room.owner()
  const listed = (datasetIds: DatasetId[]) => ({
    ...({ scopes: ['keys:write'], datasetAccessMode: 'allow_list', datasetIds } as const),
  })
  const asking = await room.keyOf(owner, listed([known]))
  const less = await room.keyOf(owner, listed([]))
  const farther = await room.keyOf(owner, listed([known, other]))
  const all = await room.keyOf(owner)
  const granted = await room.keyOf(owner, listed([known]))
  await room.addGrant(room.as(owner), { apiKeyId: granted.key.apiKeyId, datasetId: other })
  const hidden = [farther, all, granted].map(({ key }) => key)
  return Object.assign(room, { owner, asking, less: less.key, hidden })
}

test('a key for some datasets lists the keys within its reach and no others', async () => {
  using room = await openReaches()
  const { apiKeys, total } = room.listApiKeys(room.asking.principal, { limit: 10 })
  const ids = apiKeys.map(({ apiKeyId }) => apiKeyId)
  assert.equal(ids, [room.less.apiKeyId, room.asking.key.apiKeyId])
  assert.is(total, 2)
})

test('a key for some datasets does not find keys beyond its reach', async () => {
  using room = await openReaches()
  const { principal } = room.asking
  const cmd = room.as(principal)
  for (const { apiKeyId, grants } of room.hidden) {
    const grantId = grants[0]?.grantId ?? ('grt_x' as GrantId)
    const attempts = [
      () => room.getApiKey(principal, apiKeyId),
      () => room.patchApiKey(cmd, { apiKeyId, patch: { name: 'mine' } }),
      () => room.addGrant(cmd, { apiKeyId, datasetId: known }),
      () => room.removeGrant(cmd, { apiKeyId, grantId }),
      () => room.revokeApiKey(cmd, apiKeyId),
    ]
    for (const attempt of attempts) assert.is(await refusalOf(attempt), 'NotFound')
  }
})

test('a key for some datasets changes and ends the keys within its reach', async () => {
  using room = await openReaches()
  const cmd = room.as(room.asking.principal)
  const { apiKeyId } = room.less
  const patched = await room.patchApiKey(cmd, { apiKeyId, patch: { datasetIds: [known] } })
  assert.equal(patched.datasetIds, [known])
  await room.revokeApiKey(cmd, apiKeyId)
  assert.ok(room.getApiKey(room.asking.principal, apiKeyId).revokedAtMs)
})

test('the list pages newest first, with the full count', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const made: ApiKeyId[] = []
  for (let n = 0; n < 5; n++) made.unshift((await room.keyOf(owner)).key.apiKeyId)
  await room.keyOf(await room.owner('stranger@example.eu'))
  const seen: ApiKeyId[] = []
  let cursor: string | undefined
  do {
    const page = room.listApiKeys(owner, { limit: 2, cursor })
    assert.is(page.total, 5)
    seen.push(...page.apiKeys.map(({ apiKeyId }) => apiKeyId))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  assert.equal(seen, made)
})

test("another tenant's cursor is refused", async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const stranger = await room.owner('stranger@example.eu')
  for (let n = 0; n < 2; n++) await room.keyOf(owner)
  const cursor = room.listApiKeys(owner, { limit: 1 }).nextCursor ?? ''
  const refusal = await refusalOf(() => room.listApiKeys(stranger, { limit: 1, cursor }))
  assert.is(refusal, 'InvalidInput cursor invalid_cursor')
})

test('the operator makes a key for any tenant', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const made = await room.createKeyFor({ tenantId: owner.tenantId, name: 'cli' })
  assert.is(room.principalOfKey(made.key)?.tenantId, owner.tenantId)
  assert.is(room.audited().at(-1)?.actorType, 'operator')
})

test('keys that come from one end with it where that is asked, and go on where not', async () => {
  using room = openTestIdentity()
  const owner = await room.owner()
  const scopes = ['keys:write'] as const
  const root = await room.keyOf(owner, { scopes })
  const child = await room.keyOf(root.principal, { scopes })
  const leaf = await room.keyOf(child.principal, { scopes })
  const sibling = await room.keyOf(owner, { scopes })
  const all = [root, child, leaf, sibling].map(({ key }) => key)
  const live = () => all.map(({ key }) => room.principalOfKey(key) !== undefined)
  await room.revokeApiKey(room.as(owner), child.key.apiKeyId)
  assert.equal(live(), [true, false, true, true])
  const revoked = () => room.audited().filter(({ action }) => action === 'api_key.revoked')
  await room.revokeApiKey(room.as(owner), root.key.apiKeyId, { descendants: true })
  assert.equal(live(), [false, false, false, true])
  assert.equal(
    revoked().map(({ subjectId }) => subjectId),
    [child, root, leaf].map(({ key }) => key.apiKeyId),
  )
})

test('a key takes a thousand grants', async () => {
  using room = openTestIdentity()
  room.datasets.add(known)
  const owner = await room.owner()
  const { apiKeyId } = (await room.keyOf(owner, { datasetAccessMode: 'allow_list' })).key
  const fill = (upTo: number) =>
    room.store.raw.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
      WHERE i < ${upTo}) INSERT INTO api_key_grant (grant_id, api_key_id, dataset_id, created_at)
      SELECT 'grt_' || i, '${apiKeyId}', 'dset_' || i, 1 FROM n`)
  fill(keyDatasetsMax - 1)
  const grant = () => room.addGrant(room.as(owner), { apiKeyId, datasetId: known })
  const { grantId, createdAtMs } = await grant()
  assert.is(createdAtMs, room.store.clock.nowMs())
  const more = () => room.addGrant(room.as(owner), { apiKeyId, datasetId: other })
  room.datasets.add(other)
  assert.is(await refusalOf(more), 'Conflict too_many_grants')
  assert.is(await refusalOf(grant), 'Conflict already_granted')
  await room.removeGrant(room.as(owner), { apiKeyId, grantId })
  assert.is(await refusalOf(more), 'not refused')
})

test('each part of a key is changed by itself, and as it was is no change', async () => {
  using room = openTestIdentity()
  room.datasets.add(known).add(other)
  const owner = await room.owner()
  const lists = { datasetAccessMode: 'allow_list', datasetIds: [known] } as const
  const { key } = await room.keyOf(owner, { ...lists, ratePerMinute: 5, scopes: ['usage:read'] })
  const { apiKeyId } = key
  const expiresAtMs = room.store.clock.nowMs() + 1000
  const patch = (part: object) => room.patchApiKey(room.as(owner), { apiKeyId, patch: part })
  const parts = [
    { name: 'b' },
    { scopes: ['datasets:read'] },
    { datasetIds: [known, other] },
    { ratePerMinute: 6 },
    { monthlyBudgetCredits: cents(7) },
    { expiresAtMs },
    { expiresAtMs: null },
    { monthlyBudgetCredits: null },
  ]
  for (const part of parts) {
    const [name, value] = Object.entries(part)[0] as [keyof ApiKeyPatch, unknown]
    const before = room.audited().length
    assert.equal((await patch(part))[name], value)
    await patch(part)
    assert.is(room.audited().length, before + 1, name)
  }
  room.datasets.delete(known)
  assert.is(await refusalOf(() => patch({ datasetIds: [other, known] })), 'not refused')
  assert.equal((await patch({ scopes: ['usage:read', 'usage:read'] })).scopes, ['usage:read'])
  assert.equal((await patch({ datasetIds: [other, other] })).datasetIds, [other])
  const refused: [object, string][] = [
    [{ expiresAtMs: 1 }, 'InvalidInput expires_at in_the_past'],
    [{ datasetIds: [unknown] }, 'InvalidInput dataset_ids unknown_dataset'],
    [
      { datasetAccessMode: 'all_available', datasetIds: [] },
      'InvalidInput dataset_ids needs_allow_list',
    ],
  ]
  for (const [part, refusal] of refused) assert.is(await refusalOf(() => patch(part)), refusal)
  const grant = { apiKeyId, datasetId: other }
  await room.addGrant(room.as(owner), grant)
  assert.equal((await patch({ datasetAccessMode: 'allow_list' })).grants.length, 1)
  const wide = await patch({ datasetAccessMode: 'all_available' })
  assert.equal([wide.datasetIds, wide.grants], [[], []])
  const late = () => room.addGrant(room.as(owner), grant)
  assert.is(await refusalOf(late), 'InvalidInput dataset_id needs_allow_list')
})

test('each key is shown with its own grants', async () => {
  using room = openTestIdentity()
  room.datasets.add(known).add(other)
  const owner = await room.owner()
  const list = { datasetAccessMode: 'allow_list' } as const
  const [one, two] = [await room.keyOf(owner, list), await room.keyOf(owner, list)]
  const grant = (held: typeof one, datasetId: DatasetId) =>
    room.addGrant(room.as(owner), { apiKeyId: held.key.apiKeyId, datasetId })
  const given = [await grant(one, other), await grant(one, known), await grant(two, known)]
  const { apiKeys } = room.listApiKeys(owner, { limit: 9 })
  assert.equal(
    apiKeys.map(({ grants }) => grants),
    [given.slice(2), given.slice(0, 2)],
  )
})

test.run()
