/**
 * Identity: who asks, for which tenant, and what that credential may do.
 *
 * Owns tenants, users, memberships, invitations, sessions, API keys and their grants, programs that
 * are let in, and the set-up code of the first platform admin. scopes.ts is the one place that
 * decides what a credential cannot do, member/role-reach.ts the one that decides who gives which
 * role.
 *
 * States. Session: open → expired after 7 days, a browser's also when it was idle for too long, or
 * ended by logout, from another session, by a password change elsewhere.
 * API key: live → revoked at once and for good, or expired where it was given an end.
 * Program that somebody lets in (OAuth): registers itself → is said yes to, which is a code for a
 * minute → has a key whose secret it renews each hour → revoked as any key, not renewed for two
 * months, or shown to be in two hands: a code or a refresh token that comes twice.
 * Set-up code: made at each start while there is no platform admin → used, or replaced.
 * Invitation: open → used, revoked (also when its maker could not make it any more) or expired.
 * Log-in at a provider (OpenID Connect): begun → ended in a session here, or refused; each state is
 * for one answer. A session that came from one ends with it, too: when the provider says so, or
 * refuses to go on. Who somebody is there stays known when the account is removed.
 * Tenant: may be suspended until that is lifted. Its people and keys may do nothing meanwhile but
 * log out, and what it offers is not for sale; nothing else of it changes (tenant/suspension.ts).
 * Second factor: an app for codes is begun → counts after its first code → removed; a passkey is
 * made → removed; recovery codes are used once each, and go with the last factor. A question (of a
 * log-in, of a confirmation) is open for five minutes and for one right answer.
 * Reset link: open → used, replaced by another one, or over after a day or another change of the
 * password.
 * Member: joins → roles change → removed; a tenant keeps an owner. Of who was removed only the id
 * stays.
 *
 * Refuses: weak passwords and what cannot be an address (InvalidInput), a second account for an
 * address (Conflict), signing up against the policy (Forbidden), wrong passwords (Unauthenticated),
 * keys with more than their maker has (Forbidden), programs that ask in another way than OAuth 2.1
 * has it (OAuthRefused), datasets that the maker cannot know (InvalidInput), changes of a revoked
 * key (Conflict), other tenants' keys (NotFound).
 *
 * Secrets: passwords as scrypt hashes; session tokens, keys, set-up codes and invitations only as
 * keyed hashes, recovery codes and what programs renew their keys with, too; tokens of providers
 * and secrets of apps for codes sealed, because they are needed again.
 */
