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
  /** They wait or run. */
  readonly jobsOpen: number
  readonly jobsDue: number
  readonly oldestDueAt: number | null
  /** Among those that are remembered. */
  readonly jobsFailed: number
  /** Each was tried three times: the next one in line would not be sent either. */
  readonly lettersUnsent: number
  readonly webhooksDisabled: number
  /** Let in by somebody or not (OAuth). */
  readonly programsRegistered: number
  /** Let in by somebody, and not ended since. */
  readonly programsConnected: number
}

const soonMs = 24 * 3_600_000

/** Counts it in the thread that reads. */
export function attention({ reading, clock }: ReportsRoom): Promise<Attention> {
  const nowMs = clock.nowMs()
  const files = (state: string) => sql`
    SELECT coalesce(sum(objects), 0) FROM dataset_holding
    WHERE status = 'active' AND index_state = ${state}`
  return reading.get<Attention>(sql`
    SELECT (${files('failed')}) AS filesFailed, (${files('queued')}) AS filesWaiting,
      (SELECT count(*) FROM object WHERE status = 'staged') AS reviewsWaiting,
      (SELECT count(*) FROM object
        WHERE status = 'staged' AND review_expires_at < ${nowMs + soonMs}) AS reviewsEnding,
      queued + (SELECT count(*) FROM job WHERE state = 'running') AS jobsOpen,
      due AS jobsDue, oldest AS oldestDueAt,
      (SELECT count(*) FROM job WHERE lower(state) = 'failed') AS jobsFailed,
      (SELECT count(*) FROM job WHERE lower(state) = 'queued' AND kind = 'send-mail'
        AND failures >= 3) AS lettersUnsent,
      (SELECT count(*) FROM webhook WHERE state = 'disabled') AS webhooksDisabled,
      (SELECT count(*) FROM oauth_client) AS programsRegistered,
      (SELECT count(*) FROM oauth_grant JOIN api_key USING (api_key_id)
        WHERE revoked_at IS NULL AND refresh_until > ${nowMs}) AS programsConnected
    FROM (SELECT count(*) AS queued, count(*) FILTER (WHERE run_after_at <= ${nowMs}) AS due,
        min(run_after_at) FILTER (WHERE run_after_at <= ${nowMs}) AS oldest
      FROM job WHERE state = 'queued')`)
}
