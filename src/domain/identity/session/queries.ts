import { and, count, desc, eq, gt, inArray, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { SessionId, UserId } from '../../../base/ids.ts'
import { later, opaque, prepared } from '../../../store/prepared.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { memberships, type SessionKind, sessions, users } from '../tables.ts'

export type SessionRow = typeof sessions.$inferSelect

/** A session is live until its end; a browser's also no longer than it was used since. */
export type LiveAt = { readonly nowMs: number; readonly idleSinceMs: number }

export function insertSession(tx: Tx, row: SessionRow): void {
  tx.insert(sessions).values(row).run()
}

export function findSessionRow(db: Db, sessionId: SessionId): SessionRow | undefined {
  return db.select().from(sessions).where(eq(sessions.sessionId, sessionId)).get()
}

/** What somebody showed, as of now. */
const proof = {
  kind: sessions.kind,
  factor: sessions.factor,
  confirmedAtMs: sql<number>`ifnull(session.confirmed_at, session.created_at)`,
}

/**
 * The way of a session token to all that a principal needs: one indexed SELECT, prepared once,
 * because every request takes it.
 */
export function prepareSessionPrincipal(db: Db, kind: SessionKind) {
  return db
    .select({
      sessionId: sessions.sessionId,
      userId: sessions.userId,
      lastUsedAt: sessions.lastUsedAt,
      ...proof,
      tenantId: memberships.tenantId,
      roles: memberships.roles,
      isPlatformAdmin: users.isPlatformAdmin,
    })
    .from(sessions)
    .innerJoin(users, eq(users.userId, sessions.userId))
    .innerJoin(memberships, eq(memberships.userId, sessions.userId))
    .where(and(eq(sessions.tokenHash, later('tokenHash')), isOf(kind), isLiveLater))
    .prepare()
}

/** A bare word would have the statement compiled anew for each request: see `opaque`. */
const isOf = (kind: SessionKind) => eq(sessions.kind, opaque(kind))
const isLiveLater = and(
  gt(sessions.expiresAt, later('nowMs')),
  or(isOf('bearer'), gt(sessions.lastUsedAt, later('idleSinceMs'))),
)

export function isLive({ nowMs, idleSinceMs }: LiveAt): SQL | undefined {
  return and(
    gt(sessions.expiresAt, nowMs),
    or(eq(sessions.kind, 'bearer'), gt(sessions.lastUsedAt, idleSinceMs)),
  )
}

const sessionRights = prepared((db) =>
  db
    .select({ roles: memberships.roles, isPlatformAdmin: users.isPlatformAdmin, ...proof })
    .from(sessions)
    .innerJoin(users, eq(users.userId, sessions.userId))
    .innerJoin(memberships, eq(memberships.userId, sessions.userId))
    .where(and(eq(sessions.sessionId, later('sessionId')), isLiveLater))
    .prepare(),
)

/** What the user of a session is at this moment; undefined when it ended. */
export function findSessionRights(db: Db, sessionId: SessionId, at: LiveAt) {
  return sessionRights(db).get({ sessionId, ...at })
}

/** Those of a user that are live, the newest first. */
export function listSessionRows(
  db: Db,
  page: { userId: UserId; at: LiveAt; after: SessionId | undefined; limit: number },
): SessionRow[] {
  const below = page.after ? lt(sessions.sessionId, page.after) : undefined
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, page.userId), isLive(page.at), below))
    .orderBy(desc(sessions.sessionId))
    .limit(page.limit)
    .all()
}

export function countSessions(db: Db, userId: UserId, at: LiveAt): number {
  const own = and(eq(sessions.userId, userId), isLive(at))
  return db.select({ n: count() }).from(sessions).where(own).get()?.n ?? 0
}

export function updateSessionUsed(tx: Tx, sessionId: SessionId, nowMs: number): void {
  tx.update(sessions).set({ lastUsedAt: nowMs }).where(eq(sessions.sessionId, sessionId)).run()
}

export function deleteSession(tx: Tx, sessionId: SessionId): void {
  tx.delete(sessions).where(eq(sessions.sessionId, sessionId)).run()
}

export function hasSession(db: Db, userId: UserId, sessionId: SessionId): boolean {
  const own = and(eq(sessions.sessionId, sessionId), eq(sessions.userId, userId))
  return db.select({ userId: sessions.userId }).from(sessions).where(own).get() !== undefined
}

/** Gives whether it was there, and this user's. */
export function deleteSessionOf(tx: Tx, userId: UserId, sessionId: SessionId): boolean {
  const own = and(eq(sessions.sessionId, sessionId), eq(sessions.userId, userId))
  return tx.delete(sessions).where(own).run().changes > 0
}

export function deleteOtherSessions(tx: Tx, userId: UserId, kept: SessionId | undefined): number {
  const others = kept ? ne(sessions.sessionId, kept) : undefined
  return tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), others))
    .run().changes
}

type Some = { userId: UserId; kept: SessionId | undefined; least: number; max: number }

/** Whether there are more than so many. */
export function hasSessionsBeyond(
  db: Db,
  { userId, most }: { userId: UserId; most: number },
): boolean {
  const own = eq(sessions.userId, userId)
  const page = db.select({ sessionId: sessions.sessionId }).from(sessions).where(own)
  return page.limit(1).offset(most).get() !== undefined
}

/** The oldest that are beyond the `least` newest, so many at most; gives how many they were. */
export function deleteSomeSessions(tx: Tx, { userId, kept, least, max }: Some): number {
  const others = kept ? ne(sessions.sessionId, kept) : undefined
  const old = tx
    .select({ sessionId: sessions.sessionId })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), others))
    .orderBy(desc(sessions.sessionId))
    .limit(max)
    .offset(least)
  return tx.delete(sessions).where(inArray(sessions.sessionId, old)).run().changes
}

export function countExpiredSessions(db: Db, nowMs: number): number {
  const expired = lte(sessions.expiresAt, nowMs)
  return db.select({ n: count() }).from(sessions).where(expired).get()?.n ?? 0
}

export function deleteExpiredSessions(
  tx: Tx,
  { nowMs, max }: { nowMs: number; max: number },
): number {
  const expired = tx
    .select({ sessionId: sessions.sessionId })
    .from(sessions)
    .where(lte(sessions.expiresAt, nowMs))
    .limit(max)
  return tx.delete(sessions).where(inArray(sessions.sessionId, expired)).run().changes
}
