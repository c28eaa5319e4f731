import { and, asc, count, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { InvitationId, TenantId, UserId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { Role } from '../../principal.ts'
import { deleteFactors } from '../factor/queries.ts'
import type { ApiKeyRow } from '../key/queries.ts'
import { invitations, memberships, passwordResets, users } from '../tables.ts'

export type InvitationRow = typeof invitations.$inferSelect

// Members

export type MemberRow = {
  userId: UserId
  email: string
  displayName: string
  isPlatformAdmin: boolean
  roles: Role[]
  joinedAt: number
}

const member = {
  userId: users.userId,
  email: users.email,
  displayName: users.displayName,
  isPlatformAdmin: users.isPlatformAdmin,
  roles: memberships.roles,
  joinedAt: memberships.createdAt,
}

/** A member of this tenant; another tenant's is as good as none. */
export function findMember(
  db: Db,
  { tenantId, userId }: { tenantId: TenantId; userId: UserId },
): MemberRow | undefined {
  return db
    .select(member)
    .from(memberships)
    .innerJoin(users, eq(users.userId, memberships.userId))
    .where(and(eq(memberships.tenantId, tenantId), eq(memberships.userId, userId)))
    .get()
}

/** Who was there first comes first, from above the position. */
export function listMemberRows(
  db: Db,
  page: { tenantId: TenantId; after: UserId | undefined; limit: number },
): MemberRow[] {
  const above = page.after ? gt(memberships.userId, page.after) : undefined
  return db
    .select(member)
    .from(memberships)
    .innerJoin(users, eq(users.userId, memberships.userId))
    .where(and(eq(memberships.tenantId, page.tenantId), above))
    .orderBy(asc(memberships.userId))
    .limit(page.limit)
    .all()
}

export function countMembers(db: Db, tenantId: TenantId): number {
  const here = eq(memberships.tenantId, tenantId)
  return db.select({ n: count() }).from(memberships).where(here).get()?.n ?? 0
}

export function countOwners(db: Db, tenantId: TenantId): number {
  return db.get<{ n: number }>(sql`
    SELECT count(*) AS n FROM membership, json_each(membership.roles) AS role
    WHERE membership.tenant_id = ${tenantId} AND role.value = 'owner'`).n
}

export function countPlatformAdmins(db: Db): number {
  // Written as 1 and not as a parameter, so that the partial index serves it.
  const admins = sql`is_platform_admin = 1`
  return db.select({ n: count() }).from(users).where(admins).get()?.n ?? 0
}

export function updateRoles(tx: Tx, userId: UserId, roles: Role[]): void {
  tx.update(memberships).set({ roles }).where(eq(memberships.userId, userId)).run()
}

export function deleteMembership(tx: Tx, userId: UserId): void {
  tx.delete(memberships).where(eq(memberships.userId, userId)).run()
}

/** What is left of a person who was removed: the id, which other records name. */
export function blankUser(
  tx: Tx,
  userId: UserId,
  blank: { email: string; displayName: string; passwordHash: string },
): void {
  tx.update(users)
    .set({ ...blank, isPlatformAdmin: false, failedLogins: 0, lastFailedLoginAt: null })
    .where(eq(users.userId, userId))
    .run()
  tx.update(invitations).set({ email: null }).where(eq(invitations.usedBy, userId)).run()
  tx.delete(passwordResets).where(eq(passwordResets.userId, userId)).run()
  deleteFactors(tx, userId)
}

/** Whoever invited an address that was erased: without it anybody with the code would come in. */
export function forgetInvited(tx: Tx, { email, nowMs }: { email: string; nowMs: number }): void {
  const unused = and(eq(invitations.email, email), isNull(invitations.usedAt))
  const revokedAt = sql`coalesce(${invitations.revokedAt}, ${nowMs})`
  tx.update(invitations).set({ email: null, revokedAt }).where(unused).run()
}

type KeyMade = Pick<ApiKeyRow, 'apiKeyId' | 'expiresAt'>

/**
 * The keys that these people made, also with keys that they made, and that are not revoked: one
 * that has ended may be given another end.
 */
export function keysMadeBy(
  db: Db,
  asked: { tenantId: TenantId; userIds: readonly UserId[] },
): Map<UserId, KeyMade[]> {
  // With the plus, those who made them are looked up, and not all keys of the tenant.
  const rows = db.all<KeyMade & { userId: UserId }>(sql`
    WITH RECURSIVE made (user_id, api_key_id) AS (
      SELECT created_by, api_key_id FROM api_key
      WHERE +tenant_id = ${asked.tenantId}
        AND created_by IN (SELECT value FROM json_each(${JSON.stringify(asked.userIds)}))
      UNION
      SELECT made.user_id, api_key.api_key_id
      FROM made CROSS JOIN api_key ON api_key.created_by = made.api_key_id)
    SELECT made.user_id AS userId, made.api_key_id AS apiKeyId, api_key.expires_at AS expiresAt
    FROM made CROSS JOIN api_key ON api_key.api_key_id = made.api_key_id
    WHERE api_key.revoked_at IS NULL
    ORDER BY made.api_key_id`)
  return Map.groupBy(rows, ({ userId }) => userId)
}

// Invitations

export function insertInvitation(tx: Tx, row: InvitationRow): void {
  tx.insert(invitations).values(row).run()
}

export function findInvitation(
  db: Db,
  { tenantId, invitationId }: { tenantId: TenantId; invitationId: InvitationId },
): InvitationRow | undefined {
  return db
    .select()
    .from(invitations)
    .where(and(eq(invitations.invitationId, invitationId), eq(invitations.tenantId, tenantId)))
    .get()
}

export function findInvitationByCode(db: Db, codeHash: Buffer): InvitationRow | undefined {
  return db.select().from(invitations).where(eq(invitations.codeHash, codeHash)).get()
}

/** With which this account came into the tenant where it is. */
export function findInvitationUsedBy(db: Db, userId: UserId): InvitationRow | undefined {
  const own = eq(invitations.usedBy, userId)
  return db.select().from(invitations).where(own).orderBy(desc(invitations.usedAt)).get()
}

/** The newest that is open and for this address, of these tenants. */
export function findInvitationFor(
  db: Db,
  asked: { email: string; nowMs: number; tenantIds: readonly TenantId[] },
): InvitationRow | undefined {
  const { email, nowMs, tenantIds } = asked
  return db
    .select()
    .from(invitations)
    .where(
      and(
        eq(invitations.email, email),
        inArray(invitations.tenantId, [...tenantIds]),
        isNull(invitations.usedAt),
        isNull(invitations.revokedAt),
        gt(invitations.expiresAt, nowMs),
      ),
    )
    .orderBy(desc(invitations.invitationId))
    .limit(1)
    .get()
}

/** Newest first, from below the position. */
export function listInvitationRows(
  db: Db,
  page: { tenantId: TenantId; after: InvitationId | undefined; limit: number },
): InvitationRow[] {
  const below = page.after ? lt(invitations.invitationId, page.after) : undefined
  return db
    .select()
    .from(invitations)
    .where(and(eq(invitations.tenantId, page.tenantId), below))
    .orderBy(desc(invitations.invitationId))
    .limit(page.limit)
    .all()
}

export function countInvitations(db: Db, tenantId: TenantId): number {
  const here = eq(invitations.tenantId, tenantId)
  return db.select({ n: count() }).from(invitations).where(here).get()?.n ?? 0
}

/** Those that may still be used, of the whole tenant or of one who made them. */
export function listOpenInvitations(
  db: Db,
  open: { tenantId: TenantId; createdBy?: UserId; nowMs: number },
): InvitationRow[] {
  const { tenantId, usedAt, revokedAt, expiresAt, createdBy } = invitations
  const maker = open.createdBy ? eq(createdBy, open.createdBy) : undefined
  return db
    .select()
    .from(invitations)
    .where(
      and(
        eq(tenantId, open.tenantId),
        maker,
        isNull(usedAt),
        isNull(revokedAt),
        gt(expiresAt, open.nowMs),
      ),
    )
    .all()
}

export function markInvitationUsed(
  tx: Tx,
  invitationId: InvitationId,
  use: { usedAt: number; usedBy: UserId },
): void {
  tx.update(invitations).set(use).where(eq(invitations.invitationId, invitationId)).run()
}

export function markInvitationRevoked(tx: Tx, invitationId: InvitationId, revokedAt: number): void {
  const one = eq(invitations.invitationId, invitationId)
  tx.update(invitations).set({ revokedAt }).where(one).run()
}
