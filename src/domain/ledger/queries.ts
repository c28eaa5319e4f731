import { and, asc, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { TenantId } from '../../base/ids.ts'
import { type Cents, cents } from '../../base/money.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { placeholdersOf, prepared } from '../prepared.ts'
import { type AccountName, mayGoNegative } from './account.ts'
import { genesis } from './chain.ts'
import {
  accounts,
  billedSearches,
  closedPeriods,
  meterEvents,
  searchCounts,
  transfers,
} from './tables.ts'

export type AccountRow = typeof accounts.$inferSelect
export type TransferRow = typeof transfers.$inferSelect
export type MeterEventRow = typeof meterEvents.$inferSelect

// Accounts

const { placeholder } = sql

const accountByName = prepared((db) =>
  db
    .select()
    .from(accounts)
    .where(
      and(
        eq(accounts.unit, placeholder('unit')),
        eq(accounts.owner, placeholder('owner')),
        eq(accounts.kind, placeholder('kind')),
      ),
    )
    .prepare(),
)

export function findAccount(db: Db, name: AccountName): AccountRow | undefined {
  return accountByName(db).get({ ...name })
}

export function insertAccount(tx: Tx, name: AccountName): AccountRow {
  const { unit, owner, kind } = name
  const row = { unit, owner, kind, mayGoNegative: mayGoNegative(name) }
  return tx.insert(accounts).values(row).returning().get()
}

export function listAccounts(db: Db): AccountRow[] {
  return db.select().from(accounts).orderBy(asc(accounts.accountId)).all()
}

/** Rows after this one, so many at most. */
export type Page = { seq: number; limit: number }

// Transfers

const lastTransfer = prepared((db) => {
  const { seq, hash } = transfers
  return db.select({ seq, hash }).from(transfers).orderBy(desc(seq)).prepare()
})

/** Number and hash of the last transfer; the start of the chain when there is none. */
export function findHead(db: Db): { seq: number; hash: Buffer } {
  return lastTransfer(db).get() ?? { seq: 0, hash: genesis }
}

const transferById = prepared((db) =>
  db
    .select()
    .from(transfers)
    .where(eq(transfers.transferId, placeholder('transferId')))
    .prepare(),
)

export function findTransfer(db: Db, transferId: string): TransferRow | undefined {
  return transferById(db).get({ transferId })
}

export function findHold(db: Db, seq: number): TransferRow | undefined {
  return db
    .select()
    .from(transfers)
    .where(and(eq(transfers.seq, seq), eq(transfers.phase, 'hold')))
    .get()
}

const newTransfer = prepared((tx) =>
  tx.insert(transfers).values(placeholdersOf(transfers)).prepare(),
)

export function insertTransfer(tx: Tx, row: TransferRow): void {
  newTransfer(tx).run(row)
}

export function listTransfersAfter(db: Db, { seq, limit }: Page): TransferRow[] {
  return db
    .select()
    .from(transfers)
    .where(gt(transfers.seq, seq))
    .orderBy(asc(transfers.seq))
    .limit(limit)
    .all()
}

/** The id of a transfer begins with that of its group and a colon: `;` is what comes after it. */
const transfersOfGroups = prepared((db) =>
  db
    .select()
    .from(transfers)
    .where(
      sql`${transfers.seq} IN (
        SELECT one.seq FROM json_each(${placeholder('groupIds')}) AS wanted
          CROSS JOIN ${transfers} AS one
        WHERE one.transfer_id >= wanted.value AND one.transfer_id < wanted.value || ';'
          AND one.group_id = wanted.value)`,
    )
    .prepare(),
)

export function listTransfersOfGroups(db: Db, groupIds: readonly string[]): TransferRow[] {
  return transfersOfGroups(db).all({ groupIds: JSON.stringify(groupIds) })
}

// Metered events

const lastEvent = prepared((db) => {
  const { seq, hash } = meterEvents
  return db.select({ seq, hash }).from(meterEvents).orderBy(desc(seq)).prepare()
})

export function findEventHead(db: Db): { seq: number; hash: Buffer } {
  return lastEvent(db).get() ?? { seq: 0, hash: genesis }
}

const newEvent = prepared((tx) =>
  tx.insert(meterEvents).values(placeholdersOf(meterEvents)).prepare(),
)

export function insertEvent(tx: Tx, row: MeterEventRow): void {
  newEvent(tx).run(row)
}

export function listEventsAfter(db: Db, { seq, limit }: Page): MeterEventRow[] {
  return db
    .select()
    .from(meterEvents)
    .where(gt(meterEvents.seq, seq))
    .orderBy(asc(meterEvents.seq))
    .limit(limit)
    .all()
}

export function listEvents(db: Db, eventIds: string[]): MeterEventRow[] {
  return db.select().from(meterEvents).where(inArray(meterEvents.eventId, eventIds)).all()
}

export function listDownloadEventsAfter(db: Db, { seq, limit }: Page): MeterEventRow[] {
  return db
    .select()
    .from(meterEvents)
    .where(and(eq(meterEvents.kind, 'download'), gt(meterEvents.seq, seq)))
    .orderBy(asc(meterEvents.seq))
    .limit(limit)
    .all()
}

/** Which of these groups of transfers belong to a metered event. */
export function listKnownEventIds(db: Db, eventIds: string[]): string[] {
  const { eventId } = meterEvents
  const rows = db.select({ eventId }).from(meterEvents).where(inArray(eventId, eventIds)).all()
  return rows.map((row) => row.eventId)
}

export type RunningGross = { providerTenantId: TenantId; period: string; providerShareBp: number }

const lastCharge = prepared((db) => {
  const { providerTenantId, period, providerShareBp, chargeCents, grossAfterCents, seq } =
    meterEvents
  const given = [placeholder('providerTenantId'), placeholder('period')]
  return db
    .select({ gross: grossAfterCents })
    .from(meterEvents)
    .where(
      and(
        sql`(${providerTenantId}, ${period}, ${providerShareBp})
            = (SELECT ${given[0]}, ${given[1]}, ${placeholder('providerShareBp')})`,
        // Written out, not bound: the partial index is used only where its condition is literal.
        sql`${chargeCents} > 0`,
      ),
    )
    .orderBy(desc(seq))
    .prepare()
})

/** The sum of all charges so far for one provider, month and share. */
export function runningGross(db: Db, key: RunningGross): Cents {
  return cents(lastCharge(db).get({ ...key })?.gross ?? 0)
}

const lastClosed = prepared((db) =>
  db
    .select({ period: closedPeriods.period })
    .from(closedPeriods)
    .orderBy(desc(closedPeriods.period))
    .prepare(),
)

/** The last month that was settled. */
export function lastClosedPeriod(db: Db): string | undefined {
  return lastClosed(db).get()?.period
}

// Search allowance

export type TenantMonth = { tenantId: string; period: string }

const searchesOf = prepared((db) =>
  db
    .select({ used: searchCounts.used })
    .from(searchCounts)
    .where(
      and(
        eq(searchCounts.tenantId, placeholder('tenantId')),
        eq(searchCounts.period, placeholder('period')),
      ),
    )
    .prepare(),
)

export function countSearches(db: Db, month: TenantMonth): number {
  return searchesOf(db).get({ ...month })?.used ?? 0
}

export function listSearchCounts(db: Db): (TenantMonth & { used: number })[] {
  return db.select().from(searchCounts).all()
}

export type SearchRetry = { tenantId: string; requestId: string; paramsHash: string }

const billedRetry = prepared((db) => {
  const { tenantId, requestId, paramsHash, billedAt } = billedSearches
  return db
    .select({ billedAt })
    .from(billedSearches)
    .where(
      and(
        eq(tenantId, placeholder('tenantId')),
        eq(requestId, placeholder('requestId')),
        eq(paramsHash, placeholder('paramsHash')),
        gt(billedAt, placeholder('sinceMs')),
      ),
    )
    .prepare()
})

export function wasBilledSince(db: Db, retry: SearchRetry, sinceMs: number): boolean {
  return billedRetry(db).get({ ...retry, sinceMs }) !== undefined
}

const newBilledSearch = prepared((tx) => {
  const { tenantId, requestId, paramsHash } = billedSearches
  const target = [tenantId, requestId, paramsHash]
  return tx
    .insert(billedSearches)
    .values(placeholdersOf(billedSearches))
    .onConflictDoUpdate({ target, set: { billedAt: sql`excluded.billed_at` } })
    .prepare()
})

export function insertBilledSearch(tx: Tx, retry: SearchRetry, billedAt: number): void {
  newBilledSearch(tx).run({ ...retry, billedAt })
}

const oldRetries = prepared((db) =>
  db
    .select()
    .from(billedSearches)
    .where(lte(billedSearches.billedAt, placeholder('untilMs')))
    .orderBy(asc(billedSearches.billedAt))
    .limit(placeholder('limit'))
    .prepare(),
)

/** Sweeps away a few rows that were billed at or before the given time. */
export function deleteBilledSearches(tx: Tx, sweep: { untilMs: number; limit: number }): void {
  const { tenantId, requestId, paramsHash } = billedSearches
  for (const row of oldRetries(tx).all({ ...sweep })) {
    tx.delete(billedSearches)
      .where(
        and(
          eq(tenantId, row.tenantId),
          eq(requestId, row.requestId),
          eq(paramsHash, row.paramsHash),
        ),
      )
      .run()
  }
}
