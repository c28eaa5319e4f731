import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import type { UserId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { Network } from '../network.ts'
import { walletChallenges, walletMessages, wallets, walletUsers } from '../tables.ts'

export type WalletRow = typeof wallets.$inferSelect
export type AddressKey = { readonly network: Network; readonly addressKey: string }

// Users

export function userNoOf(tx: Tx, userId: UserId): number {
  const known = findUserNo(tx, userId)
  if (known !== undefined) return known
  return tx.insert(walletUsers).values({ userId }).returning().get().userNo
}

export function findUserNo(db: Db, userId: UserId): number | undefined {
  return db.select().from(walletUsers).where(eq(walletUsers.userId, userId)).get()?.userNo
}

// Wallets

export function findWallet(db: Db, { network, addressKey }: AddressKey): WalletRow | undefined {
  return db
    .select()
    .from(wallets)
    .where(and(eq(wallets.network, network), eq(wallets.addressKey, addressKey)))
    .get()
}

/** The oldest first. */
export function listOwnWallets(db: Db, owner: { userId: UserId; network?: Network }): WalletRow[] {
  const { userId, network } = owner
  const ofNetwork = network === undefined ? undefined : eq(wallets.network, network)
  return db
    .select()
    .from(wallets)
    .where(and(eq(wallets.userId, userId), ofNetwork))
    .orderBy(asc(wallets.walletNo))
    .all()
}

export function insertWallet(tx: Tx, row: Omit<WalletRow, 'walletNo'>): WalletRow {
  return tx.insert(wallets).values(row).returning().get()
}

export function deleteWallet(tx: Tx, walletNo: number): void {
  tx.delete(wallets).where(eq(wallets.walletNo, walletNo)).run()
}

/** Also what was offered to this user for others. Messages that were used stay used. */
export function deleteWalletsOf(tx: Tx, userId: UserId): void {
  tx.delete(walletChallenges).where(eq(walletChallenges.userId, userId)).run()
  tx.delete(wallets).where(eq(wallets.userId, userId)).run()
}

/** Takes the mark from whichever wallet of the network has it. */
export function unmarkPrimary(
  tx: Tx,
  owner: { userId: UserId; network: Network; nowMs: number },
): void {
  tx.update(wallets)
    .set({ isPrimary: false, updatedAtMs: owner.nowMs })
    .where(
      and(
        eq(wallets.userId, owner.userId),
        eq(wallets.network, owner.network),
        eq(wallets.isPrimary, true),
      ),
    )
    .run()
}

export function markPrimary(tx: Tx, { walletNo, nowMs }: { walletNo: number; nowMs: number }) {
  tx.update(wallets)
    .set({ isPrimary: true, updatedAtMs: nowMs })
    .where(eq(wallets.walletNo, walletNo))
    .run()
}

export function touchWallet(tx: Tx, { walletNo, nowMs }: { walletNo: number; nowMs: number }) {
  tx.update(wallets).set({ lastUsedAtMs: nowMs }).where(eq(wallets.walletNo, walletNo)).run()
}

// Challenges

export type ChallengeRow = typeof walletChallenges.$inferSelect
export type ChallengeKey = AddressKey & { readonly userId: UserId }

export function findChallenge(db: Db, key: ChallengeKey, nowMs: number): ChallengeRow | undefined {
  const { userId, network, addressKey, expiresAtMs } = walletChallenges
  return db
    .select()
    .from(walletChallenges)
    .where(
      and(
        eq(userId, key.userId),
        eq(network, key.network),
        eq(addressKey, key.addressKey),
        gt(expiresAtMs, nowMs),
      ),
    )
    .get()
}

export function insertChallenge(tx: Tx, row: ChallengeRow): void {
  const { userId, network, addressKey } = walletChallenges
  tx.insert(walletChallenges)
    .values(row)
    .onConflictDoUpdate({
      target: [userId, network, addressKey],
      set: { issuedAtMs: row.issuedAtMs, expiresAtMs: row.expiresAtMs },
    })
    .run()
}

export function deleteChallenge(tx: Tx, key: ChallengeKey): void {
  const { userId, network, addressKey } = walletChallenges
  tx.delete(walletChallenges)
    .where(and(eq(userId, key.userId), eq(network, key.network), eq(addressKey, key.addressKey)))
    .run()
}

/** Of one user no more than so many stay open; expired ones of anybody go. */
export function sweepChallenges(
  tx: Tx,
  { userId, keep, nowMs }: { userId: UserId; keep: number; nowMs: number },
): void {
  tx.run(sql`DELETE FROM wallet_challenge WHERE expires_at <= ${nowMs}`)
  tx.run(sql`DELETE FROM wallet_challenge WHERE user_id = ${userId}
    AND (network, address_key) NOT IN (
      SELECT network, address_key FROM wallet_challenge
      WHERE user_id = ${userId} ORDER BY issued_at DESC LIMIT ${keep})`)
}

// Messages that verified

export type UsedMessage = AddressKey & { readonly messageHash: Buffer }

export function wasUsed(db: Db, message: UsedMessage): boolean {
  const { network, addressKey, messageHash } = walletMessages
  const found = db
    .select({ network })
    .from(walletMessages)
    .where(
      and(
        eq(network, message.network),
        eq(addressKey, message.addressKey),
        eq(messageHash, message.messageHash),
      ),
    )
  return found.get() !== undefined
}

export function insertUsed(tx: Tx, row: UsedMessage & { expiresAtMs: number }): void {
  tx.insert(walletMessages).values(row).run()
}

export function sweepUsed(tx: Tx, { nowMs, limit }: { nowMs: number; limit: number }): void {
  const { network, addressKey, messageHash, expiresAtMs } = walletMessages
  const old = tx
    .select()
    .from(walletMessages)
    .where(lte(expiresAtMs, nowMs))
    .orderBy(asc(expiresAtMs))
    .limit(limit)
    .all()
  for (const row of old) {
    tx.delete(walletMessages)
      .where(
        and(
          eq(network, row.network),
          eq(addressKey, row.addressKey),
          eq(messageHash, row.messageHash),
        ),
      )
      .run()
  }
}
