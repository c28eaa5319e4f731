import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import type { PassageId, RetrievalEventId, TenantId } from '../../../base/ids.ts'
import { findsBy, placeholdersOf, prepared } from '../../../store/prepared.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { insertsInto } from '../books/insert-rows.ts'
import { answers, citations, outcomes, rateCards, ratedPassages } from '../tables.ts'
import { type Answer, answerOf, type RetrievalRow, retrievalsOf, searchOf } from './answers.ts'

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

/** Of one search, in the order of their places; `answerNo` where its event is known. */
export function insertRetrievals(
  tx: Tx,
  rows: readonly RetrievalRow[],
  answerNo: number | undefined,
): void {
  const answer = answerOf(rows)
  insertAnswer(tx, { answerNo: answerNo ?? answerNumber(tx, answer), ...answer })
}

const newAnswerNumber = prepared((db) => {
  const { answerNo } = answers
  const eventId = sql`'ret:' || ${placeholder('searchId')}`
  const event = sql`(SELECT seq FROM meter_event WHERE event_id = ${eventId})`
  const before = sql`(SELECT min(${answerNo}) FROM ${answers})`
  return db
    .select({ next: sql<number>`coalesce(${event}, min(0, coalesce(${before}, 0)) - 1)` })
    .from(sql`(SELECT 1)`)
    .prepare()
})

/** That of the search's event, or below zero for a search that was not billed. */
function answerNumber(tx: Tx, { searchId }: Answer): number {
  return newAnswerNumber(tx).get({ searchId })?.next as number
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
    .where(
      sql`${answers.answerNo} IN (
        SELECT seq FROM json_each(${placeholder('searchIds')})
          JOIN meter_event ON event_id IN ('ret:' || value, 'search:' || value)
        UNION ALL
        SELECT ${answers.answerNo} FROM json_each(${placeholder('searchIds')})
          JOIN ${answers} ON ${answers.searchId} = value AND ${answers.answerNo} < 0)`,
    )
    .prepare(),
)

function listAnswers(db: Db, searchIds: readonly string[]): Answer[] {
  return answersOf(db).all({ searchIds: JSON.stringify(searchIds) })
}

export function findRetrieval(
  db: Db,
  asked: { tenantId: TenantId; retrievalEventId: RetrievalEventId },
): RetrievalRow | undefined {
  const { tenantId, retrievalEventId } = asked
  const [answer] = listAnswers(db, [searchOf(retrievalEventId)])
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
