import { and, asc, desc, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type {
  ApiKeyId,
  DatasetId,
  PassageId,
  RetrievalEventId,
  TenantId,
} from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { placeholdersOf, prepared } from '../../prepared.ts'
import { insertsManyInto } from '../insert-rows.ts'
import {
  citations,
  keySpends,
  outcomes,
  payingBuyers,
  rateCards,
  ratedPassages,
  retrievals,
} from '../tables.ts'

export type RateCardRow = typeof rateCards.$inferSelect
export type RetrievalRow = typeof retrievals.$inferSelect
export type CitationRow = typeof citations.$inferSelect
export type OutcomeRow = typeof outcomes.$inferSelect

const { placeholder } = sql

// Rate cards

const lastRateCard = prepared((db) =>
  db.select().from(rateCards).orderBy(desc(rateCards.priceVersion)).prepare(),
)

/** There is always one: the first came with the table. */
export function findLastRateCard(db: Db): RateCardRow {
  return lastRateCard(db).get() as RateCardRow
}

export function insertRateCard(tx: Tx, row: RateCardRow): void {
  tx.insert(rateCards).values(row).run()
}

export function listRateCards(db: Db): RateCardRow[] {
  return db.select().from(rateCards).all()
}

// Retrievals

export const insertRetrievals = insertsManyInto(retrievals)

const ratedLately = prepared((db) => {
  const { buyerTenantId, passageId, ratedAt } = ratedPassages
  return db
    .select({ passageId })
    .from(ratedPassages)
    .where(
      and(
        eq(buyerTenantId, placeholder('tenantId')),
        sql`${passageId} IN (SELECT value FROM json_each(${placeholder('passageIds')}))`,
        gt(ratedAt, placeholder('sinceMs')),
      ),
    )
    .prepare()
})

type Passages = { tenantId: TenantId; passageIds: readonly PassageId[]; sinceMs: number }

/** Which of these passages the tenant was charged for since then. */
export function ratedSince(db: Db, { tenantId, passageIds, sinceMs }: Passages): Set<PassageId> {
  const rows = ratedLately(db).all({ tenantId, passageIds: JSON.stringify(passageIds), sinceMs })
  return new Set(rows.map(({ passageId }) => passageId))
}

type RatedPassageRow = typeof ratedPassages.$inferSelect
type PassagePage = { after: Pick<RatedPassageRow, 'buyerTenantId' | 'passageId'>; limit: number }

/** What tenants have paid for, with whether there is the retrieval that says so. */
export function listRatedPassages(db: Db, { after, limit }: PassagePage) {
  const { buyerTenantId, passageId, ratedAt, retrievalEventId } = ratedPassages
  return db
    .select({ buyerTenantId, passageId, retrieved: retrievals.eventId })
    .from(ratedPassages)
    .leftJoin(
      retrievals,
      and(
        eq(retrievals.retrievalEventId, retrievalEventId),
        eq(retrievals.buyerTenantId, buyerTenantId),
        eq(retrievals.passageId, passageId),
        eq(retrievals.createdAt, ratedAt),
      ),
    )
    .where(sql`(${buyerTenantId}, ${passageId}) > (${after.buyerTenantId}, ${after.passageId})`)
    .orderBy(asc(buyerTenantId), asc(passageId))
    .limit(limit)
    .all()
}

const retrievalOf = prepared((db) => {
  const { retrievalEventId, buyerTenantId } = retrievals
  const isIt = eq(retrievalEventId, placeholder('retrievalEventId'))
  const isTheirs = eq(buyerTenantId, placeholder('tenantId'))
  return db.select().from(retrievals).where(and(isIt, isTheirs)).prepare()
})

export function findRetrieval(
  db: Db,
  asked: { tenantId: TenantId; retrievalEventId: RetrievalEventId },
): RetrievalRow | undefined {
  return retrievalOf(db).get({ ...asked })
}

const shownBySearch = prepared((db) =>
  db
    .select()
    .from(retrievals)
    .where(
      and(
        gt(retrievals.retrievalEventId, placeholder('from')),
        lt(retrievals.retrievalEventId, placeholder('to')),
      ),
    )
    .prepare(),
)

/** The passages behind metered events: their keys begin like that of the search. */
export function listRetrievals(db: Db, eventIds: readonly string[]): RetrievalRow[] {
  const searches = new Set(eventIds.map((eventId) => eventId.split(':')[1] ?? ''))
  const wanted = new Set(eventIds)
  return [...searches]
    .map((searchId) => `ret_${searchId.slice('srch_'.length)}_`)
    .flatMap((from) => shownBySearch(db).all({ from, to: `${from}~` }))
    .filter(({ eventId }) => eventId !== null && wanted.has(eventId))
}

// Citations and outcomes

const newCitation = prepared((tx) =>
  tx.insert(citations).values(placeholdersOf(citations)).prepare(),
)

export function insertCitation(tx: Tx, row: CitationRow): void {
  newCitation(tx).run(row)
}

const citationOf = prepared((db) =>
  db
    .select()
    .from(citations)
    .where(eq(citations.retrievalEventId, placeholder('retrievalEventId')))
    .prepare(),
)

export function findCitation(db: Db, retrievalEventId: RetrievalEventId): CitationRow | undefined {
  return citationOf(db).get({ retrievalEventId })
}

const citedLately = prepared((db) => {
  const { citationId, buyerTenantId, passageId, createdAt, rated } = citations
  return db
    .select({ citationId })
    .from(citations)
    .where(
      and(
        eq(buyerTenantId, placeholder('tenantId')),
        eq(passageId, placeholder('passageId')),
        gt(createdAt, placeholder('sinceMs')),
        sql`${rated} = 1`,
      ),
    )
    .prepare()
})

export function wasCitedSince(
  db: Db,
  asked: { tenantId: TenantId; passageId: PassageId; sinceMs: number },
): boolean {
  return citedLately(db).get({ ...asked }) !== undefined
}

const newOutcome = prepared((tx) => tx.insert(outcomes).values(placeholdersOf(outcomes)).prepare())

export function insertOutcome(tx: Tx, row: OutcomeRow): void {
  newOutcome(tx).run(row)
}

const outcomeOf = prepared((db) =>
  db
    .select()
    .from(outcomes)
    .where(eq(outcomes.retrievalEventId, placeholder('retrievalEventId')))
    .prepare(),
)

export function findOutcome(db: Db, retrievalEventId: RetrievalEventId): OutcomeRow | undefined {
  return outcomeOf(db).get({ retrievalEventId })
}

// Budgets and demand

const spendOfKey = prepared((db) =>
  db
    .select({ spentCents: keySpends.spentCents })
    .from(keySpends)
    .where(
      and(
        eq(keySpends.apiKeyId, placeholder('apiKeyId')),
        eq(keySpends.period, placeholder('period')),
      ),
    )
    .prepare(),
)

export function keySpend(db: Db, key: { apiKeyId: ApiKeyId; period: string }): Cents {
  return cents(spendOfKey(db).get({ ...key })?.spentCents ?? 0)
}

export function listKeySpends(db: Db): (typeof keySpends.$inferSelect)[] {
  return db.select().from(keySpends).all()
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
  const rows = db
    .select({ one: sql`1` })
    .from(payingBuyers)
    .where(
      and(
        eq(payingBuyers.datasetId, datasetId),
        gt(payingBuyers.lastPaidAt, sinceMs),
        ne(payingBuyers.buyerTenantId, exceptTenantId),
      ),
    )
    .limit(limit)
    .all()
  return rows.length
}
