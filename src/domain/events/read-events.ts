import type { TenantId } from '../../base/ids.ts'
import type { Db } from '../../store/tx.ts'
import type { Principal } from '../principal.ts'
import { audiences, type EventData, type EventType } from './event-data.ts'
import {
  type EventRow,
  findBounds,
  listEventRows,
  listStretchRows,
  type Stretch,
} from './queries.ts'
import { platformStream, type StreamId } from './record-event.ts'

export type KontorEvent = {
  [T in EventType]: {
    readonly number: number
    readonly type: T
    readonly atMs: number
    readonly data: EventData[T]
  }
}[EventType]

export type ReadEvents = { tenantId: StreamId; afterNumber: number; limit: number }

export type EventPage = {
  readonly events: readonly KontorEvent[]
  /** The last number that was given in this stream. */
  readonly lastNumber: number
  /** Some of what came after that number is no longer kept, or the number was never given. */
  readonly isGap: boolean
}

/** What came after a number, in order: everything, whoever may be told. */
export function readEvents(db: Db, { tenantId, afterNumber, limit }: ReadEvents): EventPage {
  const { last, first } = findBounds(db, tenantId)
  const oldest = first ?? last + 1
  const rows = listEventRows(db, { stream: tenantId, afterNumber, limit })
  const isGap = afterNumber < oldest - 1 || afterNumber > last
  return { events: rows.map(eventOf), lastNumber: last, isGap }
}

/** What came of some types after a number and up to another one, in order. */
export function readStretch(db: Db, stretch: Stretch): KontorEvent[] {
  return listStretchRows(db, stretch).map(eventOf)
}

/**
 * Whether a caller may be told of an event of a stream. This is the one place that decides it. A
 * key for a list of datasets is told of those alone.
 */
export function mayBeTold(
  principal: Principal,
  { stream, event }: { stream: StreamId; event: KontorEvent },
): boolean {
  return mayHearOf(principal, { stream, type: event.type }) && reaches(principal, event)
}

/** The same for a type of event, whatever dataset it is about. */
export function mayHearOf(
  principal: Principal,
  { stream, type }: { stream: StreamId; type: EventType },
): boolean {
  if (stream === platformStream) return principal.isPlatformAdmin
  if (stream !== (principal.tenantId as TenantId)) return false
  const audience = audiences[type]
  if (audience === 'platform') return false
  if (audience !== 'managers') return principal.scopes.has(audience)
  return principal.roles.some((role) => role === 'owner' || role === 'admin')
}

function reaches({ datasetAccess }: Principal, { data }: KontorEvent): boolean {
  if (datasetAccess.mode === 'all_available') return true
  const listed: readonly string[] = datasetAccess.datasetIds
  return 'dataset_id' in data && listed.includes(data.dataset_id)
}

function eventOf({ number, type, at, data }: EventRow): KontorEvent {
  return { number, type: type as EventType, atMs: at, data: JSON.parse(data) } as KontorEvent
}
