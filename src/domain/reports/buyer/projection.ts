import { monthOf, monthStartMs } from '../../../base/clock.ts'
import { type Cents, cents } from '../../../base/money.ts'
import type { Period } from '../period.ts'
import type { Reader, ReportsRoom } from '../room.ts'
import { countSearches, findSpendingPace, sumSpend } from './queries.ts'
import { whoseHistory } from './whose.ts'

export type Projection = Period & {
  readonly spentCents: Cents
  /** What the month will have cost if it goes on like this. */
  readonly projectedCents: Cents
  /** A day, over the last 30 or since the first charge in them; without plan fees. */
  readonly dailyCents: number
  readonly availableCents: Cents
  /** When the balance is spent; null: not in a hundred years. */
  readonly lastsUntilMs: number | null
  readonly searchAllowance: number | null
  readonly searches: number
  readonly projectedSearches: number
}

const dayMs = 24 * 60 * 60 * 1000
const paceDays = 30
const farDays = 36_500

/**
 * Where this UTC month is going: what was spent, and what comes if every day costs what the last
 * ones did. The balance and the allowance are the tenant's, also for a key that sees its own only.
 */
export async function projectSpend(room: ReportsRoom, reader: Reader): Promise<Projection> {
  const { store, clock, ledger, reading } = room
  const nowMs = clock.nowMs()
  const period = monthOf(nowMs)
  const month = { fromMs: monthStartMs(period), toMs: monthStartMs(period, 1) }
  const whose = whoseHistory(reader)
  const pace = { ...whose, fromMs: nowMs - paceDays * dayMs, toMs: nowMs + 1 }
  const [rows, recent] = await Promise.all([
    sumSpend(reading, { ...whose, ...month }, 'day'),
    findSpendingPace(reading, pace),
  ])
  const spent = rows.reduce((sum, row) => sum + row.cents, 0)
  const days = Math.max(1, (nowMs - (recent.sinceMs ?? nowMs)) / dayMs)
  const daily = Math.max(0, recent.cents) / days
  const left = (month.toMs - nowMs) / dayMs
  const available = ledger.creditsOf(store.db, whose.tenantId)
  const { limit, used } = ledger.searchAllowance(store.db, whose.tenantId, nowMs)
  const lastsDays = daily > 0 ? Math.max(0, available) / daily : farDays
  const searches =
    whose.apiKeyId === undefined ? used : countSearches(store.db, { ...whose, ...month })
  const passed = Math.max(dayMs, nowMs - month.fromMs)
  return {
    ...month,
    spentCents: cents(spent),
    projectedCents: cents(spent + Math.round(daily * left)),
    dailyCents: Math.round(daily),
    availableCents: available,
    lastsUntilMs: lastsDays < farDays ? Math.round(nowMs + lastsDays * dayMs) : null,
    searchAllowance: limit,
    searches,
    projectedSearches: Math.round((searches * (month.toMs - month.fromMs)) / passed),
  }
}
