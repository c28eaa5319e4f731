import { eq } from 'drizzle-orm'
import type { Clock } from '../../base/clock.ts'
import type { Db, RoomStore, Tx } from '../../store/tx.ts'
import type { Problem } from './event-data.ts'
import { platformStream, recordEvent } from './record-event.ts'
import { knownProblems } from './tables.ts'

/**
 * What the doctor found this time, against what is known: one event for what is new, and one for
 * what is there no more. Only what differs is written.
 */
export async function noteProblems(
  { store, clock }: { store: RoomStore; clock: Clock },
  found: readonly Problem[],
): Promise<void> {
  const now = new Map(found.map((problem) => [markOf(problem), problem]))
  if (differences(store.db, now).length === 0) return
  await store.write((tx) => {
    const atMs = clock.nowMs()
    for (const { mark, problem, isNew } of differences(tx, now)) {
      const type = isNew ? 'doctor.problem' : 'doctor.solved'
      if (isNew)
        tx.insert(knownProblems)
          .values({ mark, ...problem, foundAt: atMs })
          .run()
      else forget(tx, mark)
      recordEvent(tx, { stream: platformStream, type, atMs, data: problem })
    }
  })
}

type Difference = { mark: string; problem: Problem; isNew: boolean }

function differences(db: Db, now: ReadonlyMap<string, Problem>): Difference[] {
  const known = new Map(
    db
      .select()
      .from(knownProblems)
      .all()
      .map((row) => [row.mark, row]),
  )
  const fresh = [...now].filter(([mark]) => !known.has(mark))
  const gone = [...known].filter(([mark]) => !now.has(mark))
  return [
    ...fresh.map(([mark, problem]) => ({ mark, problem: factsOf(problem), isNew: true })),
    ...gone.map(([mark, row]) => ({ mark, problem: factsOf(row), isNew: false })),
  ]
}

function factsOf({ check, level, message, remedy }: Problem): Problem {
  return { check, level, message, remedy }
}

/** The same though it counts something else by now: bytes that are free, days that are left. */
function markOf({ check, level, message }: Problem): string {
  return `${check} ${level} ${message.replace(/\d+/g, '#')}`
}

function forget(tx: Tx, mark: string): void {
  tx.delete(knownProblems).where(eq(knownProblems.mark, mark)).run()
}
