import type { Db } from '../../../store/tx.ts'
import type { MeterEventRow } from '../queries.ts'
import { eventIdOf } from './meter-retrieval.ts'
import { listRetrievals, type RateCardRow, type RetrievalRow } from './queries.ts'
import { retrievalCents } from './rate-card.ts'

/** The passages behind the retrievals among these events, by event. */
export function passagesOf(db: Db, events: readonly MeterEventRow[]): Map<string, RetrievalRow[]> {
  const eventIds = events.filter(isRetrieval).map(({ eventId }) => eventId)
  if (eventIds.length === 0) return new Map()
  return Map.groupBy(listRetrievals(db, eventIds), ({ eventId }) => eventId ?? '')
}

/** Whether an event was rated by a card that exists, and a retrieval by its passages. */
export function checkRating(
  cards: ReadonlyMap<number, RateCardRow>,
  passages: ReadonlyMap<string, RetrievalRow[]>,
  event: MeterEventRow,
): string[] {
  const card = cards.get(event.priceVersion)
  if (!card) return [`was rated by card ${event.priceVersion}, which does not exist`]
  if (!isRetrieval(event)) return []
  const group = (passages.get(event.eventId) ?? []).toSorted(byPlace)
  const [, , place, digest] = event.eventId.split(':')
  const written = digest?.length === 64 ? 'hex' : 'base64url'
  const stands = eventIdOf(group, Number(place), written) === event.eventId
  if (!stands) return ['stands for other passages']
  if (group.length !== event.quantity) return [`stands for ${group.length} passages`]
  const price = group.reduce((sum, { rate }) => sum + retrievalCents(card, rate), 0)
  return price === event.chargeCents ? [] : [`costs ${event.chargeCents} and not ${price}`]
}

function isRetrieval({ kind }: Pick<MeterEventRow, 'kind'>): boolean {
  return kind === 'retrieval_standard' || kind === 'retrieval_premium'
}

/** `ret_<search>_<place>`: places have one or two digits, so the text has another order. */
function byPlace(a: RetrievalRow, b: RetrievalRow): number {
  return placeOf(a) - placeOf(b)
}

function placeOf({ retrievalEventId }: RetrievalRow): number {
  return Number(retrievalEventId.slice(retrievalEventId.lastIndexOf('_') + 1))
}
