import type { RequestId, TenantId, UserId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { type AuditActor, recordAudit } from '../../audit/index.ts'
import { recordEvent } from '../../events/index.ts'
import { findMembership } from '../account/queries.ts'
import type { IdentityRoom } from '../room.ts'

type Noted = {
  userId: UserId
  action: string
  /** Undefined: the person. */
  actor?: AuditActor | undefined
  details?: Record<string, unknown>
  requestId?: RequestId | undefined
}

/** Writes down what happened to somebody's second factors. */
export function noteFactor(room: IdentityRoom, tx: Tx, noted: Noted): void {
  const { userId, action, actor, details, requestId } = noted
  recordAudit(tx, {
    atMs: room.clock.nowMs(),
    tenantId: tenantOf(tx, userId),
    actor: actor ?? { type: 'user', id: userId },
    action,
    subject: { type: 'user', id: userId },
    ...(details && { details }),
    ...(requestId && { requestId }),
  })
}

type Change = Omit<Noted, 'action'> & {
  change: 'added' | 'removed' | 'reset'
  means: 'totp' | 'passkey' | 'all'
}

/** The same of what changes by which somebody comes in: those who manage members hear of it. */
export function noteFactorChange(room: IdentityRoom, tx: Tx, noted: Change): void {
  const { change, means, userId, details } = noted
  const action = `user.second_factor_${change}`
  noteFactor(room, tx, { ...noted, action, details: { means, ...details } })
  const tenantId = tenantOf(tx, userId)
  if (tenantId === null) return
  recordEvent(tx, {
    stream: tenantId,
    type: 'member.second_factor_changed',
    atMs: room.clock.nowMs(),
    data: { user_id: userId, change, means },
  })
}

function tenantOf(tx: Tx, userId: UserId): TenantId | null {
  return findMembership(tx, userId)?.tenantId ?? null
}
