import { sql } from 'drizzle-orm'
import { type Principal, requirePlatformAdmin } from '../../identity/index.ts'
import type { SignedHead } from '../../ledger/index.ts'
import type { ReportsRoom } from '../room.ts'

export type Reconciliation = {
  /** The last head that was signed and kept, and how many transfers came after it. */
  readonly head: SignedHead
  readonly transfersSince: number
  /** Of all accounts together: nothing but zero is in order. */
  readonly units: readonly { unit: string; posted: number }[]
  /** What accounts of a kind hold together; those for the months of payouts as one. */
  readonly accounts: readonly {
    unit: 'CREDIT' | 'SOL'
    kind: string
    accounts: number
    posted: number
    held: number
  }[]
  /** The settled months, the last first, and the last of those shown where there are older ones. */
  readonly months: readonly Month[]
  readonly monthsBefore: string | null
  readonly payments: readonly {
    state: 'settling' | 'settled' | 'refused' | 'unclear'
    payments: number
    credits: number
  }[]
}

type Month = {
  readonly period: string
  readonly closedAtMs: number
  readonly statements: number
  readonly grossCents: number
  readonly sellerCents: number
  readonly paidCents: number
  /** By refunds and reversals: with what was paid and is owed it makes what sellers earned. */
  readonly reversedCents: number
  /** What statements say that providers still get, and what their accounts of the month hold. */
  readonly owedCents: number
  readonly payableCents: number
}

const monthsMax = 24

/**
 * What the books say against what statements and payments say, of two years that end before a month
 * or with the last one. Throws Forbidden unless a platform admin asks.
 */
export async function reconciliation(
  { reading, ledger }: ReportsRoom,
  principal: Principal,
  { before }: { before?: string | undefined } = {},
): Promise<Reconciliation> {
  requirePlatformAdmin(principal)
  const head = ledger.lastHead()
  const [last, units, accounts, found, payments] = await Promise.all([
    reading.get<{ seq: number }>(sql`SELECT coalesce(max(seq), 0) AS seq FROM transfer`),
    reading.all<Reconciliation['units'][number]>(sql`
      SELECT unit, sum(posted) AS posted FROM account GROUP BY unit ORDER BY unit`),
    reading.all<Reconciliation['accounts'][number]>(sql`
      SELECT unit, CASE WHEN kind LIKE 'payable:%' THEN 'payable' ELSE kind END AS kind,
        count(*) AS accounts, sum(posted) AS posted, sum(held) AS held
      FROM account GROUP BY 1, 2 ORDER BY 1, 2`),
    reading.all<Month>(monthsOfBooks(before)),
    reading.all<Reconciliation['payments'][number]>(sql`
      SELECT state, count(*) AS payments, sum(credits) AS credits FROM x402_payment
      GROUP BY state ORDER BY state`),
  ])
  const transfersSince = last.seq - head.transfers.size
  const months = found.slice(0, monthsMax)
  const monthsBefore = found.length > monthsMax ? (months.at(-1)?.period ?? null) : null
  return { head, transfersSince, units, accounts, months, monthsBefore, payments }
}

/** A statement that is paid or was taken back leaves nothing on the account of its month. */
const monthsOfBooks = (before: string | undefined) => sql`
  WITH shown AS (
    SELECT period, closed_at FROM closed_period
    WHERE ${before === undefined ? sql`TRUE` : sql`period < ${before}`}
    ORDER BY period DESC LIMIT ${monthsMax + 1}
  ), said AS (
    SELECT progress.period, count(*) AS statements, sum(gross_cents) AS gross,
      sum(seller_cents) AS seller,
      sum(CASE WHEN status = 'paid' THEN seller_cents - reversed_cents ELSE 0 END) AS paid,
      sum(CASE WHEN status IN ('paid', 'reversed') THEN 0
        ELSE seller_cents - reversed_cents END) AS owed,
      sum(reversed_cents) AS reversed
    FROM payout_statement JOIN payout_progress AS progress USING (payout_statement_id)
    WHERE progress.period IN (SELECT period FROM shown)
    GROUP BY progress.period
  )
  SELECT period, closed_at AS closedAtMs, coalesce(statements, 0) AS statements,
    coalesce(gross, 0) AS grossCents, coalesce(seller, 0) AS sellerCents,
    coalesce(paid, 0) AS paidCents, coalesce(owed, 0) AS owedCents,
    coalesce(reversed, 0) AS reversedCents,
    (SELECT coalesce(sum(posted), 0) FROM account
      WHERE unit = 'CREDIT' AND kind = 'payable:' || period) AS payableCents
  FROM shown LEFT JOIN said USING (period)
  ORDER BY period DESC`
