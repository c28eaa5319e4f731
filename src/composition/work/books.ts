import { type Clock, monthOf, monthStartMs } from '../../base/clock.ts'
import type { Config } from '../../config.ts'
import type { ChainReport } from '../../domain/chain/index.ts'
import type { Earned, VerifyProblem, VerifyReport } from '../../domain/ledger/index.ts'
import type { Rooms } from '../../domain/rooms.ts'
import { doneWith, wrong } from './done.ts'
import type { Doing } from './open-works.ts'

export type BookNeeds = {
  config: Config
  clock: Clock
  rooms: Pick<Rooms, 'ledger' | 'chain'>
  verifyLedger: () => Promise<VerifyReport>
  verifyChain: () => Promise<ChainReport>
}

type Kinds = 'ledger_verify' | 'chain_verify' | 'settle' | 'settle_check' | 'settle_preview'

/** What settles the books, and what checks them. */
export function bookOperations({
  clock,
  rooms,
  verifyLedger,
  verifyChain,
}: BookNeeds): Pick<Doing, Kinds> {
  const { ledger, chain } = rooms
  const lastMonth = () => monthOf(monthStartMs(monthOf(clock.nowMs()), -1))
  return {
    async ledger_verify() {
      const { problems, transfers, events, head } = await verifyLedger()
      return doneWith(problems.map(ofBooks), { transfers, events, head })
    },
    async chain_verify() {
      const { problems, blocks, records, head } = await verifyChain()
      const facts = { chain_id: chain.chainId, blocks, records, head }
      return doneWith(problems.map(ofChain), facts)
    },
    async settle({ options: { period = lastMonth() }, signal }) {
      const { isNew, statements, sellerCents, isWhole } = await ledger.settlePeriod(period, signal)
      const facts = { period, is_new: isNew, statements, seller_credits: sellerCents }
      return doneWith([], { ...facts, stopped: !isWhole })
    },
    async settle_check({ options: { period = lastMonth() } }) {
      return doneWith((await ledger.checkPeriod(period)).map(ofBooks), { period })
    },
    async settle_preview({ options: { period = lastMonth() } }) {
      const problems = await ledger.checkPeriod(period)
      return doneWith(problems.map(ofBooks), {
        period,
        ...foreseen(await ledger.previewPeriod(period)),
      })
    },
  }
}

/** What comes of works is asked for again and again: of the providers those who earned most. */
const providersShown = 100

function foreseen(earned: readonly Earned[]) {
  const sumOf = (part: 'grossCents' | 'sellerCents') =>
    earned.reduce((sum, one) => sum + one[part], 0)
  const byEarned = (a: Earned, b: Earned) =>
    b.sellerCents - a.sellerCents || b.grossCents - a.grossCents
  const most = earned.toSorted(byEarned).slice(0, providersShown)
  return {
    statements: earned.length,
    gross_credits: sumOf('grossCents'),
    seller_credits: sumOf('sellerCents'),
    providers: most.map(({ tenantId, grossCents, sellerCents }) => ({
      tenant_id: tenantId,
      gross_credits: grossCents,
      seller_credits: sellerCents,
    })),
  }
}

function ofBooks({ check, seq, message }: VerifyProblem) {
  const remedy = 'See /docs/manual/money.'
  return wrong(check, { message: `${seq ?? ''} ${message}`.trim(), remedy })
}

function ofChain({ height, message }: ChainReport['problems'][number]) {
  const said = height === null ? message : `block ${height}: ${message}`
  return wrong('chain', { message: said, remedy: 'See /docs/manual/proofs.' })
}
