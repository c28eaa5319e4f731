import { and, asc, count, eq, gt, inArray, isNull, lte, or, type SQL } from 'drizzle-orm'
import type { SessionId, UserId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import {
  passwordPasses,
  sessions,
  ssoFlows,
  ssoLogouts,
  ssoSessions,
  userIdentities,
  users,
} from '../tables.ts'

export type SsoFlowRow = typeof ssoFlows.$inferSelect
export type SsoSessionRow = typeof ssoSessions.$inferSelect
export type UserIdentityRow = typeof userIdentities.$inferSelect

// Log-ins that are under way

export function countFlows(db: Db): number {
  return db.select({ n: count() }).from(ssoFlows).get()?.n ?? 0
}

export function insertFlow(tx: Tx, row: SsoFlowRow): void {
  tx.insert(ssoFlows).values(row).run()
}

/** Each is there for one answer: whoever finds it has it. */
export function takeFlow(tx: Tx, stateHash: Buffer): SsoFlowRow | undefined {
  return tx.delete(ssoFlows).where(eq(ssoFlows.stateHash, stateHash)).returning().get()
}

export function deleteOldFlows(tx: Tx, { nowMs, max }: { nowMs: number; max: number }): void {
  const old = tx
    .select({ stateHash: ssoFlows.stateHash })
    .from(ssoFlows)
    .where(lte(ssoFlows.expiresAt, nowMs))
    .limit(max)
  tx.delete(ssoFlows).where(inArray(ssoFlows.stateHash, old)).run()
}

// Who somebody is elsewhere

type Elsewhere = { issuer: string; subjectHash: Buffer }

export function findIdentity(
  db: Db,
  { issuer, subjectHash }: Elsewhere,
): UserIdentityRow | undefined {
  return db
    .select()
    .from(userIdentities)
    .where(and(eq(userIdentities.issuer, issuer), eq(userIdentities.subjectHash, subjectHash)))
    .get()
}

/** In the place of one that ended. */
export function putIdentity(tx: Tx, row: UserIdentityRow): void {
  const target = [userIdentities.issuer, userIdentities.subjectHash]
  tx.insert(userIdentities).values(row).onConflictDoUpdate({ target, set: row }).run()
}

export function moveIdentities(tx: Tx, { from, to }: { from: UserId; to: UserId }): void {
  tx.update(userIdentities).set({ userId: to }).where(eq(userIdentities.userId, from)).run()
}

export function endIdentities(tx: Tx, userId: UserId, endedAt: number): void {
  tx.update(userIdentities).set({ endedAt }).where(eq(userIdentities.userId, userId)).run()
}

export function listIssuersOf(db: Db, userId: UserId): string[] {
  const { issuer } = userIdentities
  const own = eq(userIdentities.userId, userId)
  const rows = db.select({ issuer }).from(userIdentities).where(own).all()
  return rows.map((row) => row.issuer)
}

/** Gives how many there were. */
export function deleteIdentities(tx: Tx, userId: UserId): number {
  return tx.delete(userIdentities).where(eq(userIdentities.userId, userId)).run().changes
}

export function updatePlatformAdmin(tx: Tx, userId: UserId, isPlatformAdmin: boolean): void {
  tx.update(users).set({ isPlatformAdmin }).where(eq(users.userId, userId)).run()
}

// Sessions that providers know

export function insertSsoSession(tx: Tx, row: SsoSessionRow): void {
  tx.insert(ssoSessions).values(row).run()
}

export function findSsoSession(db: Db, sessionId: SessionId): SsoSessionRow | undefined {
  return db.select().from(ssoSessions).where(eq(ssoSessions.sessionId, sessionId)).get()
}

/** Those that are to be asked about, the longest due first. */
export function listDueSessions(
  db: Db,
  { nowMs, limit }: { nowMs: number; limit: number },
): SsoSessionRow[] {
  return db
    .select()
    .from(ssoSessions)
    .where(lte(ssoSessions.refreshAt, nowMs))
    .orderBy(asc(ssoSessions.refreshAt))
    .limit(limit)
    .all()
}

/** All of a provider that are due. */
export function putOffSessions(
  tx: Tx,
  { provider, nowMs, refreshAt }: { provider: string; nowMs: number; refreshAt: number },
): void {
  const isDue = and(eq(ssoSessions.provider, provider), lte(ssoSessions.refreshAt, nowMs))
  tx.update(ssoSessions).set({ refreshAt }).where(isDue).run()
}

export function updateSsoSession(
  tx: Tx,
  sessionId: SessionId,
  change: { refreshToken?: Buffer; refreshAt: number | null },
): void {
  tx.update(ssoSessions).set(change).where(eq(ssoSessions.sessionId, sessionId)).run()
}

type Meant = Partial<Elsewhere> & { issuer: string; sidHash?: Buffer }

/** A session of which the provider never said which of its own it came from is the subject's. */
function sessionsOf(db: Db, { issuer, subjectHash, sidHash }: Meant) {
  const meant: SQL[] = [eq(ssoSessions.issuer, issuer)]
  if (subjectHash) meant.push(eq(ssoSessions.subjectHash, subjectHash))
  const isOfSid = sidHash && eq(ssoSessions.sidHash, sidHash)
  const isOfNone = subjectHash && isNull(ssoSessions.sidHash)
  const ofSession = isOfSid && (isOfNone ? or(isOfSid, isOfNone) : isOfSid)
  if (ofSession) meant.push(ofSession)
  return db
    .select({ sessionId: ssoSessions.sessionId })
    .from(ssoSessions)
    .where(and(...meant))
}

export function hasSessionsOfBeyond(db: Db, of: Meant, most: number): boolean {
  return sessionsOf(db, of).limit(1).offset(most).get() !== undefined
}

/** So many at most, -1 for all; gives whose they were, each as often as it had one. */
export function deleteSessionsOf(tx: Tx, of: Meant, max: number): UserId[] {
  const ended = tx
    .delete(sessions)
    .where(inArray(sessions.sessionId, sessionsOf(tx, of).limit(max)))
    .returning({ userId: sessions.userId })
    .all()
  return ended.map(({ userId }) => userId)
}

export function isLogoutTaken(db: Db, jtiHash: Buffer, nowMs: number): boolean {
  const own = and(eq(ssoLogouts.jtiHash, jtiHash), gt(ssoLogouts.expiresAt, nowMs))
  return db.select().from(ssoLogouts).where(own).get() !== undefined
}

/** False where this message was taken before. */
export function takeLogout(
  tx: Tx,
  { jtiHash, nowMs, expiresAt }: { jtiHash: Buffer; nowMs: number; expiresAt: number },
): boolean {
  tx.delete(ssoLogouts).where(lte(ssoLogouts.expiresAt, nowMs)).run()
  const row = { jtiHash, expiresAt }
  return tx.insert(ssoLogouts).values(row).onConflictDoNothing().run().changes > 0
}

// Passwords in spite of a domain that has them off

export function findPasswordPass(db: Db, userId: UserId): number | undefined {
  const own = eq(passwordPasses.userId, userId)
  return db.select().from(passwordPasses).where(own).get()?.until
}

export function putPasswordPass(tx: Tx, row: { userId: UserId; until: number }): void {
  tx.delete(passwordPasses).where(eq(passwordPasses.userId, row.userId)).run()
  tx.insert(passwordPasses).values(row).run()
}