import { bind } from '../../base/bind.ts'
import type { ApiKeyId, TenantId, UserId } from '../../base/ids.ts'
import type { Db } from '../../store/tx.ts'
import type { Principal, Scope } from '../principal.ts'
import { addUser, seedPlatformAdmin } from './account/add-user.ts'
import { addresseeOf, managersOf } from './account/addressee.ts'
import { knownDevice } from './account/devices.ts'
import { endAccessAsOperator } from './account/end-access.ts'
import { logIn } from './account/log-in.ts'
import { me } from './account/me.ts'
import { eraseUser, listPeople, revokeKeyAsOperator } from './account/operator.ts'
import { findMembership, findTenant, findUser, hasPlatformAdmin } from './account/queries.ts'
import { ensureSetupCode } from './account/setup-code.ts'
import { signUp } from './account/sign-up.ts'
import { getUserNamed } from './account/user-named.ts'
import { sendEmailCode, verifyEmail } from './account/verify-email.ts'
import { addPasskey, beginPasskey } from './factor/add-passkey.ts'
import { beginTotp, finishTotp } from './factor/add-totp.ts'
import { answerChallenge, askChallenge } from './factor/answer-challenge.ts'
import { askToConfirm, confirm } from './factor/confirm.ts'
import { listFactors } from './factor/list-factors.ts'
import { renewRecoveryCodes } from './factor/recovery-codes.ts'
import { removePasskey, removeTotp, renamePasskey } from './factor/remove-factor.ts'
import { requireConfirmed, requireSecondFactor, stillProven } from './factor/require-proof.ts'
import { resetFactors, resetFactorsAsOperator } from './factor/reset-factors.ts'
import { type ApiKey, getKey, withGrants } from './key/api-key.ts'
import { createApiKey, createKeyFor } from './key/create-api-key.ts'
import { addGrant, removeGrant } from './key/grants.ts'
import { listApiKeys } from './key/list-api-keys.ts'
import { patchApiKey } from './key/patch-api-key.ts'
import { findTerms, type KeySight, listKeyRows } from './key/queries.ts'
import { revokeApiKey } from './key/revoke-api-key.ts'
import { findStanding } from './key/standing.ts'
import { openLastUsed } from './last-used.ts'
import { sessionSweepMax } from './limits.ts'
import { acceptInvitation } from './member/accept-invitation.ts'
import { changeRoles } from './member/change-roles.ts'
import { invite } from './member/invite.ts'
import { listInvitations } from './member/list-invitations.ts'
import { listMembers } from './member/list-members.ts'
import { removeMember } from './member/remove-member.ts'
import { revokeInvitation } from './member/revoke-invitation.ts'
import { approveAuthorization } from './oauth/approve-authorization.ts'
import { askAuthorization } from './oauth/authorization.ts'
import { openClientDocumentReading } from './oauth/client-document.ts'
import { listEarlier } from './oauth/earlier.ts'
import { registerClient } from './oauth/register-client.ts'
import { sweepApplications } from './oauth/sweep.ts'
import { exchangeCode, refreshTokens, revokeToken } from './oauth/tokens.ts'
import { changePassword } from './password/change-password.ts'
import { resetPassword } from './password/reset-password.ts'
import { changePlatformAdmin } from './people/change-platform-admin.ts'
import { endSessionOf, endSessionsOf } from './people/end-sessions-of.ts'
import { isLocked } from './people/lock.ts'
import { lockPerson, unlockPerson } from './people/lock-person.ts'
import { namesOfActors } from './people/names-of-actors.ts'
import { pageOfPeople, readPerson } from './people/person.ts'
import { openResetRequests } from './people/request-reset.ts'
import { createResetLink, resetByCode } from './people/reset-link.ts'
import { openPrincipals } from './principals.ts'
import { type IdentityDeps, makeRoom } from './room.ts'
import { scopesOfRoles } from './scopes.ts'
import { openAttendances } from './session/attendance.ts'
import { endMostSessions } from './session/end-most.ts'
import { endOtherSessions, endSession } from './session/end-sessions.ts'
import { listSessions, listSessionsOf } from './session/list-sessions.ts'
import { logOut } from './session/log-out.ts'
import { countExpiredSessions, deleteExpiredSessions } from './session/queries.ts'
import { beginSignIn } from './sso/begin.ts'
import { endByProvider } from './sso/end-by-provider.ts'
import { finishSignIn } from './sso/finish.ts'
import { logOutEverywhere } from './sso/log-out.ts'
import { allowPassword } from './sso/password-off.ts'
import { listProviders } from './sso/provider.ts'
import { openRefreshing } from './sso/refresh.ts'
import { changeQuota } from './tenant/change-quota.ts'
import { closeTenant, closingBarsOf, requireClosable } from './tenant/close-tenant.ts'
import { createTenant, inviteOwner, revokeOwnerInvitations } from './tenant/create-tenant.ts'
import { blankTenant, lockOut } from './tenant/erase-tenant.ts'
import { importTenant, lookAtTenantImport } from './tenant/import-tenant.ts'
import { namesOfTenants } from './tenant/names-of-tenants.ts'
import { storageOf } from './tenant/storage.ts'
import {
  liftSuspension,
  liftSuspensionAsOperator,
  suspendTenant,
  suspendTenantAsOperator,
} from './tenant/suspend-tenant.ts'
import { isSuspended } from './tenant/suspension.ts'
import { getTenant, getTenantNamed, listTenants } from './tenant/tenant.ts'

export type Identity = ReturnType<typeof openIdentity>

