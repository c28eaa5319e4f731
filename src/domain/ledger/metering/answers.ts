import type {
  ApiKeyId,
  DatasetId,
  ObjectId,
  PassageId,
  RetrievalEventId,
  SearchId,
  TenantId,
} from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import type { answers } from '../tables.ts'

/** One passage shown to a tenant. */
export type RetrievalRow = {
  retrievalEventId: RetrievalEventId
  searchId: SearchId
  buyerTenantId: TenantId
  apiKeyId: ApiKeyId | null
  providerTenantId: TenantId
  datasetId: DatasetId
  assetId: ObjectId
  passageId: PassageId
  rate: 'standard' | 'premium'
  providerShareBp: number
  chargeCents: Cents
  eventId: string | null
  createdAt: number
}

/** What stands in the row besides its number. */
export type Answer = Omit<typeof answers.$inferSelect, 'answerNo'>

/** Most answers have one term, the first, which is not named. */
type Passage = PassageId | [passageId: PassageId, term: number]

type Term = [
  providerTenantId: TenantId,
  datasetId: DatasetId,
  assetId: ObjectId,
  rate: RetrievalRow['rate'],
  providerShareBp: number,
  chargeCents: Cents,
  eventId: string | null,
]

/** All passages of one search, in the order of their places, as the one row that is kept. */
export function answerOf(rows: readonly RetrievalRow[]): Answer {
  const { searchId, buyerTenantId, apiKeyId, createdAt } = rows[0] as RetrievalRow
  const terms: Term[] = []
  const passages = rows.map((row, place): Passage => {
    if (row.retrievalEventId !== eventIdAt(searchId, place)) {
      throw new RangeError(`${row.retrievalEventId} is not at place ${place} of ${searchId}`)
    }
    const term = placeOf(terms, row)
    return term === 0 ? row.passageId : [row.passageId, term]
  })
  return {
    searchId,
    buyerTenantId,
    apiKeyId,
    createdAt,
    passages: JSON.stringify(passages),
    terms: JSON.stringify(terms),
  }
}

function placeOf(terms: Term[], row: RetrievalRow): number {
  const { providerTenantId, datasetId, assetId, rate, providerShareBp, chargeCents, eventId } = row
  const term: Term = [
    ...([providerTenantId, datasetId, assetId, rate] as const),
    ...([providerShareBp, chargeCents, eventId] as const),
  ]
  const known = terms.findIndex((other) => other.every((value, n) => value === term[n]))
  return known === -1 ? terms.push(term) - 1 : known
}

export function retrievalsOf(answer: Answer): RetrievalRow[] {
  const { searchId, buyerTenantId, apiKeyId, createdAt } = answer
  const passages = JSON.parse(answer.passages) as Passage[]
  const terms = JSON.parse(answer.terms) as Term[]
  return passages.flatMap((passage, place) => {
    const [passageId, n] = typeof passage === 'string' ? [passage, 0] : passage
    const term = terms[n]
    if (!term) return []
    const [providerTenantId, datasetId, assetId, rate, providerShareBp, chargeCents, eventId] = term
    return {
      retrievalEventId: eventIdAt(searchId, place),
      searchId,
      buyerTenantId,
      apiKeyId,
      providerTenantId,
      datasetId,
      assetId,
      passageId,
      rate,
      providerShareBp,
      chargeCents,
      eventId,
      createdAt,
    }
  })
}

/** The search in whose answer a passage was shown. */
export function searchOf(retrievalEventId: string): SearchId {
  return `srch_${retrievalEventId.slice('ret_'.length, retrievalEventId.lastIndexOf('_'))}`
}

function eventIdAt(searchId: SearchId, place: number): RetrievalEventId {
  return `ret_${searchId.slice('srch_'.length)}_${place}`
}
