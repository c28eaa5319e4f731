import { and, asc, desc, eq, getTableColumns, gt, gte, inArray, lt, lte, sql } from 'drizzle-orm'
import type { TenantId } from '../../base/ids.ts'
import { type Cents, cents } from '../../base/money.ts'
import { findsBy, placeholdersOf, prepared } from '../../store/prepared.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { type AccountName, mayGoNegative } from './books/account.ts'
import { genesis } from './books/chain.ts'
import { insertsInto } from './books/insert-rows.ts'
import {
  accounts,
  billedSearches,
  closedPeriods,
  meterEvents,
  rateCards,
  tallies,
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

/** Numbers of accounts of which it cannot be said whether they may go below zero. */
export function listOddAccounts(db: Db): number[] {
  const { accountId, mayGoNegative: flag } = accounts
  const rows = db.select({ accountId }).from(accounts).where(sql`${flag} NOT IN (0, 1)`).all()
  return rows.map((row) => row.accountId)
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

export const findTransfer = findsBy(transfers, transfers.transferId)

export function findHold(db: Db, seq: number): TransferRow | undefined {
  return db
    .select()
    .from(transfers)
    .where(and(eq(transfers.seq, seq), eq(transfers.phase, 'hold')))
    .get()
}

export const insertTransfer = insertsInto(transfers)

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

export const insertEvent = insertsInto(meterEvents)

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

/** The downloads whose id begins so. */
export function listDownloadsNamed(db: Db, beginning: string): MeterEventRow[] {
  const { eventId, kind } = meterEvents
  return db
    .select()
    .from(meterEvents)
    .where(and(gte(eventId, beginning), lt(eventId, `${beginning}g`), eq(kind, 'download')))
    .limit(2)
    .all()
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

// Metered searches

type ChainHead = { seq: number; hash: Buffer }

type SearchAsked = {
  tenantId: string
  period: string
  /** As a JSON list, in the order of the card's columns. */
  prices: string
}

export type SearchState = {
  /** The last month that was settled. */
  closed: string | null
  /** Searches of the tenant in the month that was asked for. */
  used: number
  /** The rate card in force, or null when it says other prices than these. */
  priceVersion: number | null
  /** The ends of the two chains. */
  event: ChainHead
  transfer: ChainHead
}

/** What metering a search depends on, read at once: a statement costs more than what it reads. */
const searchState = prepared((db) => {
  const { tenantId, period, kind, amount } = tallies
  const { priceVersion, createdAt: _, ...card } = getTableColumns(rateCards)
  const counted = db
    .select({ amount })
    .from(tallies)
    .where(
      and(
        eq(tenantId, placeholder('tenantId')),
        eq(period, placeholder('period')),
        sql`${kind} = 'searches'`,
      ),
    )
  const told = sql`json_array(${sql.join(Object.values(card), sql`, `)})`
  const inForce = db
    .select({ priceVersion })
    .from(rateCards)
    .where(
      sql`${priceVersion} = (SELECT max(price_version) FROM rate_card)
        AND ${told} = ${placeholder('prices')}`,
    )
  return db
    .select({
      closed: sql<string | null>`(SELECT max(period) FROM closed_period)`,
      used: sql<number>`coalesce((${counted}), 0)`,
      priceVersion: sql<number | null>`(${inForce})`,
      event: headOf(meterEvents),
      transfer: headOf(transfers),
    })
    .from(sql`(SELECT (SELECT max(seq) FROM meter_event) AS metered,
      (SELECT max(seq) FROM transfer) AS moved)`)
    .leftJoin(meterEvents, sql`${meterEvents.seq} = metered`)
    .leftJoin(transfers, sql`${transfers.seq} = moved`)
    .prepare()
})

function headOf({ seq, hash }: typeof meterEvents | typeof transfers) {
  return {
    seq: sql<number>`coalesce(${seq}, 0)`,
    hash: sql<Buffer>`coalesce(${hash}, zeroblob(32))`,
  }
}

export function searchStateOf(db: Db, asked: SearchAsked): SearchState {
  return searchState(db).get({ ...asked }) as SearchState
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
