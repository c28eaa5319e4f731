import { sql } from 'drizzle-orm'
import type { ReportsRoom } from './room.ts'

/** What waits for an operator or a reviewer, in all of the marketplace. */
export type Attention = {
  readonly filesFailed: number
  /** Approved, and not indexed yet. */
  readonly filesWaiting: number
  readonly reviewsWaiting: number
  /** Within a day. */
  readonly reviewsEnding: number
  readonly jobsDue: number
  readonly oldestDueAt: number | null
  /** Among those that are remembered. */
  readonly jobsFailed: number
}

const soonMs = 24 * 3_600_000

/** Counts it in the thread that reads. */
export function attention({ reading, clock }: ReportsRoom): Promise<Attention> {
  const nowMs = clock.nowMs()
  const files = (state: string) => sql`
    SELECT coalesce(sum(objects), 0) FROM dataset_holding
    WHERE status = 'active' AND index_state = ${state}`
  const due = sql`FROM job WHERE state = 'queued' AND run_after_at <= ${nowMs}`
  return reading.get<Attention>(sql`
    SELECT (${files('failed')}) AS filesFailed, (${files('queued')}) AS filesWaiting,
      (SELECT count(*) FROM object WHERE status = 'staged') AS reviewsWaiting,
      (SELECT count(*) FROM object
        WHERE status = 'staged' AND review_expires_at < ${nowMs + soonMs}) AS reviewsEnding,
      (SELECT count(*) ${due}) AS jobsDue,
      (SELECT min(run_after_at) ${due}) AS oldestDueAt,
      (SELECT count(*) FROM job WHERE finished_at IS NOT NULL AND state = 'failed') AS jobsFailed`)
}
