import { and, eq, isNull } from 'drizzle-orm'
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

/**
 * For the operator: ends every session, every API key, every invitation and every code for a
 * password that is open. After a backup was put back those work again that were ended since, and
 * nobody knows which.
 */
export function endAccessAsOperator({ store, clock }: IdentityRoom): Promise<EndedAccess> {
  const atMs = clock.nowMs()
  const actor = { type: 'operator', id: null } as const
  return store.write((tx) => {
    const ended = tx.delete(sessions).run().changes
    const resetCodes = tx.delete(passwordResets).run().changes
    const allowedPasswords = tx.delete(passwordPasses).run().changes
    const keys = tx.select().from(apiKeys).where(isNull(apiKeys.revokedAt)).all()
    for (const { apiKeyId, tenantId, keyPrefix } of keys) {
      tx.update(apiKeys).set({ revokedAt: atMs }).where(eq(apiKeys.apiKeyId, apiKeyId)).run()
      const subject = { type: 'api_key', id: apiKeyId }
      const details = { key_prefix: keyPrefix }
      recordAudit(tx, { atMs, tenantId, actor, action: 'api_key.revoked', subject, details })
      noteRevoked(tx, { tenantId, apiKeyId, atMs })
    }
    const { invitationId: id, usedAt, revokedAt } = invitations
    const isOpen = and(isNull(usedAt), isNull(revokedAt))
    const invited = tx.select().from(invitations).where(isOpen).all()
    for (const { invitationId, tenantId } of invited) {
      tx.update(invitations).set({ revokedAt: atMs }).where(eq(id, invitationId)).run()
      const subject = { type: 'invitation', id: invitationId }
      recordAudit(tx, { atMs, tenantId, actor, action: 'invitation.revoked', subject })
    }
    const revoked = { apiKeys: keys.length, invitations: invited.length }
    return { sessions: ended, ...revoked, resetCodes, allowedPasswords }
  })
}
