import type { Chain } from '../domain/chain/index.ts'
import type { Ledger } from '../domain/ledger/index.ts'
import type { Wallets } from '../domain/wallet/index.ts'
import * as limits from './limits.ts'
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
  const recordHead = async () => {
    const head = await ledger.keepHead()
    if (head) await chain.recordHead(head)
  }
  return [
    { name: 'bill-plans', everyMs: limits.billPlansEveryMs, slice: once(ledger.billPlans) },
    { name: 'settle-month', everyMs: limits.settleMonthEveryMs, slice: once(ledger.settleDue) },
    {
      name: 'release-payouts',
      everyMs: limits.releasePayoutsEveryMs,
      slice: async () => (await ledger.releaseDue()) > 0,
    },
    // What was looked at is not due again at once: no second slice.
    {
      name: 'resume-payments',
      everyMs: limits.resumePaymentsEveryMs,
      slice: once(ledger.resumePayments),
    },
    { name: 'keep-head', everyMs: limits.keepHeadEveryMs, slice: once(ledger.keepHead) },
    { name: 'record-head', everyMs: limits.recordHeadEveryMs, slice: once(recordHead) },
    { name: 'watch-deposits', everyMs: limits.watchDepositsEveryMs, slice: wallet.watchDeposits },
  ]
}

/** A slice after which nothing is left to do until it is due again. */
function once(run: () => Promise<unknown>): Chore['slice'] {
  return async () => {
    await run()
    return false
  }
}
