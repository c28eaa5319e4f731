import { channel } from 'node:diagnostics_channel'
import { sql } from 'drizzle-orm'
import type { TenantId } from '../../base/ids.ts'
import { insertsInto, prepared } from '../../store/prepared.ts'
import type { Tx } from '../../store/tx.ts'
import type { EventData, EventType } from './event-data.ts'
import { eventCounts, events } from './tables.ts'

/** Events of no tenant: for those who run the platform. */
export const platformStream = 'platform'
export type StreamId = TenantId | typeof platformStream

/** Says of which stream there is something new; whoever listens looks into the table. */
export const eventRecorded = channel('kontor.event-recorded')
export type EventRecorded = { readonly stream: StreamId; readonly type: EventType }

export type NewEvent = {
  [T in EventType]: { stream: StreamId; type: T; atMs: number; data: EventData[T] }
}[EventType]

const insertEvent = insertsInto(events)

const countOne = prepared((tx) =>
  tx
    .insert(eventCounts)
    .values({ stream: sql.placeholder('stream'), lastNumber: 1 })
    .onConflictDoUpdate({
      target: eventCounts.stream,
      set: { lastNumber: sql`${eventCounts.lastNumber} + 1` },
    })
    .returning({ number: eventCounts.lastNumber })
    .prepare(),
)

/**
 * Writes an event into the transaction of what causes it: both happen or neither, and a number
 * that was rolled back is given to the next one.
 */
export function recordEvent(tx: Tx, { stream, type, atMs, data }: NewEvent): void {
  const { number } = countOne(tx).get({ stream })
  insertEvent(tx, { stream, number, type, at: atMs, data: JSON.stringify(data) })
  // The transaction commits in this turn of the event loop; the event is there in the next one.
  setImmediate(() => eventRecorded.publish({ stream, type } satisfies EventRecorded))
}
