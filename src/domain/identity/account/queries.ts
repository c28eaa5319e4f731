import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { TenantId, UserId } from '../../../base/ids.ts'
import { findsBy } from '../../../store/prepared.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { importedTenants, memberships, setupCodes, tenants, users } from '../tables.ts'

export type TenantRow = typeof tenants.$inferSelect
export type UserRow = typeof users.$inferSelect
export type MembershipRow = typeof memberships.$inferSelect

// Tenants and people

export const findTenant = findsBy(tenants, tenants.tenantId)

/** By id or by exact name, oldest first: names need not be unique. */
export function findTenantsNamed(db: Db, nameOrId: string): TenantRow[] {
  const byId = findTenant(db, nameOrId as TenantId)
  if (byId) return [byId]
  return db
    .select()
    .from(tenants)
    .where(eq(tenants.name, nameOrId))
    .orderBy(asc(tenants.tenantId))
    .limit(100)
    .all()
}

export function listTenantRows(db: Db, limit: number): TenantRow[] {
  return db.select().from(tenants).orderBy(asc(tenants.tenantId)).limit(limit).all()
}

export function insertTenant(tx: Tx, row: typeof tenants.$inferInsert): void {
  tx.insert(tenants).values(row).run()
}

type ImportedTenantRow = typeof importedTenants.$inferSelect

/** Which tenant an archive's became. */
export function findImportedTenant(
  db: Db,
  source: Pick<ImportedTenantRow, 'instanceId' | 'sourceTenantId'>,
): ImportedTenantRow | undefined {
  return db
    .select()
    .from(importedTenants)
    .where(
      and(
        eq(importedTenants.instanceId, source.instanceId),
        eq(importedTenants.sourceTenantId, source.sourceTenantId),
      ),
    )
    .get()
}

export function putImportedTenant(tx: Tx, row: ImportedTenantRow): void {
  tx.insert(importedTenants).values(row).run()
}

export function findUser(db: Db, userId: UserId): UserRow | undefined {
  return db.select().from(users).where(eq(users.userId, userId)).get()
}

export function findUserByEmail(db: Db, email: string): UserRow | undefined {
  return db.select().from(users).where(eq(users.email, email)).get()
}

export function findMembership(db: Db, userId: UserId): MembershipRow | undefined {
  return db.select().from(memberships).where(eq(memberships.userId, userId)).get()
}

/** Beyond it nobody is written to for a tenant. */
const managersMax = 50

/** Its owners and admins, who has been in it for longest first. */
export function listManagers(db: Db, tenantId: TenantId): Pick<UserRow, 'userId' | 'email'>[] {
  return db.all(sql`
    SELECT user.user_id AS userId, user.email FROM membership
    JOIN user ON user.user_id = membership.user_id
    WHERE membership.tenant_id = ${tenantId} AND EXISTS (
      SELECT 1 FROM json_each(membership.roles) WHERE value IN ('owner', 'admin'))
    ORDER BY user.user_id LIMIT ${managersMax}`)
}

/** The owner who has been in the tenant for longest. */
export function findFirstOwner(db: Db, tenantId: TenantId): MembershipRow | undefined {
  return db
    .select()
    .from(memberships)
    .where(and(eq(memberships.tenantId, tenantId), sql`${memberships.roles} LIKE '%"owner"%'`))
    .orderBy(asc(memberships.userId))
    .get()
}

type NewUser = Pick<UserRow, 'userId' | 'email' | 'displayName' | 'passwordHash' | 'createdAt'> &
  Pick<MembershipRow, 'tenantId' | 'roles'> & { isPlatformAdmin?: boolean }

/** Somebody with an account, and in which tenant. */
export function insertUser(tx: Tx, { tenantId, roles, ...user }: NewUser): void {
  const { userId, createdAt, isPlatformAdmin = false } = user
  tx.insert(users)
    .values({ ...user, isPlatformAdmin, passwordChangedAt: createdAt })
    .run()
  tx.insert(memberships).values({ userId, tenantId, roles, createdAt }).run()
}

export function updatePassword(
  tx: Tx,
  userId: UserId,
  change: { passwordHash: string; passwordChangedAt?: number },
): void {
  tx.update(users).set(change).where(eq(users.userId, userId)).run()
}

/** Its mail is read by who has the account; of an address that was seen before the first time. */
export function markVerified(tx: Tx, userId: UserId, atMs: number): void {
  const isNew = and(eq(users.userId, userId), isNull(users.emailVerifiedAt))
  tx.update(users).set({ emailVerifiedAt: atMs }).where(isNew).run()
}

/** Another address; nobody was seen to read it yet. */
export function updateEmail(tx: Tx, userId: UserId, email: string): void {
  tx.update(users).set({ email, emailVerifiedAt: null }).where(eq(users.userId, userId)).run()
}

/** Gives how many there were since the last login, this one included; 0 for nobody. */
export function countFailedLogin(tx: Tx, userId: UserId, nowMs: number): number {
  const failedLogins = sql<number>`${users.failedLogins} + 1`
  const row = tx
    .update(users)
    .set({ failedLogins, lastFailedLoginAt: nowMs })
    .where(eq(users.userId, userId))
    .returning({ count: users.failedLogins })
    .get()
  return row?.count ?? 0
}

export function forgetFailedLogins(tx: Tx, userId: UserId): void {
  tx.update(users)
    .set({ failedLogins: 0, lastFailedLoginAt: null })
    .where(eq(users.userId, userId))
    .run()
}

export function hasPlatformAdmin(db: Db): boolean {
  // Written as 1 and not as a parameter, so that the partial index serves it.
  return (
    db.select({ userId: users.userId }).from(users).where(sql`is_platform_admin = 1`).get() !==
    undefined
  )
}

// The one-time code of the first platform admin

export function findSetupCodeHash(db: Db): Buffer | undefined {
  return db.select({ codeHash: setupCodes.codeHash }).from(setupCodes).get()?.codeHash
}

export function replaceSetupCode(tx: Tx, row: { codeHash: Buffer; createdAt: number }): void {
  tx.delete(setupCodes).run()
  tx.insert(setupCodes)
    .values({ setupCodeNo: 1, ...row })
    .run()
}

export function deleteSetupCode(tx: Tx): void {
  tx.delete(setupCodes).run()
}
