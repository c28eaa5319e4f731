import type { Db } from '../../../store/tx.ts'
import type { VerifyProblem } from '../verify/report.ts'
import { listRatedPassages } from './queries.ts'

const sliceRows = 500

/** Nobody reads for nothing what a retrieval does not say was paid for. */
export function* verifyRatedPassages(db: Db): Generator<VerifyProblem[]> {
  let after: Parameters<typeof listRatedPassages>[1]['after'] = {
    buyerTenantId: '' as 'tnt_',
    passageId: '' as 'psg_',
  }
  for (;;) {
    const rows = listRatedPassages(db, { after, limit: sliceRows })
    yield rows
      .filter(({ wasPaid }) => !wasPaid)
      .map(({ buyerTenantId, passageId }) => ({
        check: 'rated_passage',
        seq: null,
        message: `${passageId} counts as paid by ${buyerTenantId} and was not then`,
      }))
    const last = rows.at(-1)
    if (!last || rows.length < sliceRows) return
    after = last
  }
}
