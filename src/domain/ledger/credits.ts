import type { TenantId } from '../../base/ids.ts'
import { type Cents, cents } from '../../base/money.ts'
import type { Db } from '../../store/tx.ts'
import { spendable } from './account.ts'
import { available } from './post.ts'
import { findAccount } from './queries.ts'

/** What a tenant can spend; 0 for one that never had anything. */
export function creditsOf(db: Db, tenantId: TenantId): Cents {
  const account = findAccount(db, spendable(tenantId))
  return cents(account ? available(account) : 0)
}
