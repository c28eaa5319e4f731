import type { Ledger } from '../domain/ledger/index.ts'
import { billPlansEveryMs, releasePayoutsEveryMs, settleMonthEveryMs } from './limits.ts'
import type { Chore } from './schedule.ts'

/** What money wants done by the clock. Each is harmless to repeat. */
export function settlementChores({
  ledger,
}: {
  ledger: Pick<Ledger, 'billPlans' | 'settleDue' | 'releaseDue'>
}): Chore[] {
  return [
    {
      name: 'bill-plans',
      everyMs: billPlansEveryMs,
      async slice() {
        await ledger.billPlans()
        return false
      },
    },
    {
      name: 'settle-month',
      everyMs: settleMonthEveryMs,
      async slice() {
        await ledger.settleDue()
        return false
      },
    },
    {
      name: 'release-payouts',
      everyMs: releasePayoutsEveryMs,
      slice: async () => (await ledger.releaseDue()) > 0,
    },
  ]
}
