import type { ApiKeyId, RequestId, TenantId, UserId, WebhookId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { type AuditActor, recordAudit } from '../../audit/index.ts'
import { type Role, SCOPES } from '../../principal.ts'
import { noteRevoked } from '../key/note-revoked.ts'
import { findTerms, handKeysOver, updateKey } from '../key/queries.ts'
import type { IdentityRoom } from '../room.ts'
import { scopesOfKey, scopesOfRoles } from '../scopes.ts'
import { keysMadeBy } from './queries.ts'
import { losesReach } from './role-reach.ts'

export type Narrowing = {
  readonly tenantId: TenantId
  readonly userId: UserId
  /** What the member's keys may still do: what these roles may. */
  readonly roles: readonly Role[]
  /** The member goes, and its programs with it: what they renew is in their hands alone. */
  readonly leaves?: true
  readonly by: AuditActor
  readonly requestId?: RequestId | undefined
}

export type NarrowedKeys = {
  readonly narrowed: readonly ApiKeyId[]
  readonly revoked: readonly ApiKeyId[]
}

/**
 * Takes from the keys of a member, and from all that come from them, what goes beyond the roles,
 * also from those that have ended; a key that could do nothing any more is revoked. Nothing is
 * given back by better roles later: whoever has them writes it on the key anew.
 */
export function narrowKeys(room: IdentityRoom, tx: Tx, narrowing: Narrowing): NarrowedKeys {
  const { tenantId, userId, roles } = narrowing
  const nowMs = room.clock.nowMs()
  const allowed = scopesOfRoles(roles)
  const narrowed: ApiKeyId[] = []
  const revoked: ApiKeyId[] = []
  const keys = keysMadeBy(tx, { tenantId, userIds: [userId] }).get(userId) ?? []
  for (const { apiKeyId } of keys) {
    const terms = findTerms(tx, apiKeyId)
    const has = scopesOfKey(terms?.scopes ?? [])
    const scopes = SCOPES.filter((scope) => has.has(scope) && allowed.has(scope))
    const goesAlong = narrowing.leaves && terms?.accessUntil != null && terms.revokedAt === null
    if (!goesAlong && scopes.length === has.size) continue
    const isOver = goesAlong || scopes.length === 0
    updateKey(tx, apiKeyId, isOver ? { revokedAt: nowMs } : { scopes })
    ;(isOver ? revoked : narrowed).push(apiKeyId)
    recordAudit(tx, {
      atMs: nowMs,
      tenantId,
      actor: narrowing.by,
      action: isOver ? 'api_key.revoked' : 'api_key.changed',
      subject: { type: 'api_key', id: apiKeyId },
      details: isOver ? { with_member: userId } : { fields: ['scopes'], with_member: userId },
      ...(narrowing.requestId && { requestId: narrowing.requestId }),
    })
    if (isOver) noteRevoked(tx, { tenantId, apiKeyId, atMs: nowMs })
  }
  return { narrowed, revoked }
}

type RolesTaken = Narrowing & { readonly before: readonly Role[]; readonly keys: NarrowedKeys }

/** After narrowKeys: what a member and its keys set up and could not any more is paused. */
export function stopWebhooksBeyond(
  room: IdentityRoom,
  tx: Tx,
  { tenantId, userId, before, roles, keys, by, requestId }: RolesTaken,
): readonly WebhookId[] {
  const member = losesReach(before, roles) ? [userId] : []
  const makers = [...member, ...keys.narrowed, ...keys.revoked]
  return room.stopWebhooks?.(tx, { tenantId, makers, by, requestId }) ?? []
}

/**
 * Instead of ending them with their maker: somebody else's from now on, as far as that one's roles
 * go.
 */
export function takeKeysOver(
  room: IdentityRoom,
  tx: Tx,
  { heir, ...narrowing }: Narrowing & { heir: UserId },
): NarrowedKeys {
  const keys = narrowKeys(room, tx, { ...narrowing, leaves: true })
  handKeysOver(tx, { ...narrowing, heir })
  return keys
}
