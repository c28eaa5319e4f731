import { type Cents, cents } from '../../../base/money.ts'
import type { Plan } from '../../identity/index.ts'
import type { Reader, ReportsRoom } from '../room.ts'
import { countDownloads, countKeys, countSearches, sumSpend } from './queries.ts'
import { whoseHistory } from './whose.ts'

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

/**
 * Keys, credits and use in this UTC month, of the tenant; for a key with an allow-list its own.
 * What is left of credits and allowance is the tenant's for all of them: every search tells it.
 */
export async function buyerDashboard(room: ReportsRoom, reader: Reader): Promise<BuyerDashboard> {
  const { tenantId, apiKeyId } = whoseHistory(reader)
  const { store, clock, ledger, identity } = room
  const { db } = store
  const nowMs = clock.nowMs()
  const { limit, used, resetAtMs } = ledger.searchAllowance(db, tenantId, nowMs)
  const month = { tenantId, apiKeyId, fromMs: monthStartMs(nowMs), toMs: resetAtMs }
  const keys = countKeys(db, { tenantId, apiKeyId, nowMs })
  const rows = await sumSpend(room.reading, month, 'day')
  const spent = rows.reduce((sum, row) => sum + row.cents, 0)
  return {
    apiKeyCount: keys.all,
    activeApiKeyCount: keys.active,
    availableCredits: ledger.creditsOf(db, tenantId),
    plan: identity.tenant(db, tenantId).plan,
    searchAllowance: limit,
    searchesThisMonth: apiKeyId === undefined ? used : countSearches(db, month),
    downloadsThisMonth: countDownloads(db, month),
    spendThisMonthCredits: cents(spent),
  }
}

function monthStartMs(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
}
