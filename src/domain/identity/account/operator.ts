import { and, asc, eq } from 'drizzle-orm'
import { Conflict, NotFound } from '../../../base/errors.ts'
import type { ApiKeyId, RequestId, TenantId, UserId } from '../../../base/ids.ts'
import type { Db, Tx, Write } from '../../../store/tx.ts'
import { type AuditActor, recordAudit } from '../../audit/index.ts'
import { noteRevoked } from '../key/note-revoked.ts'
import { revokeBeyond } from '../member/invitation.ts'
import { narrowKeys } from '../member/narrow-keys.ts'
import { blankUser, countOwners, deleteMembership, forgetInvited } from '../member/queries.ts'
import type { Person } from '../people/person.ts'
import { requireAdminLeft } from '../people/require-admin-left.ts'
import type { IdentityRoom } from '../room.ts'
import { endMostSessions } from '../session/end-most.ts'
import { deleteOtherSessions } from '../session/queries.ts'
import { endIdentities } from '../sso/queries.ts'
import { apiKeys, memberships, users } from '../tables.ts'
import { getUserNamed } from './user-named.ts'

type ListedPerson = Omit<Person, 'passwordChangedAtMs' | 'liveSessions' | 'lock'>

/** Everybody, or everybody of a tenant, who joined first first. */
export function listPeople(
  db: Db,
  { tenantId, limit }: { tenantId?: TenantId | undefined; limit: number },
): ListedPerson[] {
  return db
    .select({
      userId: users.userId,
      tenantId: memberships.tenantId,
      email: users.email,
      displayName: users.displayName,
      roles: memberships.roles,
      isPlatformAdmin: users.isPlatformAdmin,
      createdAtMs: users.createdAt,
    })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.userId))
    .where(tenantId === undefined ? undefined : eq(memberships.tenantId, tenantId))
    .orderBy(asc(users.userId))
    .limit(limit)
    .all()
}

/** Ends a key of any tenant; twice is the same as once. Throws NotFound. */
export function revokeKeyAsOperator(room: IdentityRoom, apiKeyId: string): Promise<void> {
  return room.store.write((tx) => {
    const row = tx
      .select()
      .from(apiKeys)
      .where(eq(apiKeys.apiKeyId, apiKeyId as ApiKeyId))
      .get()
    if (!row) throw new NotFound('API key')
    if (row.revokedAt !== null) return
    const atMs = room.clock.nowMs()
    tx.update(apiKeys).set({ revokedAt: atMs }).where(eq(apiKeys.apiKeyId, row.apiKeyId)).run()
    recordAudit(tx, {
      atMs,
      tenantId: row.tenantId,
      actor: { type: 'operator', id: null },
      action: 'api_key.revoked',
      subject: { type: 'api_key', id: row.apiKeyId },
      details: { key_prefix: row.keyPrefix },
    })
    noteRevoked(tx, { tenantId: row.tenantId, apiKeyId: row.apiKeyId, atMs })
  })
}

const operator: AuditActor = { type: 'operator', id: null }

/** Unless given, whoever holds the data folder. */
export type ErasedBy = {
  readonly actor: AuditActor
  readonly requestId?: RequestId
  readonly write: Write
}

export type ErasedUser = {
  readonly userId: UserId
  readonly tenantId: TenantId
  readonly sessionsEnded: number
  readonly keysRevoked: readonly ApiKeyId[]
}

/**
 * Erases a person: address, name and password go, sessions, keys and invitations end. The id stays,
 * because the books and the audit log hang on it: it names nobody any more. What other rooms know
 * of the person goes, or is sure to go, by `also` in the same transaction. Throws NotFound, and
 * Conflict for the last owner of a tenant with others in it and for the last platform admin.
 */
export async function eraseUser(
  room: IdentityRoom,
  address: string,
  also: (tx: Tx, person: { userId: UserId; tenantId: TenantId }) => void,
  by?: ErasedBy,
): Promise<ErasedUser> {
  const { actor, requestId, write } = by ?? { actor: operator, write: room.store.write }
  const passwordHash = room.passwords.unusable()
  const named = getUserNamed(room.store.db, address)
  requireNotLast(room.store.db, named)
  const most = await endMostSessions(room, named)
  return write((tx) => {
    const { userId, tenantId, email } = getUserNamed(tx, address)
    const isAlone = requireNotLast(tx, { userId, tenantId })
    const atMs = room.clock.nowMs()
    const sessionsEnded = most + deleteOtherSessions(tx, userId, undefined)
    const narrowing = { userId, tenantId, roles: [], by: actor }
    const { revoked: keysRevoked } = narrowKeys(room, tx, narrowing)
    revokeBeyond(room, tx, { userId, tenantId, roles: [] })
    const lost = { tenantId, makers: [userId, ...keysRevoked], by: actor, requestId }
    const webhooksPaused = room.stopWebhooks?.(tx, lost) ?? []
    // A tenant keeps an owner: of who was alone in it, the one that names nobody.
    if (!isAlone) deleteMembership(tx, userId)
    blankUser(tx, userId, {
      email: `${userId}@erased.invalid`,
      displayName: 'Erased',
      passwordHash,
    })
    forgetInvited(tx, { email, nowMs: atMs })
    endIdentities(tx, userId, atMs)
    also(tx, { userId, tenantId })
    recordAudit(tx, {
      atMs,
      tenantId,
      actor,
      action: 'user.erased',
      subject: { type: 'user', id: userId },
      details: {
        sessions_ended: sessionsEnded,
        api_keys_revoked: keysRevoked.length,
        webhooks_paused: webhooksPaused,
      },
      ...(requestId && { requestId }),
    })
    return { userId, tenantId, sessionsEnded, keysRevoked }
  })
}

/** Gives whether nobody else is in the tenant. */
function requireNotLast(
  db: Db,
  { userId, tenantId }: { userId: UserId; tenantId: TenantId },
): boolean {
  const row = db
    .select({ roles: memberships.roles, isPlatformAdmin: users.isPlatformAdmin })
    .from(memberships)
    .innerJoin(users, eq(users.userId, memberships.userId))
    .where(and(eq(memberships.userId, userId), eq(memberships.tenantId, tenantId)))
    .get()
  const others = listPeople(db, { tenantId, limit: 2 }).length > 1
  if (others && row?.roles.includes('owner') && countOwners(db, tenantId) < 2) {
    throw new Conflict({
      reason: 'last_owner',
      message: 'The last owner of a tenant with others in it: make another one owner first.',
    })
  }
  if (row?.isPlatformAdmin) requireAdminLeft(db, 1)
  return !others
}
