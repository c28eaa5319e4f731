import { PaymentRequired } from '../../../base/errors.ts'
import type { ApiKeyId, TenantId } from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import type { Db } from '../../../store/tx.ts'
import type { KeyInLine } from '../../principal.ts'
import { nextMonthMs } from '../credits/allowance.ts'
import { creditsOf } from '../credits/credits.ts'
import { periodOf } from '../record-event.ts'
import { lineSpend } from './tallies.ts'

/** Who pays: a tenant, through a key that may have a budget, as may those that it comes from. */
export type Payer = {
  readonly tenantId: TenantId
  readonly apiKeyId?: ApiKeyId | null | undefined
  readonly line?: readonly Pick<KeyInLine, 'apiKeyId' | 'monthlyBudgetCredits'>[] | undefined
}

export type Spending = {
  readonly requiredCredits: Cents
  readonly operation: string
  /** What is said when the balance is too low. */
  readonly message: string
  readonly nowMs: number
  /** What the tenant has, where it was read already. */
  readonly availableCredits?: Cents | undefined
}

/**
 * Throws PaymentRequired `insufficient_credits` when the price is above what the tenant has, or
 * above what is left, in this UTC month, of the budget of the key or of one that it comes from.
 */
export function requireFunds(db: Db, payer: Payer, spending: Spending): void {
  const { requiredCredits, operation, message, nowMs } = spending
  if (requiredCredits === 0) return
  const { availableCredits = creditsOf(db, payer.tenantId) } = spending
  if (availableCredits < requiredCredits) {
    const { tenantId } = payer
    const problem = { operation, requiredCredits, availableCredits, message, tenantId }
    throw new PaymentRequired({ code: 'insufficient_credits', ...problem })
  }
  const budget = shortBudget(db, payer, spending)
  if (!budget) return
  const { apiKeyId, ...figures } = budget
  const { limitCredits, spentCredits } = figures
  const isOwn = apiKeyId === payer.apiKeyId
  throw new PaymentRequired({
    code: 'insufficient_credits',
    operation,
    requiredCredits,
    availableCredits,
    budget: figures,
    resetAtMs: nextMonthMs(nowMs),
    message:
      `${isOwn ? 'This key' : 'The key that this one comes from'} may spend ${limitCredits} ` +
      `credits a month${isOwn ? ' and' : ', with all that come from it, and'} has spent ` +
      `${spentCredits}; this needs ${requiredCredits}.`,
  })
}

/** The nearest budget that is too small: what a key may spend, all that come from it may spend. */
function shortBudget(db: Db, { tenantId, line = [] }: Payer, spending: Spending) {
  const limited = line.filter((key) => key.monthlyBudgetCredits !== null)
  if (limited.length === 0) return undefined
  const period = periodOf(db, spending.nowMs)
  for (const { apiKeyId, monthlyBudgetCredits } of limited) {
    const limitCredits = monthlyBudgetCredits as Cents
    const spentCredits = lineSpend(db, { tenantId, apiKeyId, period })
    if (spentCredits + spending.requiredCredits > limitCredits) {
      return { apiKeyId, limitCredits, spentCredits }
    }
  }
  return undefined
}
