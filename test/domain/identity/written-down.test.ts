// What the log and the events say of each deed: who, to whom, in which house, and with what.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { DatasetId, SessionId, UserId } from '../../../src/base/ids.ts'
import type { Principal, Role } from '../../../src/domain/identity/index.ts'
import { joined } from '../../support/join-tenant.ts'
import { goodPassword, refusalOf } from '../../support/open-test-identity.ts'
import { openWholeIdentity } from '../../support/open-whole-identity.ts'
import { openWritten } from '../../support/written-down.ts'

const newPassword = 'a cello in the cellar'
const email = 'owner@example.eu'
const idOf = ({ userId }: Principal) => userId as UserId

/** A house with an owner and an admin, beside the one that is the platform's. */
async function openHouses() {
  const room = openWholeIdentity()
  const root = await room.root()
  const owner = await room.owner()
  const member = (address: string, roles: Role[]) => joined(room, owner, { email: address, roles })
  const other = await member('other@x.eu', ['admin'])
  const names = { Root: root.userId, Ada: owner.userId, Ben: other.userId }
  const houses = { platform: root.tenantId, house: owner.tenantId }
  const says = openWritten(room, { ...names, ...houses })
  return Object.assign(room, { boss: root, ada: owner, ben: other, member, says })
}

test('accounts and sessions', async () => {
  using room = await openHouses()
  const { ada, boss, says, as } = room
  const userId = idOf(ada)
  const enter = async (password = newPassword) => {
    const { sessionToken } = await room.enter(email, { password })
    return (room.principalOfToken(sessionToken) as { sessionId: SessionId }).sessionId
  }
  await says(
    () => room.owner('new@x.eu'),
    ['user.created by user usr: user usr of tnt', { platform_admin: false }],
  )
  await enter(goodPassword)
  await says(
    () => room.changePassword(as(ada), { currentPassword: goodPassword, newPassword }),
    ['user.password_changed by user Ada: user Ada of house', { sessions_ended: 1 }],
  )
  const ended = { sessions_ended: 1 }
  const sessionId = await enter()
  const own = 'user.sessions_ended by user Ada: user Ada of house'
  await says(() => room.endSession(as(ada), sessionId), [own, ended])
  await enter()
  await says(() => room.endOtherSessions(as(ada)), [own, ended])
  const lock = () => room.lockPerson(as(boss), { userId, reason: 'odd' })
  await says(lock, ['user.locked by user Root: user Ada of house', { reason: 'odd', ...ended }])
  const unlock = (note?: string) => room.unlockPerson(as(boss), { userId, note })
  const unlocked = 'user.unlocked by user Root: user Ada of house'
  await says(() => unlock('it was Ada'), [unlocked, { note: 'it was Ada' }])
  await lock()
  await says(() => unlock(), [unlocked])
  const last = await enter()
  const byBoss = 'user.sessions_ended by user Root: user Ada of house'
  await says(() => room.endSessionOf(as(boss), { userId, sessionId: last }), [byBoss, ended])
  await enter()
  await says(() => room.endSessionsOf(as(boss), userId), [byBoss, ended])
  const admin = (isPlatformAdmin: boolean) => () =>
    room.changePlatformAdmin(as(boss), { userId, isPlatformAdmin })
  await says(admin(true), ['user.made_platform_admin by user Root: user Ada of house'])
  await says(admin(true))
  await says(admin(false), ['user.unmade_platform_admin by user Root: user Ada of house'])
})

