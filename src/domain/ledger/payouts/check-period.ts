import type { TenantId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import { payable } from '../books/account.ts'
import { refundsBeforeSettlement, sumOfRefunds } from '../disputes/queries.ts'
import { providersPerSlice, verifySliceRows } from '../limits.ts'
import { findAccount } from '../queries.ts'
import type { VerifyProblem } from '../verify/report.ts'
import { amountsOf } from './amounts.ts'
import * as queries from './queries.ts'
import { earnedIn } from './settle-period.ts'

/** The same for every month that was settled. */
export function* checkClosedPeriods(db: Db): Generator<VerifyProblem[]> {
  for (const period of queries.listClosedPeriods(db)) yield* checkPeriod(db, period)
}

/**
 * Works out every statement of a month again from its metered events and refunds, in slices: the
 * gross, the provider's part, what was taken back, what is held and released, and the account that
 * it is paid from.
 */
export function* checkPeriod(db: Db, period: string): Generator<VerifyProblem[]> {
  const isClosed = queries.findClosedPeriod(db, period) !== undefined
  let after = ''
  for (;;) {
    const tenants = queries.listEarners(db, { after, limit: providersPerSlice })
    const problems: VerifyProblem[] = []
    for (const tenantId of tenants) {
      const messages = yield* checkProvider(db, { tenantId, period, isClosed })
      for (const message of messages) {
        const about = `${tenantId} ${period} ${message}`
        problems.push({ check: 'payout_statement', seq: null, message: about })
      }
    }
    yield problems
    const last = tenants.at(-1)
    if (last === undefined || tenants.length < providersPerSlice) return
    after = last
  }
}

type Month = { tenantId: TenantId; period: string }

/** All of one moment but the events, of which those that came later are left out. */
function* checkProvider(
  db: Db,
  { isClosed, ...month }: Month & { isClosed: boolean },
): Generator<[], string[]> {
  const statement = queries.findStatementOf(db, month)
  const early = refundsBeforeSettlement(db, month)
  const running = earnedIn(db, month)
  const progress = statement ? checkProgress(db, month, statement) : []
  const sums = yield* sumOfEvents(db, month)
  const gross = sums.grossCents - early.chargeCents
  const seller = sums.sellerCents - early.providerCents
  const problems: string[] = []
  if (running.grossCents !== gross || running.sellerCents !== seller) {
    problems.push(`has running sums of ${running.grossCents}, its events give ${gross}`)
  }
  if (!statement) return isClosed && gross > 0 ? [...problems, 'has no statement'] : problems
  if (statement.grossCents !== gross) {
    problems.push(`shows gross ${statement.grossCents}, its events give ${gross}`)
  }
  if (statement.sellerCents !== seller) {
    problems.push(`shows ${statement.sellerCents} for the provider, its events give ${seller}`)
  }
  return [...problems, ...progress]
}

/** Some at a time: a provider may have sold more in a month than anybody else should wait for. */
function* sumOfEvents(db: Db, month: Month) {
  const sums = { grossCents: 0, sellerCents: 0 }
  const upTo = queries.lastEventSeq(db)
  const limit = verifySliceRows
  for (const { providerShareBp } of queries.grossByShare(db, month)) {
    for (let after = 0; ; ) {
      const share = { ...month, providerShareBp }
      const some = queries.sumOfCharges(db, share, { after, upTo, limit })
      sums.grossCents += some.grossCents
      sums.sellerCents += some.sellerCents
      if (some.n < limit) break
      after = some.last
      yield [] as []
    }
  }
  return sums
}

function checkProgress(db: Db, month: Month, statement: queries.Statement): string[] {
  const problems: string[] = []
  const { status, sellerCents } = statement
  const refunded = sumOfRefunds(db, { ...month, source: 'payable' }).providerCents
  const takenBack = status === 'reversed' ? sellerCents : refunded
  if (statement.reversedCents !== takenBack) {
    problems.push(`shows ${statement.reversedCents} taken back, its refunds give ${takenBack}`)
  }
  const { heldCents, releasedCents } = amountsOf(status, { sellerCents, reversedCents: takenBack })
  if (statement.heldCents !== heldCents || statement.releasedCents !== releasedCents) {
    problems.push(`is ${status} and shows other amounts than ${heldCents} and ${releasedCents}`)
  }
  const { posted = 0, held = 0 } = findAccount(db, payable(month.tenantId, month.period)) ?? {}
  const left = status === 'paid' || status === 'reversed' ? 0 : sellerCents - takenBack
  const aside = status === 'processing' ? left : 0
  if (posted !== left || held !== aside) {
    problems.push(`is ${status} and has ${posted} of ${left}, ${held} of ${aside} set aside`)
  }
  return problems
}
