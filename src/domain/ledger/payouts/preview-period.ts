import { setImmediate } from 'node:timers/promises'
import type { TenantId } from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import type { Db } from '../../../store/tx.ts'
import { providersPerSlice } from '../limits.ts'
import { listEarners } from './queries.ts'
import { earnedIn } from './settle-period.ts'

export type Earned = { tenantId: TenantId; grossCents: Cents; sellerCents: Cents }

/**
 * What every provider has earned in a month so far: what its statement would say now; nothing is
 * closed. Others are answered between two slices.
 */
export async function previewPeriod(db: Db, period: string): Promise<Earned[]> {
  const earned: Earned[] = []
  let after = ''
  for (;;) {
    const tenants = listEarners(db, { after, limit: providersPerSlice })
    for (const tenantId of tenants) {
      const sums = earnedIn(db, { tenantId, period })
      if (sums.grossCents > 0) earned.push({ tenantId, ...sums })
    }
    const last = tenants.at(-1)
    if (last === undefined || tenants.length < providersPerSlice) return earned
    after = last
    await setImmediate()
  }
}
