import { and, asc, count, desc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { TenantId, UserId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { memberships, passwordResets, sessions, users } from '../tables.ts'

export type PeopleFilters = {
  q?: string | undefined
  tenantId?: TenantId | undefined
  isPlatformAdmin?: boolean | undefined
}
/** The address counts where people are looked for by it. */
export type PersonPosition = readonly [userId: UserId, email: string]

const person = {
  userId: users.userId,
  tenantId: memberships.tenantId,
  email: users.email,
  displayName: users.displayName,
  roles: memberships.roles,
  isPlatformAdmin: users.isPlatformAdmin,
  createdAtMs: users.createdAt,
  passwordChangedAtMs: users.passwordChangedAt,
}

/** Of whoever was erased the membership may stay, so that the tenant keeps an owner. */
const isThere = sql`user.email <> user.user_id || '@erased.invalid'`

/** Newest first, from below the position; by address, from beyond it. */
export function listPersonRows(
  db: Db,
  filters: PeopleFilters,
  { after, limit }: { after: PersonPosition | undefined; limit: number },
) {
  const byAddress = filters.q !== undefined && !isUserId(filters.q)
  // The column by which an index has the people of one tenant in order.
  const id = filters.tenantId === undefined ? users.userId : memberships.userId
  const beyond = after && (byAddress ? gt(users.email, after[1]) : lt(id, after[0]))
  return people(db)
    .where(and(filtered(filters), isThere, beyond))
    .orderBy(byAddress ? asc(users.email) : desc(id))
    .limit(limit)
    .all()
}

export function countPersons(db: Db, filters: PeopleFilters): number {
  return (
    db
      .select({ n: count() })
      .from(users)
      .innerJoin(memberships, eq(memberships.userId, users.userId))
      .where(and(filtered(filters), isThere))
      .get()?.n ?? 0
  )
}

export function findPersonRow(db: Db, userId: UserId) {
  return people(db)
    .where(and(eq(users.userId, userId), isThere))
    .get()
}

function people(db: Db) {
  const ofUser = eq(memberships.userId, users.userId)
  return db.select(person).from(users).innerJoin(memberships, ofUser)
}

function filtered({ q, tenantId, isPlatformAdmin }: PeopleFilters): SQL | undefined {
  if (tenantId !== undefined) return eq(memberships.tenantId, tenantId)
  // Written as numbers and not as parameters, so that the partial index serves it.
  if (isPlatformAdmin === true) return sql`is_platform_admin = 1`
  if (isPlatformAdmin === false) return sql`is_platform_admin = 0`
  if (q === undefined) return undefined
  if (isUserId(q)) return eq(users.userId, q)
  return sql`user.email >= ${q} AND user.email < ${q + lastChar}`
}

function isUserId(q: string): q is UserId {
  return q.startsWith('usr_')
}

/** Nothing that begins with a text comes after that text with this behind it. */
const lastChar = '\u{10ffff}'

/** How many live sessions each of these people has. */
export function countSessionsOf(
  db: Db,
  userIds: readonly UserId[],
  isLive: SQL | undefined,
): Map<UserId, number> {
  const rows = db
    .select({ userId: sessions.userId, n: count() })
    .from(sessions)
    .where(and(inArray(sessions.userId, [...userIds]), isLive))
    .groupBy(sessions.userId)
    .all()
  return new Map(rows.map(({ userId, n }) => [userId, n]))
}

/** Somebody who runs the platform is of this tenant: read from those few. */
export function isPlatformAdminIn(db: Db, tenantId: TenantId): boolean {
  const admin = db.get(sql`
    SELECT 1 FROM user CROSS JOIN membership USING (user_id)
    WHERE is_platform_admin = 1 AND tenant_id = ${tenantId} LIMIT 1`)
  return admin !== undefined
}

export function updatePlatformAdmin(tx: Tx, userId: UserId, isPlatformAdmin: boolean): void {
  tx.update(users).set({ isPlatformAdmin }).where(eq(users.userId, userId)).run()
}

export type ResetRow = typeof passwordResets.$inferSelect

/** The one that was open ends with it. */
export function replaceReset(tx: Tx, row: ResetRow): void {
  deleteReset(tx, row.userId)
  tx.insert(passwordResets).values(row).run()
}

export function deleteReset(tx: Tx, userId: UserId): void {
  tx.delete(passwordResets).where(eq(passwordResets.userId, userId)).run()
}

export function findResetOf(db: Db, userId: UserId): ResetRow | undefined {
  return db.select().from(passwordResets).where(eq(passwordResets.userId, userId)).get()
}

export function findReset(db: Db, codeHash: Buffer): ResetRow | undefined {
  return db.select().from(passwordResets).where(eq(passwordResets.codeHash, codeHash)).get()
}
