import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { SubmissionId, UserId } from '../../../base/ids.ts'
import type { Lamports } from '../../../base/lamports.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { RemoteDeposit } from '../ports.ts'
import { chainCursors, chainDeposits, chainSubmissions, type SubmissionState } from '../tables.ts'

export type SubmissionRow = typeof chainSubmissions.$inferSelect
export type DepositRow = typeof chainDeposits.$inferSelect

export function findSubmission(db: Db, submissionId: SubmissionId): SubmissionRow | undefined {
  const { submissionId: id } = chainSubmissions
  return db.select().from(chainSubmissions).where(eq(id, submissionId)).get()
}

/** What the chain has not decided yet. */
export function listSigned(db: Db): SubmissionId[] {
  const { submissionId, state } = chainSubmissions
  const rows = db.select({ submissionId }).from(chainSubmissions).where(eq(state, 'signed')).all()
  return rows.map((row) => row.submissionId)
}

export function insertSubmission(tx: Tx, row: SubmissionRow): void {
  tx.insert(chainSubmissions).values(row).run()
}

export function settleSubmission(
  tx: Tx,
  { submissionId, ...set }: { submissionId: SubmissionId; state: SubmissionState; nowMs: number },
): void {
  tx.update(chainSubmissions)
    .set({ state: set.state, settledAtMs: set.nowMs })
    .where(eq(chainSubmissions.submissionId, submissionId))
    .run()
}

export function insertDeposit(tx: Tx, deposit: RemoteDeposit, seenAtMs: number): void {
  const { signature, instruction, from, amountLamports, slot } = deposit
  const row = { signature, instruction, fromAddress: from, lamports: amountLamports, slot }
  tx.insert(chainDeposits)
    .values({ ...row, seenAtMs })
    .onConflictDoNothing()
    .run()
}

export function findDeposit(
  db: Db,
  named: { signature: string; instruction: number },
): DepositRow | undefined {
  const { signature, instruction } = chainDeposits
  return db
    .select()
    .from(chainDeposits)
    .where(and(eq(signature, named.signature), eq(instruction, named.instruction)))
    .get()
}

/** The oldest deposit of this amount from one of these addresses that nobody has claimed. */
export function findUnclaimed(
  db: Db,
  { from, amountLamports }: { from: readonly string[]; amountLamports: Lamports },
): DepositRow | undefined {
  const { fromAddress, lamports, claimedBy, slot } = chainDeposits
  return db
    .select()
    .from(chainDeposits)
    .where(and(inArray(fromAddress, [...from]), eq(lamports, amountLamports), isNull(claimedBy)))
    .orderBy(asc(slot))
    .limit(1)
    .get()
}

export function claimDeposit(
  tx: Tx,
  { signature, instruction }: DepositRow,
  { userId, nowMs }: { userId: UserId; nowMs: number },
): void {
  tx.update(chainDeposits)
    .set({ claimedBy: userId, claimedAtMs: nowMs })
    .where(and(eq(chainDeposits.signature, signature), eq(chainDeposits.instruction, instruction)))
    .run()
}

export function findCursor(db: Db, name: string): string | undefined {
  return db.select().from(chainCursors).where(eq(chainCursors.name, name)).get()?.position
}

export function moveCursor(tx: Tx, row: { name: string; position: string }): void {
  tx.insert(chainCursors)
    .values(row)
    .onConflictDoUpdate({ target: chainCursors.name, set: { position: row.position } })
    .run()
}
