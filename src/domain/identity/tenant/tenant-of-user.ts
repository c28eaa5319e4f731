import type { TenantId, UserId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import { findMembership } from '../account/queries.ts'

/** Where a user is a member now; null for somebody who has left. */
export function tenantOfUser(db: Db, userId: UserId): TenantId | null {
  return findMembership(db, userId)?.tenantId ?? null
}
