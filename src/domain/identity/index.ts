/**
 * Identity: who asks, for which tenant, and what that credential may do.
 *
 * Owns tenants, users, memberships, invitations, sessions, API keys and their grants, and the
 * set-up code of the first platform admin. scopes.ts is the one place that decides what a
 * credential cannot do, member/role-reach.ts the one that decides who gives which role.
 *
 * States. Session: open → expired after 7 days, or ended by logout, by a password change elsewhere.
 * API key: live → revoked at once and for good, or expired where it was given an end.
 * Set-up code: made at each start while there is no platform admin → used, or replaced.
 * Invitation: open → used, revoked (also when its maker could not make it any more) or expired.
 * Member: joins → roles change → removed; a tenant keeps an owner. Of who was removed only the id
 * stays.
 *
 * Refuses: weak passwords and what cannot be an address (InvalidInput), a second account for an
 * address (Conflict), signing up against the policy (Forbidden), wrong passwords (Unauthenticated),
 * keys with more than their maker has (Forbidden), datasets that the maker cannot know
 * (InvalidInput), changes of a revoked key (Conflict), other tenants' keys (NotFound).
 *
 * Secrets: passwords as scrypt hashes; session tokens, keys, set-up codes and invitations only as
 * keyed hashes.
 */
import type { ApiKeyId, TenantId } from '../../base/ids.ts'
import type { Db, Tx } from '../../store/tx.ts'
import type { AnonymousCommand, Command } from '../command.ts'
import { type AddUserRequest, addUser, seedPlatformAdmin } from './account/add-user.ts'
import { type ChangePasswordRequest, changePassword } from './account/change-password.ts'
import { blankTenant, lockOut } from './account/erase-tenant.ts'
import { type ImportTenantRequest, importTenant } from './account/import-tenant.ts'
import { type LogInRequest, logIn } from './account/log-in.ts'
import { logOut } from './account/log-out.ts'
import { me } from './account/me.ts'
import { eraseUser, listPeople, revokeKeyAsOperator } from './account/operator.ts'
import { deleteExpiredSessions } from './account/queries.ts'
import { type ResetPasswordRequest, resetPassword } from './account/reset-password.ts'
import { ensureSetupCode } from './account/setup-code.ts'
import { type SignUpRequest, signUp } from './account/sign-up.ts'
import { getTenant, getTenantNamed, listTenants } from './account/tenant.ts'
import { getUserNamed } from './account/user-named.ts'
import { getKey } from './key/api-key.ts'
import { type CreateApiKeyRequest, createApiKey, createKeyFor } from './key/create-api-key.ts'
import { addGrant, removeGrant } from './key/grants.ts'
import { type ListApiKeysRequest, listApiKeys } from './key/list-api-keys.ts'
import { patchApiKey } from './key/patch-api-key.ts'
import { type KeySight, listKeyRows } from './key/queries.ts'
import { revokeApiKey } from './key/revoke-api-key.ts'
import { openLastUsed } from './last-used.ts'
import { sessionSweepMax } from './limits.ts'
import { type ChangeRolesRequest, changeRoles } from './member/change-roles.ts'
import { type InviteRequest, invite } from './member/invite.ts'
import { type InvitationListRequest, listInvitations } from './member/list-invitations.ts'
import { listMembers, type MemberListRequest } from './member/list-members.ts'
import { removeMember } from './member/remove-member.ts'
import { revokeInvitation } from './member/revoke-invitation.ts'
import type { Principal } from './principal.ts'
import { openPrincipals } from './principals.ts'
import { type IdentityDeps, type IdentityRoom, makeRoom } from './room.ts'

export type Identity = ReturnType<typeof openIdentity>

