import { earnersAtOnce } from '../limits.ts'
import type { LedgerRoom } from '../room.ts'
import { type Earned, earnedOf } from './earned.ts'
import { type MonthRow, monthsOf } from './month-queries.ts'

/**
 * What every provider has earned in a month so far: what its statement would say now; nothing is
 * closed. It is found by the thread that reads, some providers at a time, each of one moment.
 */
export async function previewPeriod(
  { reading }: Pick<LedgerRoom, 'reading'>,
  period: string,
): Promise<Earned[]> {
  const earned: Earned[] = []
  for (let after = ''; ; ) {
    const page = { after, limit: earnersAtOnce }
    const rows = await reading.all<MonthRow>(monthsOf(page, period))
    earned.push(...rows.map(earnedOf).filter(({ grossCents }) => grossCents > 0))
    const last = rows.at(-1)
    if (last === undefined || rows.length < earnersAtOnce) return earned
    after = last.tenantId
  }
}
