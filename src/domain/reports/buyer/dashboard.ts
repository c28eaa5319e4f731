import { type Cents, cents } from '../../../base/money.ts'
import type { Plan } from '../../identity/index.ts'
import type { Reader, ReportsRoom } from '../room.ts'
import { countDownloads, countKeys, sumSpend } from './queries.ts'

export type BuyerDashboard = {
  readonly apiKeyCount: number
  readonly activeApiKeyCount: number
  readonly availableCredits: Cents
  readonly plan: Plan
  /** Searches a month; null is without limit. */
  readonly searchAllowance: number | null
  readonly searchesThisMonth: number
  readonly downloadsThisMonth: number
  readonly spendThisMonthCredits: Cents
}

/** The tenant's keys, credits and use in this UTC month. */
export function buyerDashboard(room: ReportsRoom, { tenantId }: Reader): BuyerDashboard {
  const { store, clock, ledger, identity } = room
  const { db } = store
  const nowMs = clock.nowMs()
  const { limit, used, resetAtMs } = ledger.searchAllowance(db, tenantId, nowMs)
  const month = { tenantId, apiKeyId: undefined, fromMs: monthStartMs(nowMs), toMs: resetAtMs }
  const keys = countKeys(db, { tenantId, nowMs })
  const spent = sumSpend(db, month, 'day').reduce((sum, row) => sum + row.cents, 0)
  return {
    apiKeyCount: keys.all,
    activeApiKeyCount: keys.active,
    availableCredits: ledger.creditsOf(db, tenantId),
    plan: identity.tenant(db, tenantId).plan,
    searchAllowance: limit,
    searchesThisMonth: used,
    downloadsThisMonth: countDownloads(db, month),
    spendThisMonthCredits: cents(spent),
  }
}

function monthStartMs(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
}