export function openIdentity(deps: IdentityDeps) {
  const room = makeRoom(deps)
  const lastUsed = openLastUsed(room)
  const { db } = room.store
  return {
    // Accounts and sessions
    signUp: (cmd: AnonymousCommand, request: SignUpRequest) => signUp(room, cmd, request),
    logIn: (cmd: AnonymousCommand, request: LogInRequest) => logIn(room, cmd, request),
    logOut,
    me: (principal: Principal) => me(db, principal),
    changePassword: (cmd: Command, request: ChangePasswordRequest) =>
      changePassword(room, cmd, request),

    // API keys
    createApiKey: (cmd: Command, request: CreateApiKeyRequest) => createApiKey(room, cmd, request),
    listApiKeys: (principal: Principal, request: ListApiKeysRequest) =>
      listApiKeys(room, principal, request),
    getApiKey: (sight: KeySight, apiKeyId: ApiKeyId) => getKey(db, { sight, apiKeyId }),
    patchApiKey: (cmd: Command, request: Parameters<typeof patchApiKey>[2]) =>
      patchApiKey(room, cmd, request),
    revokeApiKey: (cmd: Command, apiKeyId: ApiKeyId) => revokeApiKey(room, cmd, apiKeyId),
    addGrant: (cmd: Command, request: Parameters<typeof addGrant>[2]) =>
      addGrant(room, cmd, request),
    removeGrant: (cmd: Command, request: Parameters<typeof removeGrant>[2]) =>
      removeGrant(room, cmd, request),

    // Members and invitations
    listMembers: (principal: Principal, request: MemberListRequest) =>
      listMembers(room, principal, request),
    changeRoles: (cmd: Command, request: ChangeRolesRequest) => changeRoles(room, cmd, request),
    removeMember: (cmd: Command, request: Parameters<typeof removeMember>[2]) =>
      removeMember(room, cmd, request),
    invite: (cmd: Command, request: InviteRequest) => invite(room, cmd, request),
    listInvitations: (principal: Principal, request: InvitationListRequest) =>
      listInvitations(room, principal, request),
    revokeInvitation: (cmd: Command, request: Parameters<typeof revokeInvitation>[2]) =>
      revokeInvitation(room, cmd, request),

    // Who asks
    ...openPrincipals(room, lastUsed),

    // For other rooms and for the operator
    ...operatorCommands(room),
    ensureSetupCode: () => ensureSetupCode(room),
    /** For the upkeep: removes expired sessions, `sessionSweepMax` at most; gives how many. */
    sweepSessions: () =>
      room.store.write((tx) =>
        deleteExpiredSessions(tx, { nowMs: room.clock.nowMs(), max: sessionSweepMax }),
      ),
    /** Settles when the uses of keys that were noted so far are written. */
    settled: () => lastUsed.settled(),
  }
}

/** What the command line does, and what other rooms ask. */
function operatorCommands(room: IdentityRoom) {
  const { db } = room.store
  return {
    tenant: (reading: Db, tenantId: TenantId) => getTenant(reading, tenantId),
    tenantNamed: (nameOrId: string) => getTenantNamed(db, nameOrId),
    userNamed: (email: string) => getUserNamed(db, email),
    listTenants: (page: { limit: number }) => listTenants(db, page),
    addUser: (request: AddUserRequest) => addUser(room, request),
    importTenant: (cmd: AnonymousCommand, request: ImportTenantRequest) =>
      importTenant(room, cmd, request),
    seedPlatformAdmin: (admin: Parameters<typeof seedPlatformAdmin>[1]) =>
      seedPlatformAdmin(room, admin),
    resetPassword: (request: ResetPasswordRequest) => resetPassword(room, request),
    createKeyFor: (request: Parameters<typeof createKeyFor>[1]) => createKeyFor(room, request),
    listPeople: (asked: Parameters<typeof listPeople>[1]) => listPeople(db, asked),
    listKeysOf: (tenantId: TenantId, limit: number) =>
      listKeyRows(db, {
        sight: { tenantId, datasetAccess: { mode: 'all_available' } },
        below: undefined,
        limit,
      }),
    revokeKeyAsOperator: (apiKeyId: string) => revokeKeyAsOperator(room, apiKeyId),
    eraseUser: (email: string, also: (tx: Tx) => void = () => {}) => eraseUser(room, email, also),
    lockOut: (tenantId: TenantId) => lockOut(room, tenantId),
    blankTenant: (tx: Tx, tenantId: TenantId) => blankTenant(room, tx, tenantId),
  }
}

export type { AddedUser } from './account/add-user.ts'
export { normaliseEmail } from './account/email.ts'
export type { ImportedTenant, ImportedUser } from './account/import-tenant.ts'
export type { Me } from './account/me.ts'
export type { LoggedIn } from './account/open-session.ts'
export { PASSWORD_COST, type PasswordCost } from './account/passwords.ts'
export { listTenantsOnPaidPlans, setPlan } from './account/plans.ts'
export type { Tenant } from './account/tenant.ts'
export { tenantOfUser } from './account/tenant-of-user.ts'
export type { ApiKey, Grant } from './key/api-key.ts'
export type { CreatedApiKey } from './key/create-api-key.ts'
export type { ApiKeyPage } from './key/list-api-keys.ts'
export * from './limits.ts'
export { type Invitation, type InvitationState, invitationStates } from './member/invitation.ts'
export type { CreatedInvitation } from './member/invite.ts'
export type { InvitationList } from './member/list-invitations.ts'
export type { MemberList } from './member/list-members.ts'
export type { Member } from './member/member.ts'
export type { RemovedMember } from './member/remove-member.ts'
export * from './principal.ts'
export type { IdentityDeps, IdentitySettings, SignupPolicy } from './room.ts'
export {
  DEFAULT_KEY_SCOPES,
  ROLE_SCOPES,
  requireEveryDataset,
  requirePlatformAdmin,
  requireScope,
  requireSession,
  type SessionPrincipal,
} from './scopes.ts'
export { PLANS, type Plan } from './tables.ts'
