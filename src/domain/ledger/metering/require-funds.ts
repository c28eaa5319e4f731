import { PaymentRequired } from '../../../base/errors.ts'
import type { ApiKeyId, TenantId } from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
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

/**
 * What a key may still spend in this UTC month, by its own budget and by those of the keys that it
 * comes from; undefined: there is no budget.
 */
export function budgetLeft(db: Db, payer: Payer, nowMs: number): Cents | undefined {
  const left = budgetsOf(db, payer, nowMs).map(
    ({ limitCredits, spentCredits }) => limitCredits - spentCredits,
  )
  // A budget can be made smaller than what was spent.
  return left.length === 0 ? undefined : cents(Math.max(0, Math.min(...left)))
}

/** The nearest budget that is too small: what a key may spend, all that come from it may spend. */
function shortBudget(db: Db, payer: Payer, { requiredCredits, nowMs }: Spending) {
  return budgetsOf(db, payer, nowMs).find(
    ({ limitCredits, spentCredits }) => spentCredits + requiredCredits > limitCredits,
  )
}

function budgetsOf(db: Db, { tenantId, line = [] }: Payer, nowMs: number) {
  const limited = line.filter((key) => key.monthlyBudgetCredits !== null)
  if (limited.length === 0) return []
  const period = periodOf(db, nowMs)
  return limited.map(({ apiKeyId, monthlyBudgetCredits }) => ({
    apiKeyId,
    limitCredits: monthlyBudgetCredits as Cents,
    spentCredits: lineSpend(db, { tenantId, apiKeyId, period }),
  }))
}
