import type { Db } from '../../../store/tx.ts'
import { listTransfersOfGroups } from '../queries.ts'
import type { VerifyProblem } from '../verify/report.ts'
import { planTransferId } from './plan-fee.ts'
import { listPlanMonths } from './queries.ts'

const sliceRows = 500

/** Every month that is said to be paid was paid its fee, and no other was. */
export function* verifyPlans(db: Db): Generator<VerifyProblem[]> {
  const months = listPlanMonths(db)
  for (let at = 0; at < months.length; at += sliceRows) {
    const slice = months.slice(at, at + sliceRows)
    const transfers = listTransfersOfGroups(db, slice.map(planTransferId))
    const paid = new Map(transfers.map((row) => [row.groupId, row.amountMinor]))
    yield slice.flatMap((month) => {
      const due = month.state === 'paid' ? month.feeCents : 0
      const was = paid.get(planTransferId(month)) ?? 0
      if (was === due) return []
      const message = `${month.tenantId} ${month.period} is ${month.state} and paid ${was}`
      return [{ check: 'plan_month', seq: null, message }]
    })
  }
}
