import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { inSlices, inSlicesById, type Place } from '../../../base/in-slices.ts'
import type { Tx, Write } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import { noteRevoked } from '../key/note-revoked.ts'
import type { IdentityRoom } from '../room.ts'
import { apiKeys, invitations, passwordPasses, passwordResets, sessions } from '../tables.ts'

export type EndedAccess = {
  sessions: number
  apiKeys: number
  invitations: number
  /** With which somebody sets another password. */
  resetCodes: number
  /** Of persons whose domain has passwords off. */
  allowedPasswords: number
}

/** Rows of one transaction: those of which nothing is said, and those that are written down. */
const removedPerSlice = 500
const saidPerSlice = 50

/**
 * For the operator: ends every session, every API key, every invitation and every code for a
 * password that is open, some in each transaction; the next call ends the rest. After a backup was
 * put back those work again that were ended since, and nobody knows which.
 */
export async function endAccessAsOperator({ store, clock }: IdentityRoom): Promise<EndedAccess> {
  const { write } = store
  const atMs = clock.nowMs()
  const slices = { max: saidPerSlice }
  return {
    sessions: await removed(write, sessions.sessionId),
    resetCodes: await removed(write, passwordResets.userId),
    allowedPasswords: await removed(write, passwordPasses.userId),
    apiKeys: await inSlicesById(write, {
      ...slices,
      take: (tx, place) => revokeKeys(tx, { ...place, atMs }),
    }),
    invitations: await inSlicesById(write, {
      ...slices,
      take: (tx, place) => revokeInvitations(tx, { ...place, atMs }),
    }),
  }
}

function removed(write: Write, id: AnySQLiteColumn): Promise<number> {
  const { table } = id
  return inSlices(write, {
    max: removedPerSlice,
    take(tx, max) {
      const some = tx.select({ id }).from(table).limit(max)
      return tx.delete(table).where(inArray(id, some)).run().changes
    },
  })
}

type Slice = Place & { atMs: number }
const actor = { type: 'operator', id: null } as const

function revokeKeys(tx: Tx, { after, limit, atMs }: Slice): string[] {
  const { apiKeyId: id, revokedAt } = apiKeys
  const keys = tx
    .select()
    .from(apiKeys)
    .where(and(isNull(revokedAt), gt(id, after as never)))
    .orderBy(asc(id))
    .limit(limit)
    .all()
  for (const { apiKeyId, tenantId, keyPrefix } of keys) {
    tx.update(apiKeys).set({ revokedAt: atMs }).where(eq(id, apiKeyId)).run()
    const subject = { type: 'api_key', id: apiKeyId }
    const details = { key_prefix: keyPrefix }
    recordAudit(tx, { atMs, tenantId, actor, action: 'api_key.revoked', subject, details })
    noteRevoked(tx, { tenantId, apiKeyId, atMs })
  }
  return keys.map(({ apiKeyId }) => apiKeyId)
}

function revokeInvitations(tx: Tx, { after, limit, atMs }: Slice): string[] {
  const { invitationId: id, usedAt, revokedAt } = invitations
  const invited = tx
    .select()
    .from(invitations)
    .where(and(isNull(usedAt), isNull(revokedAt), gt(id, after as never)))
    .orderBy(asc(id))
    .limit(limit)
    .all()
  for (const { invitationId, tenantId } of invited) {
    tx.update(invitations).set({ revokedAt: atMs }).where(eq(id, invitationId)).run()
    const subject = { type: 'invitation', id: invitationId }
    recordAudit(tx, { atMs, tenantId, actor, action: 'invitation.revoked', subject })
  }
  return invited.map(({ invitationId }) => invitationId)
}
