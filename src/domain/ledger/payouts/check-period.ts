import { setImmediate } from 'node:timers/promises'
import type { SQL } from 'drizzle-orm'
import type { TenantId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import { providersPerSlice, verifyProblemsMax, verifySliceRows } from '../limits.ts'
import type { PayoutState } from '../payout.ts'
import type { LedgerRoom } from '../room.ts'
import type { VerifyProblem } from '../verify/report.ts'
import { amountsOf } from './amounts.ts'
import { earnedOf } from './earned.ts'
import * as months from './month-queries.ts'
import { listClosedPeriods } from './queries.ts'
import { watchSettling } from './settling.ts'

/** A check that asks as it goes: whoever takes it through answers each question with its rows. */
type Check = Generator<SQL | VerifyProblem[], void, unknown[]>

/** The same for every month that was settled. */
export function* checkClosedPeriods(db: Db): Generator<VerifyProblem[]> {
  for (const period of listClosedPeriods(db)) yield* checkPeriod(db, period)
}

/**
 * Works out every statement of a month again from its metered events and refunds, in slices: the
 * gross, the provider's part, what was taken back, what is held and released, and the account that
 * it is paid from.
 */
export function* checkPeriod(db: Db, period: string): Generator<VerifyProblem[]> {
  const check = checkMonth(db, period)
  for (let step = check.next(); !step.done; ) {
    const { value } = step
    yield Array.isArray(value) ? value : []
    step = check.next(Array.isArray(value) ? [] : db.all(value))
  }
}

/** The same by the thread that reads. */
export async function checkPeriodGently(
  { reading, store: { db } }: Pick<LedgerRoom, 'reading' | 'store'>,
  period: string,
): Promise<VerifyProblem[]> {
  const problems: VerifyProblem[] = []
  const check = checkMonth(db, period)
  for (let step = check.next(); !step.done; ) {
    const { value } = step
    if (Array.isArray(value)) {
      problems.push(...value.slice(0, verifyProblemsMax - problems.length))
      await setImmediate()
    }
    step = check.next(Array.isArray(value) ? [] : await reading.all(value))
  }
  return problems
}

function* checkMonth(db: Db, period: string): Check {
  for (let after = ''; ; ) {
    const page = { after, limit: providersPerSlice }
    const asked = months.checkedMonthsOf(page, { period, eventsMax: verifySliceRows })
    const wasBeingSettled = watchSettling(db, period)
    const found = (yield asked) as months.CheckedRow[]
    // What is closed and has no statement yet lacks none while it is settled.
    const rows = wasBeingSettled() ? found.map((row) => ({ ...row, isClosed: 0 as const })) : found
    const problems: VerifyProblem[] = []
    for (const row of rows) {
      for (const message of yield* checkProvider(row, period)) {
        const about = `${row.tenantId} ${period} ${message}`
        problems.push({ check: 'payout_statement', seq: null, message: about })
      }
    }
    yield problems
    const last = rows.at(-1)
    if (last === undefined || rows.length < providersPerSlice) return
    after = last.tenantId
  }
}

/** All of one moment but the events, of which those that came later are left out. */
function* checkProvider(
  row: months.CheckedRow,
  period: string,
): Generator<SQL, string[], unknown[]> {
  const running = earnedOf(row)
  const progress = row.status === null ? [] : checkProgress(row, row.status)
  const sums = yield* sumOfEvents(row, period)
  const gross = sums.grossCents - row.backCents
  const seller = sums.sellerCents - row.backOfProviderCents
  const problems: string[] = []
  if (running.grossCents !== gross || running.sellerCents !== seller) {
    problems.push(`has running sums of ${running.grossCents}, its events give ${gross}`)
  }
  if (row.status === null) {
    return row.isClosed && gross > 0 ? [...problems, 'has no statement'] : problems
  }
  if (row.grossCents !== gross) {
    problems.push(`shows gross ${row.grossCents}, its events give ${gross}`)
  }
  if (row.sellerCents !== seller) {
    problems.push(`shows ${row.sellerCents} for the provider, its events give ${seller}`)
  }
  return [...problems, ...progress]
}

type FirstSums = [shareBp: number, n: number, last: number, grossCents: number, sellerCents: number]

/** Some at a time: a provider may have sold more in a month than anybody else should wait for. */
function* sumOfEvents(
  { tenantId, upTo, firstSums }: { tenantId: TenantId; upTo: number; firstSums: string },
  period: string,
): Generator<SQL, { grossCents: number; sellerCents: number }, unknown[]> {
  const sums = { grossCents: 0, sellerCents: 0 }
  const add = (some: months.SumOfCharges) => {
    sums.grossCents += some.grossCents
    sums.sellerCents += some.sellerCents
    return some.n < verifySliceRows ? undefined : some.last
  }
  for (const [shareBp, n, last, grossCents, sellerCents] of JSON.parse(firstSums) as FirstSums[]) {
    let after = add({ n, last, grossCents, sellerCents })
    while (after !== undefined) {
      const range = { after, upTo, limit: verifySliceRows }
      const [some] = yield months.sumOfCharges({ tenantId, period, shareBp }, range)
      after = add(some as months.SumOfCharges)
    }
  }
  return sums
}

function checkProgress(row: months.CheckedRow, status: PayoutState): string[] {
  const problems: string[] = []
  const { sellerCents, posted, held } = row
  const takenBack = status === 'reversed' ? sellerCents : row.refundedCents
  if (row.reversedCents !== takenBack) {
    problems.push(`shows ${row.reversedCents} taken back, its refunds give ${takenBack}`)
  }
  const { heldCents, releasedCents } = amountsOf(status, { sellerCents, reversedCents: takenBack })
  if (row.heldCents !== heldCents || row.releasedCents !== releasedCents) {
    problems.push(`is ${status} and shows other amounts than ${heldCents} and ${releasedCents}`)
  }
  const left = status === 'paid' || status === 'reversed' ? 0 : sellerCents - takenBack
  const aside = status === 'processing' ? left : 0
  if (posted !== left || held !== aside) {
    problems.push(`is ${status} and has ${posted} of ${left}, ${held} of ${aside} set aside`)
  }
  return problems
}