test('ways back in', async () => {
  using room = await openHouses()
  const { ada, boss, says, as } = room
  const { requestId } = room.anonymous()
  const nowMs = room.store.clock.nowMs()
  let code = ''
  await says(async () => {
    code = (await room.createResetLink(as(boss), idOf(ada))).code
  }, [
    'user.reset_link_created by user Root: user Ada of house',
    { expires_at: nowMs + 24 * 3_600_000 },
  ])
  await says(
    () => room.resetByCode(room.anonymous(), { code, newPassword }),
    ['user.password_reset by user Ada: user Ada of house', { sessions_ended: 1 }],
  )
  await says(async () => {
    room.requestReset({ email, requestId })
    await room.settled()
  }, ['user.reset_requested by user Ada: user Ada of house'])
  await says(
    () => room.resetPassword({ email, newPassword }),
    ['user.password_reset by operator: user Ada of house, unasked', { sessions_ended: 0 }],
  )
  await says(
    () => room.sendEmailCode(as(ada), { email: 'ada@y.eu' }),
    ['user.email_change_requested by user Ada: user Ada of house'],
  )
  const verify = (address: string) => () => {
    const { code } = room.letters.findLast((one) => one.email === address) ?? {}
    return room.verifyEmail(room.anonymous(), { code: code as string })
  }
  await says(verify('ada@y.eu'), ['user.email_changed by user Ada: user Ada of house'])
  await says(verify('other@x.eu'), ['user.email_verified by user Ben: user Ben of house'])
  await says(async () => {
    for (let i = 0; i < 11; i++) {
      await refusalOf(() => room.enter('other@x.eu', { password: 'wrong' }))
    }
    await room.settled()
  }, ['user.logins_failed by system: user Ben of house, unasked', { count: 10 }])
  await says(
    () => room.allowPassword({ email: 'root@x.eu', forMs: 1000 }),
    ['user.password_allowed by operator: user Root of platform, unasked', { until: nowMs + 1000 }],
  )
})

test('houses', async () => {
  using room = await openHouses()
  const { ada, boss, says, as } = room
  const { tenantId } = ada
  const invited: [string, object] = [
    'invitation.created by user Root: invitation inv of tnt',
    { roles: ['owner'] },
  ]
  await says(
    () => room.createTenant(as(boss), { name: 'New', storageQuotaBytes: 7 }),
    ['tenant.created by user Root: tenant tnt of tnt', { storage_quota_bytes: 7 }],
    invited,
  )
  const made = await room.createTenant(as(boss), { name: 'Newer' })
  const revoked: [string] = ['invitation.revoked by user Root: invitation inv of tnt']
  await says(() => room.inviteOwner(as(boss), { tenantId: made.tenantId }), revoked, invited)
  const quota = () => room.changeQuota(as(boss), { tenantId, storageQuotaBytes: 5 })
  await says(quota, [
    'tenant.storage_quota_changed by user Root: tenant house of house',
    { from: null, to: 5 },
  ])
  await says(quota)
  const late = { tenantId, reason: 'late' }
  await says(
    () => room.suspendTenant(as(boss), late),
    ['tenant.suspended by user Root: tenant house of house', { reason: 'late' }],
    ['tenant.suspended to house', { tenant_id: 'house' }],
  )
  await says(
    () => room.liftSuspension(as(boss), { tenantId, note: 'paid' }),
    ['tenant.resumed by user Root: tenant house of house', { note: 'paid' }],
    ['tenant.resumed to house', { tenant_id: 'house' }],
  )
  await says(
    () => room.suspendTenantAsOperator(room.anonymous(), late),
    ['tenant.suspended by operator: tenant house of house', { reason: 'late' }],
    ['tenant.suspended to house', { tenant_id: 'house' }],
  )
  await says(
    () => room.liftSuspensionAsOperator(room.anonymous(), { tenantId }),
    ['tenant.resumed by operator: tenant house of house'],
    ['tenant.resumed to house', { tenant_id: 'house' }],
  )
})

