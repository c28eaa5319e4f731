import type { RoomStore } from '../../store/tx.ts'
import { recordAudit } from '../audit/index.ts'
import { seenStepMs } from './limits.ts'
import { findSeenAtMs, putState } from './queries.ts'
import type { Pause } from './readings.ts'

/** The service itself, of which the clock is a part. */
export const clockSubject = { type: 'service', id: 'clock' }

export const believedState = { pausedReason: null, shownAtMs: null, expectedAtMs: null }

type Room = { store: RoomStore }

/** Keeps a time that was believed, once in a while: a start before it will be refused. */
export async function noteSeen({ store }: Room, nowMs: number): Promise<void> {
  const last = findSeenAtMs(store.db)
  if (last !== undefined && Math.abs(nowMs - last) < seenStepMs) return
  await store.write((tx) => putState(tx, { ...believedState, seenAtMs: nowMs }))
}

/** Puts a pause on record, so that a restart does not end it. */
export function notePause({ store }: Room, pause: Pause): Promise<void> {
  const { reason, shownAtMs, expectedAtMs } = pause
  return store.write((tx) => {
    const seenAtMs = findSeenAtMs(tx) ?? shownAtMs
    putState(tx, { seenAtMs, pausedReason: reason, shownAtMs, expectedAtMs })
    recordAudit(tx, {
      atMs: shownAtMs,
      tenantId: null,
      actor: { type: 'system', id: null },
      action: 'clock.paused',
      subject: clockSubject,
      details: { reason, shown_at: shownAtMs, expected_at: expectedAtMs },
    })
  })
}
