// What a key may never do, and what an owner may not do for the platform: every deed, by name.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Principal } from '../../../src/domain/identity/index.ts'
import { refusalOf } from '../../support/open-test-identity.ts'
import {
  openWholeIdentity,
  passkeyPlace,
  type WholeIdentity,
} from '../../support/open-whole-identity.ts'

type Deeds = Record<string, (room: WholeIdentity, by: Principal, userId: 'usr_x') => unknown>

const ofPersons: Deeds = {
  acceptInvitation: (room, by) => room.acceptInvitation(room.as(by), { code: 'x' }),
  addPasskey: (room, by) =>
    room.addPasskey(room.as(by), {
      challengeId: 'x',
      name: 'x',
      answer: { id: 'x', type: 'x', response: {} },
      place: passkeyPlace,
    }),
  askToConfirm: (room, by) => room.askToConfirm(room.as(by), undefined),
  beginPasskey: (room, by) => room.beginPasskey(room.as(by), passkeyPlace),
  beginTotp: (room, by) => room.beginTotp(room.as(by), { issuer: 'x' }),
  changePassword: (room, by) =>
    room.changePassword(room.as(by), { currentPassword: 'x', newPassword: 'a fine long password' }),
  changeRoles: (room, by, userId) => room.changeRoles(room.as(by), { userId, roles: ['viewer'] }),
  closingBarsOf: (room, by) => room.closingBarsOf(room.store.db, by as never),
  confirm: (room, by) => room.confirm(room.as(by), { password: 'x', place: undefined }),
  endOtherSessions: (room, by) => room.endOtherSessions(room.as(by)),
  endSession: (room, by) => room.endSession(room.as(by), 'ses_x'),
  finishTotp: (room, by) => room.finishTotp(room.as(by), { code: '000000' }),
  invite: (room, by) => room.invite(room.as(by), { roles: ['viewer'] }),
  listFactors: (room, by) => room.listFactors(by),
  listInvitations: (room, by) => room.listInvitations(by, { limit: 1 }),
  listMembers: (room, by) => room.listMembers(by, { limit: 1 }),
  listSessions: (room, by) => room.listSessions(by, { limit: 1 }),
  logOut: (room, by) => room.logOut(room.as(by)),
  logOutEverywhere: (room, by) => room.logOutEverywhere(room.as(by), { hereUrl: '' }),
  removeMember: (room, by, userId) => room.removeMember(room.as(by), { userId }),
  removePasskey: (room, by) => room.removePasskey(room.as(by), 'pk_x'),
  removeTotp: (room, by) => room.removeTotp(room.as(by)),
  renamePasskey: (room, by) => room.renamePasskey(room.as(by), { passkeyId: 'pk_x', name: 'x' }),
  renewRecoveryCodes: (room, by) => room.renewRecoveryCodes(room.as(by)),
  revokeInvitation: (room, by) => room.revokeInvitation(room.as(by), { invitationId: 'inv_x' }),
  sendEmailCode: (room, by) => room.sendEmailCode(room.as(by)),
}

const ofThePlatform: Deeds = {
  changePlatformAdmin: (room, by, userId) =>
    room.changePlatformAdmin(room.as(by), { userId, isPlatformAdmin: true }),
  changeQuota: (room, by) =>
    room.changeQuota(room.as(by), { tenantId: by.tenantId, storageQuotaBytes: 1 }),
  createResetLink: (room, by, userId) => room.createResetLink(room.as(by), userId),
  createTenant: (room, by) => room.createTenant(room.as(by), { name: 'x' }),
  endSessionOf: (room, by, userId) =>
    room.endSessionOf(room.as(by), { userId, sessionId: 'ses_x' }),
  endSessionsOf: (room, by, userId) => room.endSessionsOf(room.as(by), userId),
  inviteOwner: (room, by) => room.inviteOwner(room.as(by), { tenantId: by.tenantId }),
  revokeOwnerInvitations: (room, by) =>
    room.revokeOwnerInvitations(room.as(by), { tenantId: by.tenantId }),
  liftSuspension: (room, by) => room.liftSuspension(room.as(by), { tenantId: by.tenantId }),
  listSessionsOf: (room, by, userId) => room.listSessionsOf(by, { userId, limit: 1 }),
  lockPerson: (room, by, userId) => room.lockPerson(room.as(by), { userId, reason: 'x' }),
  pageOfPeople: (room, by) => room.pageOfPeople(by, { limit: 1 }),
  pageOfTenants: (room, by) => room.pageOfTenants(by, { limit: 1 }),
  readPerson: (room, by, userId) => room.readPerson(by, userId),
  readTenant: (room, by) => room.readTenant(by, by.tenantId),
  resetFactors: (room, by, userId) => room.resetFactors(room.as(by), userId),
  suspendTenant: (room, by) =>
    room.suspendTenant(room.as(by), { tenantId: by.tenantId, reason: 'x' }),
  unlockPerson: (room, by, userId) => room.unlockPerson(room.as(by), { userId }),
}

const told = async (deeds: Deeds, tell: (deed: Deeds[string]) => unknown) =>
  Promise.all(
    Object.entries(deeds).map(
      async ([name, deed]) => `${name}: ${await refusalOf(() => tell(deed))}`,
    ),
  )
const all = (deeds: Deeds, refusal: string) =>
  Object.keys(deeds).map((name) => `${name}: ${refusal}`)

test('what only a person may do no key does, whatever its scopes', async () => {
  using room = openWholeIdentity()
  const owner = await room.owner()
  const { principal } = await room.keyOf(owner, { scopes: ['admin:*'] })
  const deeds = { ...ofPersons, ...ofThePlatform }
  const userId = owner.userId as 'usr_x'
  const said = await told(deeds, (deed) => deed?.(room, principal, userId))
  assert.equal(said, all(deeds, 'Forbidden session_required'))
})

test('what the platform does no owner does', async () => {
  using room = openWholeIdentity()
  const owner = await room.owner()
  const userId = owner.userId as 'usr_x'
  const said = await told(ofThePlatform, (deed) => deed?.(room, owner, userId))
  assert.equal(said, all(ofThePlatform, 'Forbidden platform_admin_required'))
})

test('nobody but an owner or admin manages who is there', async () => {
  using room = openWholeIdentity()
  const owner = await room.owner()
  const { code } = await room.invite(room.as(owner), { roles: ['seller_manager'] })
  const account = { email: 's@x.eu', password: 'a violin in the attic', displayName: 'S' }
  const { sessionToken } = await room.signUp(room.anonymous(), { ...account, invitationCode: code })
  const seller = room.principalOfToken(sessionToken) as Principal
  const { changeRoles, invite, listInvitations, removeMember, revokeInvitation } = ofPersons
  const deeds = { changeRoles, invite, listInvitations, removeMember, revokeInvitation } as Deeds
  const userId = owner.userId as 'usr_x'
  const said = await told(deeds, (deed) => deed?.(room, seller, userId))
  assert.equal(said, all(deeds, 'Forbidden role_required'))
})

test.run()
