import type { TenantId } from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
import type { Db } from '../../../store/tx.ts'
import { accountText, spendable } from '../books/account.ts'
import { type Accounts, available } from '../books/post.ts'
import { findAccount } from '../queries.ts'

/** What a tenant can spend; 0 for one that never had anything. */
export function creditsOf(db: Db, tenantId: TenantId): Cents {
  const account = findAccount(db, spendable(tenantId))
  return cents(account ? available(account) : 0)
}

/** The same, among accounts that were read. */
export function creditsAmong(accounts: Accounts, tenantId: TenantId): Cents {
  const account = accounts.get(accountText(spendable(tenantId)))
  return cents(account ? available(account) : 0)
}

/**
 * The same for a refusal, which must not fail over it: undefined when the balance cannot be read,
 * so that the caller tries again instead of topping up. (spec 2.1, PaymentRequired)
 */
export function readableCredits(db: Db, tenantId: TenantId): Cents | undefined {
  try {
    return creditsOf(db, tenantId)
  } catch {
    return undefined
  }
}