export function openIdentity(deps: IdentityDeps) {
  const room = makeRoom(deps)
  const lastUsed = openLastUsed(room)
  const principals = openPrincipals(room, lastUsed)
  const refreshing = openRefreshing(room)
  const resets = openResetRequests(room)
  const { db } = room.store
  return {
    ...bind(room, {
      // Accounts and sessions
      signUp,
      logIn,
      knownDevice,
      changePassword,
      listSessions,
      endSession,
      endOtherSessions,

      // Single sign-on
      listProviders,
      beginSignIn,
      finishSignIn,
      endByProvider,
      logOutEverywhere,
      allowPassword,

      // Second factors
      askChallenge,
      answerChallenge,
      askToConfirm,
      confirm,
      listFactors,
      beginTotp,
      finishTotp,
      removeTotp,
      renewRecoveryCodes,
      beginPasskey,
      addPasskey,
      renamePasskey,
      removePasskey,

      // API keys
      createApiKey,
      listApiKeys,
      patchApiKey,
      revokeApiKey,
      addGrant,
      removeGrant,

      // Programs that people let in (OAuth)
      registerClient,
      askAuthorization,
      listEarlier,
      approveAuthorization,
      exchangeCode,
      refreshTokens,
      revokeToken,
      sweepApplications,

      // Members and invitations
      listMembers,
      changeRoles,
      removeMember,
      acceptInvitation,
      invite,
      listInvitations,
      revokeInvitation,

      // For other rooms and for the operator
      addUser,
      importTenant,
      lookAtTenantImport,
      seedPlatformAdmin,
      resetPassword,
      resetFactorsAsOperator,
      createKeyFor,
      revokeKeyAsOperator,
      endAccessAsOperator,
      eraseUser,
      closingBarsOf,
      closeTenant,
      requireClosable,
      endMostSessions,
      lockOut,
      blankTenant,
      ensureSetupCode,

      // People, for platform admins
      pageOfPeople,
      readPerson,
      createResetLink,
      resetByCode,
      sendEmailCode,
      verifyEmail,
      listSessionsOf,
      endSessionsOf,
      endSessionOf,
      lockPerson,
      unlockPerson,
      resetFactors,
      changePlatformAdmin,

      // Tenants, for platform admins
      createTenant,
      inviteOwner,
      revokeOwnerInvitations,
      pageOfTenants,
      readTenant,
      changeQuota,
      suspendTenant,
      liftSuspension,
      suspendTenantAsOperator,
      liftSuspensionAsOperator,
      storageOf,
    }),
    ...bind(db, {
      me,
      tenantNamed: getTenantNamed,
      userNamed: getUserNamed,
      listTenants,
      listPeople,
      namesOfActors,
      namesOfTenants,
    }),
    /** What a key may do now; undefined when it ended, or is none of the tenant's. */
    standingOfKey(db: Db, { tenantId, apiKeyId }: { tenantId: TenantId; apiKeyId: ApiKeyId }) {
      const isHere = findTerms(db, apiKeyId)?.tenantId === tenantId
      if (!isHere || isSuspended(db, tenantId)) return undefined
      return findStanding(db, apiKeyId, room.clock.nowMs())
    },
    /** What whoever is not logged in may know. */
    entrance: () => ({ needsSetup: !hasPlatformAdmin(db), signup: room.settings.signup }),
    /** For letters: who somebody is now; undefined for who is not here, or may do nothing. */
    addresseeOf,
    managersOf,
    isShutOut: ({ tenantId }: Principal) => isSuspended(db, tenantId),
    /** Has whoever lost a password sent a code, beside the request that asks for it. */
    requestReset: (asked: Parameters<typeof resets.request>[0]) => resets.request(asked),
    /** Since when somebody is where they are. */
    joinedAtMs: (of: Db, userId: UserId): number => findMembership(of, userId)?.createdAt ?? 0,
    /** Whether a person may do something for a tenant now, logged in or not: locked, nothing. */
    mayUser(db: Db, { tenantId, userId }: { tenantId: TenantId; userId: UserId }, scope: Scope) {
      const membership = findMembership(db, userId)
      const isHere = membership !== undefined && membership.tenantId === tenantId
      const may = isHere && scopesOfRoles(membership.roles).has(scope)
      return may && !isLocked(db, userId) && !isSuspended(db, tenantId)
    },
    getApiKey: (sight: KeySight, apiKeyId: ApiKeyId) => getKey(db, { sight, apiKeyId }),
    logOut,
    ...openClientDocumentReading(room),
    /** What somebody is called; null for whoever is not there, or was erased. */
    userNameOf: (db: Db, userId: UserId) => findUser(db, userId)?.displayName ?? null,
    tenant: getTenant,
    /** Not that it was erased. */
    isTenantThere: (of: Db, tenantId: TenantId) => findTenant(of, tenantId)?.erasedAt === null,
    listKeysOf: (tenantId: TenantId, limit: number): ApiKey[] =>
      withGrants(
        db,
        listKeyRows(db, {
          sight: { tenantId, datasetAccess: { mode: 'all_available' } },
          after: undefined,
          limit,
        }),
      ),

    requireSecondFactor: (db: Db, principal: Principal) => requireSecondFactor(room, db, principal),
    requireConfirmed: (db: Db, asked: Parameters<typeof requireConfirmed>[2]) =>
      requireConfirmed(room, db, asked),

    // Who asks, and who stays
    ...principals,
    ...openAttendances(db, (reading, principal) =>
      stillProven(room, reading, principals.principalNow(reading, principal)),
    ),

    /** For the upkeep: removes expired sessions, `sessionSweepMax` at most; gives how many. */
    sweepSessions: () =>
      room.store.write((tx) =>
        deleteExpiredSessions(tx, { nowMs: room.clock.nowMs(), max: sessionSweepMax }),
      ),
    /** Those that the upkeep would remove. */
    countExpiredSessions: () => countExpiredSessions(db, room.clock.nowMs()),
    /** Settles when the uses of keys and the failed logins that were noted so far are written. */
    async settled() {
      await refreshing.settled()
      await resets.settled()
      await lastUsed.settled()
      await room.failedLogins.settled()
    },
    /** For the upkeep: asks providers whether the sessions that came from them go on. */
    refreshSignIns: refreshing.refreshSignIns,
    /** Nothing is asked of providers any more. */
    stop: refreshing.stop,
  }
}

