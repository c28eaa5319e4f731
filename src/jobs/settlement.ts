import type { Chain } from '../domain/chain/index.ts'
import type { Ledger } from '../domain/ledger/index.ts'
import type { Wallets } from '../domain/wallet/index.ts'
import {
  billPlansEveryMs,
  keepHeadEveryMs,
  recordHeadEveryMs,
  releasePayoutsEveryMs,
  resumePaymentsEveryMs,
  settleMonthEveryMs,
  watchDepositsEveryMs,
} from './limits.ts'
import type { Chore } from './schedule.ts'

/** What money wants done by the clock. Each is harmless to repeat. */
export function settlementChores({
  ledger,
  chain,
  wallet,
}: {
  chain: Pick<Chain, 'recordHead'>
  wallet: Pick<Wallets, 'watchDeposits'>
  ledger: Pick<Ledger, 'billPlans' | 'settleDue' | 'releaseDue' | 'keepHead' | 'resumePayments'>
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
    {
      name: 'resume-payments',
      everyMs: resumePaymentsEveryMs,
      // What was looked at is not due again at once: no second slice.
      async slice() {
        await ledger.resumePayments()
        return false
      },
    },
    {
      name: 'keep-head',
      everyMs: keepHeadEveryMs,
      async slice() {
        await ledger.keepHead()
        return false
      },
    },
    {
      name: 'record-head',
      everyMs: recordHeadEveryMs,
      async slice() {
        const head = await ledger.keepHead()
        if (head) await chain.recordHead(head)
        return false
      },
    },
    {
      name: 'watch-deposits',
      everyMs: watchDepositsEveryMs,
      slice: () => wallet.watchDeposits(),
    },
  ]
}
