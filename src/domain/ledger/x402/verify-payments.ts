import type { Db } from '../../../store/tx.ts'
import type { VerifyProblem } from '../verify/report.ts'
import { findPaymentOf, listPaymentTransfers, listUnmatchedPayments } from './queries.ts'

const sliceRows = 500

/** Every settled payment was credited as it says, and no other was. */
export function* verifyPayments(db: Db): Generator<VerifyProblem[]> {
  yield listUnmatchedPayments(db).map(({ transactionId }) => ({
    check: 'x402_payment',
    seq: null,
    message: `${transactionId} is settled and was credited otherwise`,
  }))
  let after = 'x402:'
  for (;;) {
    const rows = listPaymentTransfers(db, { after, limit: sliceRows })
    yield rows
      .filter(({ transferId }) => !findPaymentOf(db, transferId.slice('x402:'.length)))
      .map(({ transferId, seq }) => ({
        check: 'transfer',
        seq,
        message: `${transferId} credits a payment that there is not`,
      }))
    const last = rows.at(-1)
    if (!last || rows.length < sliceRows) return
    after = last.transferId
  }
}
