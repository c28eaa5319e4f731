/**
 * Ledger: who owes whom what, and what was used.
 *
 * Owns accounts and transfers (double entry: every amount leaves one account and reaches another
 * of the same unit, so that all accounts together are always zero), metered events, the count of
 * searches a month, and the request ids under which searches were billed. Two hash chains, one
 * over transfers and one over events: whoever changes, removes or inserts a row breaks them.
 *
 * States of money: posted, or held and then posted or released, at most once. Nothing is ever
 * edited; a mistake is corrected by the mirror transfer. Balances are moved by triggers alone.
 *
 * Refuses: an overdraft of anybody but the world outside (PaymentRequired, or Overdrawn for a
 * single transfer), another transfer under an id that exists (Conflict), a search beyond the
 * plan's month (PaymentRequired), credits from anybody but a platform admin (Forbidden).
 *
 * Amounts are JavaScript numbers, not bigints: every money column is bounded by 2^53 - 1 in the
 * schema, so that a value which could be rounded is refused when it is written.
 * Not here: prices (delivery), subscriptions and payouts (to come).
 */
import type { Clock } from '../../base/clock.ts'
import type { TenantId } from '../../base/ids.ts'
import type { Cents } from '../../base/money.ts'
import type { Store } from '../../store/open.ts'
import type { Db, Tx } from '../../store/tx.ts'
import type { AnonymousCommand, Command } from '../command.ts'
import {
  allowanceOf,
  allowanceSpent,
  isSpent,
  type Plan,
  type SearchAllowance,
} from './allowance.ts'
import { type Balance, listBalances } from './balances.ts'
import { chargeDownload } from './charge-download.ts'
import { creditsOf } from './credits.ts'
import {
  type GrantRequest,
  grantCredits,
  grantCreditsAsOperator,
  grantWelcome,
} from './grant-credits.ts'
import { recordSearch, type SearchToMeter } from './record-search.ts'
import { type VerifyPart, verifyGently } from './verify.ts'

/** The plan of a tenant, asked of identity. Throws NotFound when there is no such tenant. */
export type PlanOf = (db: Db, tenantId: TenantId) => Plan

export type LedgerDeps = {
  store: Pick<Store, 'db'>
  clock: Clock
  settings: {
    /** What a new tenant starts with. */
    welcomeCredits: Cents
  }
  planOf: PlanOf
}

export type Ledger = ReturnType<typeof openLedger>

export function openLedger({ store, clock, settings, planOf }: LedgerDeps) {
  const context = () => ({ planOf, nowMs: clock.nowMs() })

  /** How many searches a tenant has made this month out of how many. Throws NotFound. */
  function searchAllowance(db: Db, tenantId: TenantId, nowMs: number): SearchAllowance {
    return allowanceOf(db, { tenantId, plan: planOf(db, tenantId), nowMs })
  }

  /** Throws PaymentRequired when the tenant's searches of this month are spent. */
  function requireAllowance(db: Db, check: AllowanceCheck): void {
    const { tenantId, operation, nowMs } = check
    const allowance = searchAllowance(db, tenantId, nowMs)
    if (!isSpent(allowance)) return
    throw allowanceSpent(allowance, { operation, availableCredits: creditsOf(db, tenantId) })
  }

  return {
    /** What a tenant can spend, in cents. */
    creditsOf,
    /** What every account holds. */
    balances: (): Balance[] => listBalances(store.db),
    searchAllowance,
    requireAllowance,
    chargeDownload,
    /** Meters one search; `billed` is false for a retry. Throws PaymentRequired. */
    recordSearch: (tx: Tx, search: SearchToMeter) =>
      recordSearch(tx, planOf(tx, search.tenantId), search),
    grantCredits: (cmd: Command, request: GrantRequest) => grantCredits(cmd, request, context()),
    grantCreditsAsOperator: (cmd: AnonymousCommand, request: GrantRequest) =>
      grantCreditsAsOperator(cmd, request, context()),
    /** The credits that a new tenant starts with; once per tenant. */
    grantWelcome: (tx: Tx, tenantId: TenantId) =>
      grantWelcome(tx, { tenantId, credits: settings.welcomeCredits, nowMs: clock.nowMs() }),
    /** Checks the whole ledger, and what other rooms add, between the other work of the process. */
    verify: (parts: VerifyPart[] = []) => verifyGently(store.db, parts),
  }
}

export type AllowanceCheck = { tenantId: TenantId; operation: string; nowMs: number }

export type { Plan, SearchAllowance } from './allowance.ts'
export type { Balance } from './balances.ts'
export { type DownloadCharge, downloadEventId } from './charge-download.ts'
export { type DownloadEvent, downloadEventsAfter, downloadEventsOf } from './download-events.ts'
export type { CreditGrant, GrantRequest } from './grant-credits.ts'
export { grantMaxCredits, grantMinCredits, grantReasonMaxChars, providerShareBp } from './limits.ts'
export { type PayoutState, payoutStates } from './payout.ts'
export { Overdrawn, post, type TransferRequest } from './post.ts'
export type { SearchToMeter } from './record-search.ts'
export {
  type VerifyPart,
  type VerifyProblem,
  type VerifyReport,
  verifyGently,
  verifyLedger,
  verifySlices,
} from './verify.ts'
