import { and, eq, gt, gte, ne, sql } from 'drizzle-orm'
import { monthOf } from '../../../base/clock.ts'
import type { ApiKeyId, DatasetId, TenantId } from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
import { prepared } from '../../../store/prepared.ts'
import type { Db } from '../../../store/tx.ts'
import { spentBelow, tallies } from '../tables.ts'

// Triggers count: the searches of a tenant in a month, what each of its keys spent in it, and when
// it last paid for something of a dataset.

export type TallyRow = typeof tallies.$inferSelect

const { placeholder } = sql

const tallyOf = prepared((db) => {
  const { tenantId, period, kind, subject, amount } = tallies
  return db
    .select({ amount })
    .from(tallies)
    .where(
      and(
        eq(tenantId, placeholder('tenantId')),
        eq(period, placeholder('period')),
        eq(kind, placeholder('kind')),
        eq(subject, placeholder('subject')),
      ),
    )
    .prepare()
})

type TenantMonth = { tenantId: TenantId; period: string }

export function countSearches(db: Db, month: TenantMonth): number {
  return tallyOf(db).get({ ...month, kind: 'searches', subject: '' })?.amount ?? 0
}

const belowOf = prepared((db) => {
  const { tenantId, period, apiKeyId, amount } = spentBelow
  return db
    .select({ amount })
    .from(spentBelow)
    .where(
      and(
        eq(tenantId, placeholder('tenantId')),
        eq(period, placeholder('period')),
        eq(apiKeyId, placeholder('apiKeyId')),
      ),
    )
    .prepare()
})

/** What a key, and all keys that come from it, spent in a month. */
export function lineSpend(db: Db, spender: TenantMonth & { apiKeyId: ApiKeyId }): Cents {
  const { apiKeyId, ...month } = spender
  const own = tallyOf(db).get({ ...month, kind: 'spent', subject: apiKeyId })?.amount ?? 0
  return cents(own + (belowOf(db).get({ ...month, apiKeyId })?.amount ?? 0))
}

/** Where what is counted of the keys that come from a key is not what their own counts give. */
export function listWrongSpends(db: Db) {
  return db.all<{ key: string; shown: number; follows: number }>(sql`
    SELECT key, sum(shown) AS shown, sum(follows) AS follows FROM (
      SELECT api_key_id || ' of ' || tenant_id || ' ' || period AS key,
        amount AS shown, 0 AS follows FROM spent_below
      UNION ALL
      SELECT ancestor_id || ' of ' || tenant_id || ' ' || period, 0, amount
      FROM tally JOIN api_key_ancestor ON api_key_ancestor.api_key_id = tally.subject
      WHERE kind = 'spent')
    GROUP BY key HAVING sum(shown) <> sum(follows)`)
}

/** What follows from the events of a month alone. */
export function listCounts(db: Db): TallyRow[] {
  return db.select().from(tallies).where(ne(tallies.kind, 'paid')).all()
}

/** Who paid for a dataset in which month, and when last. */
export function listPaid(db: Db): TallyRow[] {
  return db.select().from(tallies).where(eq(tallies.kind, 'paid')).all()
}

export type Demand = {
  datasetId: DatasetId
  /** Whose purchases do not count. */
  exceptTenantId: TenantId
  sinceMs: number
  limit: number
}

/** How many tenants paid for something of a dataset since then, up to a limit. */
export function countPayingBuyers(
  db: Db,
  { datasetId, exceptTenantId, sinceMs, limit }: Demand,
): number {
  const { tenantId, period, subject, kind, amount } = tallies
  const rows = db
    .selectDistinct({ tenantId })
    .from(tallies)
    .where(
      and(
        // Written out, not bound: the partial index is used only where its condition is literal.
        sql`${kind} = 'paid'`,
        eq(subject, datasetId),
        // An event never belongs to an earlier month than its time.
        gte(period, monthOf(sinceMs)),
        gt(amount, sinceMs),
        ne(tenantId, exceptTenantId),
      ),
    )
    .limit(limit)
    .all()
  return rows.length
}
