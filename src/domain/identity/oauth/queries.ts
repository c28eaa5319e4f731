import { and, asc, count, desc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm'
import type { ApiKeyId, ClientId, UserId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { apiKeys, oauthClients, oauthCodes, oauthGrants } from '../tables.ts'

export type ClientRow = typeof oauthClients.$inferSelect
export type CodeRow = typeof oauthCodes.$inferSelect
export type OAuthGrantRow = typeof oauthGrants.$inferSelect

// Programs

export function findClient(db: Db, clientId: string): ClientRow | undefined {
  const own = eq(oauthClients.clientId, clientId as ClientId)
  return db.select().from(oauthClients).where(own).get()
}

export function countClients(db: Db): number {
  return db.select({ n: count() }).from(oauthClients).get()?.n ?? 0
}

export function insertClient(tx: Tx, row: ClientRow): void {
  tx.insert(oauthClients).values(row).run()
}

/** Of a document that was read anew: who let it in stays. */
export function upsertClient(tx: Tx, row: Omit<ClientRow, 'usedAt'>): void {
  const { name, redirectUris } = row
  tx.insert(oauthClients)
    .values({ ...row, usedAt: null })
    .onConflictDoUpdate({ target: oauthClients.clientId, set: { name, redirectUris } })
    .run()
}

export function updateClientUsed(tx: Tx, clientId: ClientId, usedAt: number): void {
  tx.update(oauthClients).set({ usedAt }).where(eq(oauthClients.clientId, clientId)).run()
}

/** The oldest that nobody ever let in, of those before a moment; gives how many went. */
export function deleteUnusedClients(
  tx: Tx,
  { before, max }: { before: number; max: number },
): number {
  const { clientId, usedAt, createdAt } = oauthClients
  const old = tx
    .select({ clientId })
    .from(oauthClients)
    .where(and(isNull(usedAt), lte(createdAt, before)))
    .orderBy(asc(createdAt))
    .limit(max)
  return tx.delete(oauthClients).where(inArray(clientId, old)).run().changes
}

/** Those of which no refresh token can count any more. */
export function deleteIdleClients(
  tx: Tx,
  { before, max }: { before: number; max: number },
): number {
  const { clientId, usedAt } = oauthClients
  const idle = tx.select({ clientId }).from(oauthClients).where(lte(usedAt, before)).limit(max)
  return tx.delete(oauthClients).where(inArray(clientId, idle)).run().changes
}

// Codes

export function findCode(db: Db, codeHash: Buffer): CodeRow | undefined {
  return db.select().from(oauthCodes).where(eq(oauthCodes.codeHash, codeHash)).get()
}

export function countCodes(db: Db): number {
  return db.select({ n: count() }).from(oauthCodes).get()?.n ?? 0
}

export function insertCode(tx: Tx, row: CodeRow): void {
  tx.insert(oauthCodes).values(row).run()
}

export function markCodeUsed(tx: Tx, codeHash: Buffer, apiKeyId: ApiKeyId): void {
  tx.update(oauthCodes).set({ apiKeyId }).where(eq(oauthCodes.codeHash, codeHash)).run()
}

export function deleteOldCodes(tx: Tx, { before, max }: { before: number; max: number }): number {
  const { codeHash, expiresAt } = oauthCodes
  const old = tx.select({ codeHash }).from(oauthCodes).where(lte(expiresAt, before)).limit(max)
  return tx.delete(oauthCodes).where(inArray(codeHash, old)).run().changes
}

// What was let in

export function insertOAuthGrant(tx: Tx, row: OAuthGrantRow): void {
  tx.insert(oauthGrants).values(row).run()
}

/** By the beginning of its key, which is that of its refresh tokens as well. */
export function findOAuthGrant(db: Db, keyPrefix: string) {
  return db
    .select({ grant: oauthGrants, key: apiKeys })
    .from(oauthGrants)
    .innerJoin(apiKeys, eq(apiKeys.apiKeyId, oauthGrants.apiKeyId))
    .where(eq(apiKeys.keyPrefix, keyPrefix))
    .get()
}

type Alike = { clientId: ClientId; name: string; userId: UserId; nowMs: number }

/** Of one person, under the same id or name, of which something can come yet; the newest first. */
export function listGrantsAlike(db: Db, { clientId, name, userId, nowMs }: Alike) {
  return db
    .select({
      clientId: oauthGrants.clientId,
      redirectPlace: oauthGrants.redirectPlace,
      apiKeyId: apiKeys.apiKeyId,
      tenantId: apiKeys.tenantId,
      keyPrefix: apiKeys.keyPrefix,
      revokedAt: apiKeys.revokedAt,
      createdAtMs: apiKeys.createdAt,
      lastUsedAtMs: apiKeys.lastUsedAt,
    })
    .from(oauthGrants)
    .innerJoin(apiKeys, eq(apiKeys.apiKeyId, oauthGrants.apiKeyId))
    .where(
      and(
        eq(apiKeys.createdBy, userId),
        isNull(apiKeys.revokedAt),
        gt(oauthGrants.refreshUntil, nowMs),
        or(eq(oauthGrants.clientId, clientId), eq(oauthGrants.clientName, name)),
      ),
    )
    .orderBy(desc(apiKeys.apiKeyId))
    .all()
}

export function listOAuthGrants(db: Db, apiKeyIds: readonly ApiKeyId[]): OAuthGrantRow[] {
  const among = inArray(oauthGrants.apiKeyId, [...apiKeyIds])
  return db.select().from(oauthGrants).where(among).all()
}

export function updateOAuthGrant(
  tx: Tx,
  apiKeyId: ApiKeyId,
  change: Pick<OAuthGrantRow, 'turnHash' | 'refreshUntil'>,
): void {
  tx.update(oauthGrants).set(change).where(eq(oauthGrants.apiKeyId, apiKeyId)).run()
}

export function findKeyOfGrant(db: Db, apiKeyId: ApiKeyId) {
  return db.select().from(apiKeys).where(eq(apiKeys.apiKeyId, apiKeyId)).get()
}
