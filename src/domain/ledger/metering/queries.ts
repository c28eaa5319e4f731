import { and, asc, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type {
  ApiKeyId,
  DatasetId,
  PassageId,
  RetrievalEventId,
  TenantId,
} from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { findsBy, placeholdersOf, prepared } from '../../prepared.ts'
import { insertsInto } from '../insert-rows.ts'
import {
  answers,
  citations,
  keySpends,
  outcomes,
  payingBuyers,
  rateCards,
  ratedPassages,
} from '../tables.ts'
import { type AnswerRow, answerOf, type RetrievalRow, retrievalsOf, searchOf } from './answers.ts'

export type RateCardRow = typeof rateCards.$inferSelect
export type { RetrievalRow }
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

const insertAnswer = insertsInto(answers)

/** Of one search, in the order of their places. */
export function insertRetrievals(tx: Tx, rows: readonly RetrievalRow[]): void {
  insertAnswer(tx, answerOf(rows))
}

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
  const { buyerTenantId, passageId } = ratedPassages
  const rows = db
    .select()
    .from(ratedPassages)
    .where(sql`(${buyerTenantId}, ${passageId}) > (${after.buyerTenantId}, ${after.passageId})`)
    .orderBy(asc(buyerTenantId), asc(passageId))
    .limit(limit)
    .all()
  const searchIds = rows.map(({ retrievalEventId }) => searchOf(retrievalEventId))
  const shown = new Map(
    listAnswers(db, searchIds)
      .flatMap(retrievalsOf)
      .map((row) => [row.retrievalEventId, row]),
  )
  return rows.map((row) => ({ ...row, wasPaid: isPaid(row, shown.get(row.retrievalEventId)) }))
}

function isPaid(row: RatedPassageRow, shown: RetrievalRow | undefined): boolean {
  if (!shown || shown.eventId === null || shown.createdAt !== row.ratedAt) return false
  return shown.buyerTenantId === row.buyerTenantId && shown.passageId === row.passageId
}

const answersOf = prepared((db) =>
  db
    .select()
    .from(answers)
    .where(sql`${answers.searchId} IN (SELECT value FROM json_each(${placeholder('searchIds')}))`)
    .prepare(),
)

function listAnswers(db: Db, searchIds: readonly string[]): AnswerRow[] {
  return answersOf(db).all({ searchIds: JSON.stringify(searchIds) })
}

const answerBySearch = findsBy(answers, answers.searchId)

export function findRetrieval(
  db: Db,
  asked: { tenantId: TenantId; retrievalEventId: RetrievalEventId },
): RetrievalRow | undefined {
  const { tenantId, retrievalEventId } = asked
  const answer = answerBySearch(db, searchOf(retrievalEventId))
  if (answer?.buyerTenantId !== tenantId) return undefined
  return retrievalsOf(answer).find((row) => row.retrievalEventId === retrievalEventId)
}

/** The passages behind metered events, whose ids name the search. */
export function listRetrievals(db: Db, eventIds: readonly string[]): RetrievalRow[] {
  const wanted = new Set(eventIds)
  return listAnswers(db, [...new Set(eventIds.map((eventId) => eventId.split(':')[1] ?? ''))])
    .flatMap(retrievalsOf)
    .filter(({ eventId }) => eventId !== null && wanted.has(eventId))
}

// Citations and outcomes

const newCitation = prepared((tx) =>
  tx.insert(citations).values(placeholdersOf(citations)).prepare(),
)

export function insertCitation(tx: Tx, row: CitationRow): void {
  newCitation(tx).run(row)
}

export const findCitation = findsBy(citations, citations.retrievalEventId)

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

export const findOutcome = findsBy(outcomes, outcomes.retrievalEventId)

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
