import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { PasskeyId, SessionId, UserId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { ShownFactor } from '../../principal.ts'
import { factorChallenges, passkeys, recoveryCodes, sessions, totps } from '../tables.ts'

export type TotpRow = typeof totps.$inferSelect
export type PasskeyRow = typeof passkeys.$inferSelect
export type ChallengeRow = typeof factorChallenges.$inferSelect

// Codes by the time

export function findTotp(db: Db, userId: UserId): TotpRow | undefined {
  return db.select().from(totps).where(eq(totps.userId, userId)).get()
}

/** One that was begun and not confirmed ends with it. */
export function putTotp(tx: Tx, row: TotpRow): void {
  deleteTotp(tx, row.userId)
  tx.insert(totps).values(row).run()
}

export function updateTotp(tx: Tx, userId: UserId, change: Partial<TotpRow>): void {
  tx.update(totps).set(change).where(eq(totps.userId, userId)).run()
}

/** Gives whether there was one. */
export function deleteTotp(tx: Tx, userId: UserId): boolean {
  return tx.delete(totps).where(eq(totps.userId, userId)).run().changes > 0
}

// Recovery codes

export function insertRecoveryCodes(
  tx: Tx,
  rows: readonly (typeof recoveryCodes.$inferInsert)[],
): void {
  tx.insert(recoveryCodes)
    .values([...rows])
    .run()
}

/** Gives whether it was there: each is taken once. */
export function takeRecoveryCode(tx: Tx, codeHash: Buffer): boolean {
  return tx.delete(recoveryCodes).where(eq(recoveryCodes.codeHash, codeHash)).run().changes > 0
}

export function countRecoveryCodes(db: Db, userId: UserId): number {
  const own = eq(recoveryCodes.userId, userId)
  return db.select({ n: count() }).from(recoveryCodes).where(own).get()?.n ?? 0
}

export function deleteRecoveryCodes(tx: Tx, userId: UserId): void {
  tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run()
}

// Passkeys

export function listPasskeyRows(db: Db, userId: UserId): PasskeyRow[] {
  const own = eq(passkeys.userId, userId)
  return db.select().from(passkeys).where(own).orderBy(asc(passkeys.passkeyId)).all()
}

export function findPasskey(db: Db, credentialId: Buffer): PasskeyRow | undefined {
  return db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)).get()
}

export function insertPasskey(tx: Tx, row: PasskeyRow): void {
  tx.insert(passkeys).values(row).run()
}

type OwnPasskey = { userId: UserId; passkeyId: PasskeyId }

export function updatePasskey(
  tx: Tx,
  { userId, passkeyId }: OwnPasskey,
  change: Partial<PasskeyRow>,
): PasskeyRow | undefined {
  const own = and(eq(passkeys.passkeyId, passkeyId), eq(passkeys.userId, userId))
  return tx.update(passkeys).set(change).where(own).returning().get()
}

/** Gives whether it was there, and this user's. */
export function deletePasskey(tx: Tx, { userId, passkeyId }: OwnPasskey): boolean {
  const own = and(eq(passkeys.passkeyId, passkeyId), eq(passkeys.userId, userId))
  return tx.delete(passkeys).where(own).run().changes > 0
}

// All of a person

export type Enrolled = { readonly hasTotp: boolean; readonly passkeys: number }

export function findEnrolled(db: Db, userId: UserId): Enrolled {
  const isTotp = and(eq(totps.userId, userId), isNotNull(totps.confirmedAt))
  const totp = db.select({ userId: totps.userId }).from(totps).where(isTotp).get()
  const own = eq(passkeys.userId, userId)
  const number = db.select({ n: count() }).from(passkeys).where(own).get()?.n ?? 0
  return { hasTotp: totp !== undefined, passkeys: number }
}

