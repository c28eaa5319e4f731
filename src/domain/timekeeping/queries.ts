import type { Db, Tx } from '../../store/tx.ts'
import { lastAuditAtMs } from '../audit/index.ts'
import type { Pause } from './readings.ts'
import { clockStates } from './tables.ts'

export function findPause(db: Db): Pause | undefined {
  const row = findState(db)
  if (!row || row.pausedReason === null) return undefined
  if (row.shownAtMs === null || row.expectedAtMs === null) return undefined
  const { pausedReason: reason, shownAtMs, expectedAtMs } = row
  return { reason, shownAtMs, expectedAtMs }
}

export function findSeenAtMs(db: Db): number | undefined {
  return findState(db)?.seenAtMs
}

/**
 * Of what was recorded last, not of all: a time that was recorded while the clock was wrong counts
 * only until something is recorded after it.
 */
export function newestTimeOnRecord(db: Db): number | undefined {
  const times = [findSeenAtMs(db), lastAuditAtMs(db)].filter((at) => at !== undefined)
  return times.length === 0 ? undefined : Math.max(...times)
}

export type ClockState = Omit<typeof clockStates.$inferSelect, 'clockStateNo'>

export function putState(tx: Tx, state: ClockState): void {
  tx.insert(clockStates)
    .values({ clockStateNo: 1, ...state })
    .onConflictDoUpdate({ target: clockStates.clockStateNo, set: state })
    .run()
}

function findState(db: Db): ClockState | undefined {
  return db.select().from(clockStates).get()
}
