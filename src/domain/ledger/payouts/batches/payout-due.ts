import { sql } from 'drizzle-orm'
import { type Cents, cents } from '../../../../base/money.ts'
import { type Principal, requirePlatformAdmin } from '../../../identity/index.ts'
import type { LedgerRoom } from '../../room.ts'

export type Amount = { payments: number; totalCents: Cents }

export type PayoutDue = {
  /** What the next batch takes, two hundred of it at most, and what it takes if it is told to. */
  readonly approved: Amount
  readonly failed: Amount
  /** What waits for an account, and what for the end of a dispute. */
  readonly withoutAccount: Amount
  readonly disputed: Amount
}

type Row = { status: string; disputed: number; known: number; payments: number; cents: number }

/**
 * How much the next batch would be, by the conditions that make it. Throws Forbidden unless a
 * platform admin asks.
 */
export async function payoutDue(room: LedgerRoom, principal: Principal): Promise<PayoutDue> {
  requirePlatformAdmin(principal)
  const rows = await room.reading.all<Row>(sql`
    SELECT status, disputed, known, count(*) AS payments, sum(cents) AS cents FROM (
      SELECT status, held_cents + released_cents AS cents,
        EXISTS (SELECT 1 FROM dispute WHERE dispute.provider_tenant_id = statement.tenant_id
          AND dispute.period = progress.period AND dispute.state = 'open') AS disputed,
        EXISTS (SELECT 1 FROM payout_account
          WHERE payout_account.tenant_id = statement.tenant_id) AS known
      FROM payout_statement AS statement JOIN payout_progress AS progress
        USING (payout_statement_id)
      WHERE (status IN ('approved', 'failed') OR status = 'held' AND hold_reason IS NULL)
        AND held_cents + released_cents > 0 AND release_at <= ${room.clock.nowMs()})
    GROUP BY status, disputed, known`)
  const of = (is: (row: Row) => boolean): Amount => {
    const some = rows.filter(is)
    return {
      payments: some.reduce((sum, row) => sum + row.payments, 0),
      totalCents: cents(some.reduce((sum, row) => sum + row.cents, 0)),
    }
  }
  const isReady = (row: Row) => !row.disputed && Boolean(row.known)
  return {
    approved: of((row) => isReady(row) && row.status === 'approved'),
    failed: of((row) => isReady(row) && row.status === 'failed'),
    withoutAccount: of((row) => !row.disputed && !row.known),
    disputed: of((row) => Boolean(row.disputed)),
  }
}
