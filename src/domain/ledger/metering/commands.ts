import { bind } from '../../../base/bind.ts'
import type { TenantId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import { allowanceSpent, isSpent, type SearchAllowance } from '../credits/allowance.ts'
import { readableCredits } from '../credits/credits.ts'
import { chargeDownload } from '../downloads/charge-download.ts'
import { allowanceOf, recordSearch } from '../record-search.ts'
import type { LedgerRoom } from '../room.ts'
import { meterRetrieval } from './meter-retrieval.ts'
import { quotedRateCard } from './rate-card.ts'
import { recordCitation } from './record-citation.ts'
import { recordOutcome } from './record-outcome.ts'
import { budgetLeft, requireFunds } from './require-funds.ts'
import { countPayingBuyers } from './tallies.ts'

export type AllowanceCheck = {
  tenantId: TenantId
  operation: string
  nowMs: number
  /** The transaction that meters asks, too: what was read for an earlier search will do. */
  isAskedAgain?: boolean
}

/** So many searches of a tenant begin without being asked for, while it has many more left. */
const unaskedMax = 15
const manyLeft = 100
const tenantsKnownMax = 10_000

/** The part of the room that is about what was used, and what it costs. */
export function meteringCommands(room: LedgerRoom) {
  /** How many searches a tenant has made this month out of how many. Throws NotFound. */
  function searchAllowance(db: Db, tenantId: TenantId, nowMs: number): SearchAllowance {
    return allowanceOf(room, db, { tenantId, nowMs })
  }

  /** How many searches of a tenant may begin before it is asked for the next one. */
  const unasked = new Map<TenantId, number>()

  function isKnownToHaveMany(tenantId: TenantId): boolean {
    const left = unasked.get(tenantId) ?? 0
    if (left > 0) unasked.set(tenantId, left - 1)
    return left > 0
  }

  function remember(tenantId: TenantId, { limit, used }: SearchAllowance): void {
    const left = limit === null ? unaskedMax : Math.min(unaskedMax, limit - used - manyLeft)
    if (unasked.size >= tenantsKnownMax) unasked.clear()
    unasked.set(tenantId, left)
  }

  return {
    searchAllowance,
    /** Throws PaymentRequired when the tenant's searches of this month are spent. */
    requireAllowance(db: Db, { tenantId, operation, nowMs, isAskedAgain }: AllowanceCheck): void {
      if (isAskedAgain && isKnownToHaveMany(tenantId)) return
      const allowance = searchAllowance(db, tenantId, nowMs)
      remember(tenantId, allowance)
      if (!isSpent(allowance)) return
      throw allowanceSpent(allowance, {
        operation,
        availableCredits: readableCredits(db, tenantId),
      })
    },
    requireFunds,
    budgetLeft,
    ...bind(room, {
      recordSearch,
      meterRetrieval,
      chargeDownload,
      recordCitation,
      recordOutcome,
    }),
    /** By the settings; the same ones for as long as the room is open. */
    prices: room.prices,
    /** The prices in force. */
    rateCard: (db: Db) => quotedRateCard(db, room.prices),
    countPayingBuyers,
  }
}
