import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ROLE_REACH, reaches } from '../../../../src/domain/identity/member/role-reach.ts'
import { ROLES, type Role } from '../../../../src/domain/principal.ts'
import { joined } from '../../../support/join-tenant.ts'
import { openTestIdentity, refusalOf } from '../../../support/open-test-identity.ts'

const reach: Record<Role, string> = {
  owner: ROLES.join(' '),
  admin: 'admin seller_manager buyer_manager operator viewer',
  seller_manager: '',
  buyer_manager: '',
  operator: '',
  viewer: '',
}

for (const role of ROLES) {
  test(`the role ${role} gives and takes ${reach[role] || 'no role'}`, () => {
    assert.is(ROLE_REACH[role].join(' '), reach[role])
  })
}

test('several roles reach as far as the furthest of them', () => {
  assert.ok(reaches(['viewer', 'admin'], ['admin', 'operator']))
  assert.not(reaches(['viewer', 'admin'], ['owner']))
  assert.ok(reaches([], []))
})

type Deed = 'invite' | 'change' | 'remove'
const refusals: [who: Role, deed: Deed, whom: Role, refusal: string][] = [
  ['owner', 'invite', 'owner', 'not refused'],
  ['owner', 'change', 'owner', 'not refused'],
  ['owner', 'remove', 'owner', 'not refused'],
  ['admin', 'invite', 'admin', 'not refused'],
  ['admin', 'change', 'admin', 'not refused'],
  ['admin', 'remove', 'admin', 'not refused'],
  ['admin', 'invite', 'owner', 'Forbidden beyond_own_role'],
  ['admin', 'change', 'owner', 'Forbidden beyond_own_role'],
  ['admin', 'remove', 'owner', 'Forbidden beyond_own_role'],
  ['seller_manager', 'invite', 'viewer', 'Forbidden role_required'],
  ['buyer_manager', 'change', 'viewer', 'Forbidden role_required'],
  ['operator', 'remove', 'viewer', 'Forbidden role_required'],
  ['viewer', 'invite', 'viewer', 'Forbidden role_required'],
]

for (const [who, deed, whom, refusal] of refusals) {
  test(`${who}, to ${deed} ${whom}: ${refusal}`, async () => {
    using room = openTestIdentity()
    const founder = await room.owner()
    const maker = await joined(room, founder, { email: 'maker@x.eu', roles: [who] })
    const other = await joined(room, founder, { email: 'other@x.eu', roles: [whom] })
    const cmd = room.as(maker)
    const userId = other.userId as 'usr_x'
    const deeds: Record<Deed, () => Promise<unknown>> = {
      invite: () => room.invite(cmd, { roles: [whom] }),
      change: () => room.changeRoles(cmd, { userId, roles: ['viewer'] }),
      remove: () => room.removeMember(cmd, { userId }),
    }
    assert.is(await refusalOf(deeds[deed]), refusal)
  })
}

test('an admin makes no owner of anybody, not of itself either', async () => {
  using room = openTestIdentity()
  const founder = await room.owner()
  const admin = await joined(room, founder, { email: 'admin@x.eu', roles: ['admin'] })
  const other = await joined(room, founder, { email: 'other@x.eu', roles: ['viewer'] })
  for (const { userId } of [admin, other]) {
    const change = { userId: userId as 'usr_x', roles: ['owner', 'admin'] as const }
    const attempt = room.changeRoles(room.as(admin), change)
    assert.is(await refusalOf(() => attempt), 'Forbidden beyond_own_role')
  }
})

test('roles that were taken since the request began give no reach', async () => {
  using room = openTestIdentity()
  const founder = await room.owner()
  const admin = await joined(room, founder, { email: 'admin@x.eu', roles: ['admin'] })
  const change = { userId: admin.userId as 'usr_x', roles: ['viewer'] as const }
  await room.changeRoles(room.as(founder), change)
  const attempt = room.invite(room.as(admin), { roles: ['viewer'] })
  assert.is(await refusalOf(() => attempt), 'Forbidden role_required')
})

test('a key manages nobody, whatever its scopes', async () => {
  using room = openTestIdentity()
  const { principal } = await room.keyOf(await room.owner(), { scopes: ['admin:*'] })
  const cmd = room.as(principal)
  const userId = 'usr_x' as const
  const attempts: (() => unknown)[] = [
    () => room.listMembers(principal, { limit: 20 }),
    () => room.listInvitations(principal, { limit: 20 }),
    () => room.invite(cmd, { roles: ['viewer'] }),
    () => room.changeRoles(cmd, { userId, roles: ['viewer'] }),
    () => room.removeMember(cmd, { userId }),
    () => room.revokeInvitation(cmd, { invitationId: 'inv_x' }),
  ]
  for (const attempt of attempts) {
    assert.is(await refusalOf(attempt), 'Forbidden session_required')
  }
})

test.run()