/** Recovery codes end: their hashes are of one id. */
export function moveFactors(tx: Tx, { from, to }: { from: UserId; to: UserId }): void {
  tx.update(totps).set({ userId: to }).where(eq(totps.userId, from)).run()
  tx.update(passkeys).set({ userId: to }).where(eq(passkeys.userId, from)).run()
}

export function deleteFactors(tx: Tx, userId: UserId): void {
  deleteTotp(tx, userId)
  deleteRecoveryCodes(tx, userId)
  tx.delete(passkeys).where(eq(passkeys.userId, userId)).run()
  tx.delete(factorChallenges).where(eq(factorChallenges.userId, userId)).run()
}

// Sessions

export function markConfirmed(
  tx: Tx,
  sessionId: SessionId,
  { confirmedAt, factor }: { confirmedAt: number; factor: ShownFactor | undefined },
): void {
  tx.update(sessions)
    .set({ confirmedAt, ...(factor && { factor }) })
    .where(eq(sessions.sessionId, sessionId))
    .run()
}

/** What was shown by a factor that is there no more counts no more. */
export function forgetShownFactors(tx: Tx, userId: UserId): void {
  const own = and(eq(sessions.userId, userId), isNotNull(sessions.factor))
  tx.update(sessions)
    .set({ factor: null })
    .where(and(own, sql`${sessions.factor} <> 'provider'`))
    .run()
}

// Challenges

export function insertChallenge(tx: Tx, row: ChallengeRow): void {
  tx.insert(factorChallenges).values(row).run()
}

export function findChallenge(db: Db, challengeHash: Buffer): ChallengeRow | undefined {
  const one = eq(factorChallenges.challengeHash, challengeHash)
  return db.select().from(factorChallenges).where(one).get()
}

/** Each is there for one answer: whoever finds it has it. */
export function takeChallenge(tx: Tx, challengeHash: Buffer): ChallengeRow | undefined {
  const one = eq(factorChallenges.challengeHash, challengeHash)
  return tx.delete(factorChallenges).where(one).returning().get()
}

/** Those of log-ins that a provider said yes to. They are few: each is over within minutes. */
export function listCarrying(db: Db): Pick<ChallengeRow, 'challengeHash' | 'carried'>[] {
  const { challengeHash, carried } = factorChallenges
  const row = { challengeHash, carried }
  return db.select(row).from(factorChallenges).where(isNotNull(carried)).all()
}

export function countChallengeFailure(tx: Tx, challengeHash: Buffer): void {
  tx.update(factorChallenges)
    .set({ failed: sql`${factorChallenges.failed} + 1` })
    .where(eq(factorChallenges.challengeHash, challengeHash))
    .run()
}

/** Those that ask whoever has a passkey. */
export function countAnonymous(db: Db): number {
  const ofNobody = isNull(factorChallenges.userId)
  return db.select({ n: count() }).from(factorChallenges).where(ofNobody).get()?.n ?? 0
}

/** Of so many that are too many at most: one comes at a time. */
const oldest = 100

/** Of what a person is asked for one purpose. */
export function keepNewest(
  tx: Tx,
  { userId, purpose, kept }: { userId: UserId; purpose: ChallengeRow['purpose']; kept: number },
): void {
  const own = and(eq(factorChallenges.userId, userId), eq(factorChallenges.purpose, purpose))
  const older = tx
    .select({ challengeHash: factorChallenges.challengeHash })
    .from(factorChallenges)
    .where(own)
    .orderBy(desc(factorChallenges.createdAt))
    .limit(oldest)
    .offset(kept)
  tx.delete(factorChallenges).where(inArray(factorChallenges.challengeHash, older)).run()
}

export function deleteOldChallenges(tx: Tx, { nowMs, max }: { nowMs: number; max: number }): void {
  const old = tx
    .select({ challengeHash: factorChallenges.challengeHash })
    .from(factorChallenges)
    .where(lte(factorChallenges.expiresAt, nowMs))
    .limit(max)
  tx.delete(factorChallenges).where(inArray(factorChallenges.challengeHash, old)).run()
}
