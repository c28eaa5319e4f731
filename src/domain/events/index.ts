/**
 * Events: what happened in a tenant, for its people and programs to be told of.
 *
 * Owns the tables event, event_count and known_problem (what the doctor found last). A room writes
 * an event in the transaction that causes it (`recordEvent`); within a stream, which is a tenant or
 * the platform, the numbers go up by one without a gap, also over a crash, and none is given twice.
 * States: kept, and after so many days (a setting) swept; whoever asks for what came after a number
 * is told when some of that is gone.
 * `mayBeTold` alone decides who may be told of what. Refuses nothing: it has no doors of its own.
 * Data are ids, names and amounts, never a secret, an address of a person or document text.
 */
import type { Clock } from '../../base/clock.ts'
import type { RoomStore } from '../../store/tx.ts'
import type { EventType, Problem } from './event-data.ts'
import { openFollowing } from './follow.ts'
import { noteProblems } from './note-problems.ts'
import { deleteOlder } from './queries.ts'
import { type ReadEvents, readEvents } from './read-events.ts'
import { type NewEvent, platformStream, recordEvent } from './record-event.ts'

export { type EventData, type EventType, eventTypes, type OffMarket } from './event-data.ts'
export { type News, type Position, positionOf, saidOf } from './follow.ts'
export { lastNumberOf } from './queries.ts'
export {
  type EventPage,
  type KontorEvent,
  mayBeTold,
  mayHearOf,
  readEvents,
  readStretch,
} from './read-events.ts'
export {
  type EventRecorded,
  eventRecorded,
  type NewEvent,
  platformStream,
  recordEvent,
  type StreamId,
} from './record-event.ts'
export { topicWords } from './topics.ts'

export const eventSweepMax = 500
const dayMs = 24 * 3_600_000

export type EventsDeps = { store: RoomStore; clock: Clock; keptDays: number }
export type Events = ReturnType<typeof openEvents>

type PlatformEvent<T extends EventType> = Extract<NewEvent, { type: T }>['data']

export function openEvents({ store, clock, keptDays }: EventsDeps) {
  return {
    read: (request: ReadEvents) => readEvents(store.db, request),

    /** For streams: what happens from a place in the list on, and as it happens. */
    ...openFollowing(store.db),

    /** For what happens outside of any room: a scheduled backup that failed. */
    backupFailed: (data: PlatformEvent<'backup.failed'>): Promise<void> =>
      store.write((tx) =>
        recordEvent(tx, {
          stream: platformStream,
          type: 'backup.failed',
          atMs: clock.nowMs(),
          data,
        }),
      ),

    /** What the doctor found: events for what is new, and for what is gone. */
    noteProblems: (found: readonly Problem[]) => noteProblems({ store, clock }, found),

    /** For the upkeep: removes what is kept long enough, a slice at a time; gives how many. */
    sweep: (): Promise<number> =>
      store.write((tx) =>
        deleteOlder(tx, { beforeMs: clock.nowMs() - keptDays * dayMs, max: eventSweepMax }),
      ),
  }
}