test('members who come, change and go', async () => {
  using room = await openHouses()
  const { ada, ben, boss, member, says, as } = room
  const invited = 'invitation.created by user Ada: invitation inv of house'
  await says(() => room.invite(as(ada), { roles: ['viewer'] }), [invited, { roles: ['viewer'] }])
  const open = await room.invite(as(ada), { roles: ['viewer'] })
  await says(
    () => room.revokeInvitation(as(ada), open),
    ['invitation.revoked by user Ada: invitation inv of house'],
  )
  const roles = ['operator', 'viewer']
  await says(
    () => member('third@x.eu', ['viewer', 'operator']),
    [invited, { roles }],
    ['invitation.used by user usr: invitation inv of house'],
    [
      'user.created by user usr: user usr of house',
      { platform_admin: false, roles, invitation_id: 'inv' },
    ],
    ['member.joined to house', { user_id: 'usr', roles }],
  )
  await room.keyOf(ben, { scopes: ['keys:write', 'datasets:read'] })
  await room.keyOf(ben, { scopes: ['keys:write'] })
  await room.invite(as(ben), { roles: ['viewer'] })
  await says(
    () => room.changeRoles(as(ada), { userId: idOf(ben), roles: ['viewer'] }),
    [
      'api_key.changed by user Ada: api_key key of house',
      { fields: ['scopes'], with_member: 'Ben' },
    ],
    ['api_key.revoked by user Ada: api_key key of house', { with_member: 'Ben' }],
    [
      'member.roles_changed by user Ada: user Ben of house',
      {
        before: ['admin'],
        after: ['viewer'],
        invitations_revoked: ['inv'],
        webhooks_paused: [],
        api_keys_narrowed: ['key'],
        api_keys_revoked: ['key'],
      },
    ],
    ['key.revoked to house', { api_key_id: 'key', name: 'a key' }],
  )
  await says(
    () => room.removeMember(as(ada), { userId: idOf(ben), fate: 'take_over' }),
    [
      'member.removed by user Ada: user Ben of house',
      {
        roles: ['viewer'],
        sessions_ended: 1,
        api_keys: 'take_over',
        api_keys_narrowed: [],
        api_keys_revoked: [],
        invitations_revoked: [],
        webhooks_paused: [],
      },
    ],
  )
  const gone = { sessions_ended: 1, api_keys_revoked: 0, webhooks_paused: [] }
  const nothing = () => undefined
  await says(
    () => room.eraseUser('third@x.eu', nothing),
    ['user.erased by operator: user usr of house, unasked', gone],
  )
  await member('fourth@x.eu', ['viewer'])
  const { requestId, write } = room.anonymous()
  const by = { actor: { type: 'user', id: idOf(boss) }, requestId, write } as const
  await says(
    () => room.eraseUser('fourth@x.eu', nothing, by),
    ['user.erased by user Root: user usr of house', gone],
  )
})

test('keys', async () => {
  using room = await openHouses()
  const { ada, says, as } = room
  const datasetId = 'dset_a' as DatasetId
  room.datasets.add(datasetId)
  const scopes = ['datasets:read'] as const
  const list = { scopes, datasetAccessMode: 'allow_list' } as const
  let apiKeyId = 'key_x' as const
  const ofKey = (action: string, by = 'user Ada') => `${action} by ${by}: api_key key of house`
  const name = 'a key'
  await says(
    async () => {
      apiKeyId = (await room.keyOf(ada, list)).key.apiKeyId as 'key_x'
    },
    [ofKey('api_key.created'), { scopes, dataset_access_mode: 'allow_list' }],
    ['key.created to house', { api_key_id: 'key', name, scopes }],
  )
  let grantId = 'grt_x' as const
  const granted = { grant_id: 'grt', dataset_id: datasetId }
  await says(async () => {
    grantId = (await room.addGrant(as(ada), { apiKeyId, datasetId })).grantId as 'grt_x'
  }, [ofKey('api_key.grant_added'), granted])
  await says(
    () => room.removeGrant(as(ada), { apiKeyId, grantId }),
    [ofKey('api_key.grant_removed'), granted],
  )
  const patch = { name: 'b', ratePerMinute: 3 }
  await says(
    () => room.patchApiKey(as(ada), { apiKeyId, patch }),
    [ofKey('api_key.changed'), { fields: ['name', 'ratePerMinute'] }],
  )
  const key_prefix = 'prefix'
  await says(
    () => room.revokeApiKey(as(ada), apiKeyId),
    [ofKey('api_key.revoked'), { key_prefix }],
    ['key.revoked to house', { api_key_id: 'key', name: 'b' }],
  )
})

test('keys that the operator makes and ends', async () => {
  using room = await openHouses()
  const { ada, says } = room
  const ofKey = (action: string) => `${action} by operator: api_key key of house, unasked`
  const { key } = await room.keyOf(ada)
  const revoked = [ofKey('api_key.revoked'), { key_prefix: 'prefix' }] as [string, object]
  const told = (name: string): [string, object] => [
    'key.revoked to house',
    { api_key_id: 'key', name },
  ]
  const revoke = () => room.revokeKeyAsOperator(key.apiKeyId)
  await says(revoke, revoked, told('a key'))
  await says(revoke)
  assert.is(await refusalOf(() => room.revokeKeyAsOperator('key_x')), 'NotFound')
  const scopes = ['datasets:read', 'search:query']
  await says(
    () => room.createKeyFor({ tenantId: ada.tenantId, name: ' cli ' }),
    [ofKey('api_key.created'), { scopes, dataset_access_mode: 'all_available' }],
    ['key.created to house', { api_key_id: 'key', name: 'cli', scopes }],
  )
  await says(() => room.endAccessAsOperator(), revoked, told('cli'))
})

test.run()
