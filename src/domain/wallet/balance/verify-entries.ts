import type { Db } from '../../../store/tx.ts'
import { lamportsIn, solBalance, type VerifyProblem } from '../../ledger/index.ts'
import { verifySliceRows } from '../limits.ts'
import { listExpectedBalances } from './queries.ts'

/** The histories must lead to what the ledger says that each user has. */
export function* verifyEntries(db: Db): Generator<VerifyProblem[]> {
  let after = ''
  for (;;) {
    const expected = listExpectedBalances(db, { after, limit: verifySliceRows })
    yield expected.flatMap(({ userId, lamports }) => {
      const has = lamportsIn(db, solBalance(userId))
      if (has === lamports) return []
      const message = `${userId} has ${has} lamports, the history leads to ${lamports}`
      return [{ check: 'sol_entry', seq: null, message }]
    })
    after = expected.at(-1)?.userId ?? after
    if (expected.length < verifySliceRows) return
  }
}
