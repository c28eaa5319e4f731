import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../../store/tx.ts'
import { verifyProblemsMax } from '../limits.ts'
import { verifyRatedPassages } from '../metering/verify-rated-passages.ts'
import { checkClosedPeriods } from '../payouts/check-period.ts'
import { verifyPlans } from '../plans/verify-plans.ts'
import { verifyHeads } from '../proofs/verify-heads.ts'
import { verifyPayments } from '../x402/verify-payments.ts'
import type { VerifyPart, VerifyProblem, VerifyReport } from './report.ts'
import { verifyEvents } from './verify-events.ts'
import { verifyTransfers } from './verify-transfers.ts'

/**
 * Checks the whole ledger in slices, with a chance to do something else after each `next()`.
 * On the writing connection it may be interleaved with writes; on any other one the caller keeps
 * a read transaction open around it, or rows and balances come from two different moments.
 */
export function* verifySlices(db: Db, parts: VerifyPart[] = []): Generator<void, VerifyReport> {
  const problems: VerifyProblem[] = []
  const none = { transfers: 0, head: Buffer.alloc(32), events: 0 }
  const { transfers, head } = yield* collect(verifyTransfers(db), problems, none)
  const { events } = yield* collect(verifyEvents(db), problems, none)
  for (const part of [...ownParts, ...parts]) {
    yield* collect(part(db)[Symbol.iterator](), problems, undefined)
  }
  const ok = problems.length === 0
  return { ok, transfers, events, head: head.toString('hex'), problems }
}

/** The same in one go. */
export function verifyLedger(db: Db, parts: VerifyPart[] = []): VerifyReport {
  const slices = verifySlices(db, parts)
  for (;;) {
    const { done, value } = slices.next()
    if (done) return value
  }
}

/** The same, letting other work run after each slice. For the writing connection only. */
export async function verifyGently(db: Db, parts: VerifyPart[] = []): Promise<VerifyReport> {
  const slices = verifySlices(db, parts)
  for (;;) {
    const { done, value } = slices.next()
    if (done) return value
    await setImmediate()
  }
}

/** What follows from transfers and events: passages and plans paid, statements, signed heads. */
const ownParts: VerifyPart[] = [
  ...[verifyRatedPassages, verifyPlans, checkClosedPeriods, verifyHeads, verifyPayments],
]

/**
 * A value that nobody could have written stops the arithmetic of a check: that is a problem like
 * any other, and the checks after it go on. What the file itself refuses is no matter of the books.
 */
function* collect<R>(
  slices: Iterator<VerifyProblem[], R>,
  problems: VerifyProblem[],
  otherwise: NoInfer<R>,
): Generator<void, R> {
  for (;;) {
    let step: IteratorResult<VerifyProblem[], R>
    try {
      step = slices.next()
    } catch (error) {
      const { name, message } = error as Error
      if (name === 'SqliteError') throw error
      problems.push({ check: 'ledger', seq: null, message: `cannot be worked out: ${message}` })
      return otherwise
    }
    if (step.done) return step.value
    problems.push(...step.value.slice(0, verifyProblemsMax - problems.length))
    yield
  }
}