export * from '../principal.ts'
export { normaliseEmail } from './account/email.ts'
export type { Me } from './account/me.ts'
export type { AskedFactor } from './factor/ask-for-factor.ts'
export type { AskedAgain, Confirmed } from './factor/confirm.ts'
export type { Factors, Passkey } from './factor/list-factors.ts'
export type { PasskeyPlace } from './factor/passkey-options.ts'
export type { SecondFactorRule } from './factor/rule.ts'
export type { ApiKey, Application, Grant } from './key/api-key.ts'
export type { CreatedApiKey } from './key/create-api-key.ts'
export * from './limits.ts'
export { keyFates } from './member/end-membership.ts'
export { type Invitation, invitationStates } from './member/invitation.ts'
export type { CreatedInvitation } from './member/invite.ts'
export type { Member } from './member/member.ts'
export type { AuthorizationAsked, AuthorizationRequest } from './oauth/authorization.ts'
export { applicationScopes } from './oauth/authorization.ts'
export type { EarlierConnection } from './oauth/earlier.ts'
export { OAuthRefused } from './oauth/refused.ts'
export type { OAuthClient } from './oauth/register-client.ts'
export type { Tokens } from './oauth/tokens.ts'
export type { PasswordCost } from './password/passwords.ts'
export type { IdentityDeps, SignupPolicy } from './room.ts'
export {
  ROLE_SCOPES,
  requireEveryDataset,
  requirePlatformAdmin,
  requireScope,
  requireSession,
  type SessionPrincipal,
} from './scopes.ts'
export { type Attendance, accessRows } from './session/attendance.ts'
export type { Session, SessionList } from './session/list-sessions.ts'
export type { LoggedIn, SessionPlace } from './session/open-session.ts'
export { PLANS, type Plan, SESSION_KINDS } from './tables.ts'
export { type ClosingBar, closingBars } from './tenant/close-tenant.ts'
export type { ImportedTenant } from './tenant/import-tenant.ts'
export { namesOfTenants } from './tenant/names-of-tenants.ts'
export { listTenantsOnPaidPlans, setPlan } from './tenant/plans.ts'

import { pageOfTenants, readTenant } from './tenant/tenant-record.ts'

export type { Manager } from './account/addressee.ts'
export { hasLeft, isSomebody } from './account/is-somebody.ts'
export type { ErasedBy, ErasedUser } from './account/operator.ts'
export { namesOfActors } from './people/names-of-actors.ts'
export type { Person } from './people/person.ts'
export { isPlatformAdminIn } from './people/queries.ts'
export type { OffMarketNews, TellManagers } from './room.ts'
export type { StorageUse } from './tenant/storage.ts'
export { isNotSuspended } from './tenant/suspension.ts'
export type { Tenant } from './tenant/tenant.ts'
export { tenantOfUser } from './tenant/tenant-of-user.ts'
export type { TenantRecord } from './tenant/tenant-record.ts'
