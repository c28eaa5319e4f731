import { PaymentRequired } from '../../../base/errors.ts'
import type { ApiKeyId, TenantId } from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import type { Db } from '../../../store/tx.ts'
import { nextMonthMs } from '../credits/allowance.ts'
import { creditsOf } from '../credits/credits.ts'
import { periodOf } from '../record-event.ts'
import { keySpend } from './tallies.ts'

/** Who pays: a tenant, through a key that may have a budget of its own. */
export type Payer = {
  readonly tenantId: TenantId
  readonly apiKeyId?: ApiKeyId | null | undefined
  /** Null is no budget. */
  readonly monthlyBudgetCents?: Cents | null | undefined
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
 * above what is left of the key's budget of this UTC month.
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
  const budget = budgetOf(db, payer, nowMs)
  if (!budget || budget.spentCredits + requiredCredits <= budget.limitCredits) return
  throw new PaymentRequired({
    code: 'insufficient_credits',
    operation,
    requiredCredits,
    availableCredits,
    budget,
    resetAtMs: nextMonthMs(nowMs),
    message:
      `This key may spend ${budget.limitCredits} credits a month and has spent ` +
      `${budget.spentCredits}; this needs ${requiredCredits}.`,
  })
}

function budgetOf(db: Db, payer: Payer, nowMs: number) {
  const { tenantId, apiKeyId, monthlyBudgetCents } = payer
  if (!apiKeyId || monthlyBudgetCents === null || monthlyBudgetCents === undefined) return undefined
  const spentCredits = keySpend(db, { tenantId, apiKeyId, period: periodOf(db, nowMs) })
  return { limitCredits: monthlyBudgetCents, spentCredits }
}
