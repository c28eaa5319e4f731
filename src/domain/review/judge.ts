import type { TenantId } from '../../base/ids.ts'
import type { AuditActor } from '../audit/index.ts'
import { actorOf } from '../principal.ts'
import { type Reviewer, requireReviewer } from './room.ts'

/** Who decides, in the words of the audit log, and which tenant's uploads would be its own. */
export type Judge = { actor: AuditActor; tenantId: TenantId | null }

/** A platform admin. Throws Forbidden for anybody else. */
export function judgeOf(principal: Reviewer): Judge {
  requireReviewer(principal)
  return { actor: actorOf(principal), tenantId: principal.tenantId }
}

/** Whoever may open the data folder: the command line. */
export const operator: Judge = { actor: { type: 'operator', id: null }, tenantId: null }
