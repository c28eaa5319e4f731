import type { Db } from '../../../store/tx.ts'
import { verifySliceRows } from '../limits.ts'
import type { VerifyProblem } from '../verify/report.ts'
import { listHeadsAfter } from './queries.ts'
import { isOperatorsKey, type Signer } from './signer.ts'

/**
 * Every head was signed with a key that the sealed ring names: whoever has the database alone can
 * sign it anew with a key of his own, and write that key into it.
 */
export function* verifySigners(signer: Signer, db: Db): Generator<VerifyProblem[]> {
  let after = 0
  for (;;) {
    const heads = listHeadsAfter(db, { after, limit: verifySliceRows })
    yield heads
      .filter(({ publicKey, signedAt: atMs }) => !isOperatorsKey(signer, { publicKey, atMs }))
      .map(({ headNo: seq }) => {
        return {
          check: 'ledger_head',
          seq,
          message: "was signed with a key that is not the ring's",
        }
      })
    after = heads.at(-1)?.headNo ?? after
    if (heads.length < verifySliceRows) return
  }
}
