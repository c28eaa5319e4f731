/**
 * Timekeeping: whether the clock may be believed by work that cannot be taken back.
 *
 * Owns the one row of clock_state. Expiry, purges and settlement go by the clock: a clock that was
 * set to the wrong year would expire every upload in review and purge bytes that should be kept.
 * So whatever of that kind is about to happen asks `look` first.
 *
 * States: believed → paused → believed again once an operator says that the clock is right.
 * Paused when the clock moved by more than an hour against the time that really passed, within one
 * run of the process; or when, at its start, the clock is more than an hour behind what is on
 * record. A server that was off for days is neither: only that the clock went on, nobody can tell
 * from a jump. A pause is on record and survives a restart.
 *
 * Refuses nothing: requests are answered during a pause, and links and sessions end as the clock
 * says. Only what removes or settles by itself rests.
 */
import type { Clock } from '../../base/clock.ts'
import type { RoomStore } from '../../store/tx.ts'
import type { AnonymousCommand } from '../command.ts'
import { confirmClock } from './confirm-clock.ts'
import { notePause, noteSeen } from './note-clock.ts'
import { findPause, newestTimeOnRecord } from './queries.ts'
import { behindPause, jumpPause, type Pause, readingOf } from './readings.ts'

export type Timekeeping = ReturnType<typeof openTimekeeping>

export function openTimekeeping(room: { store: RoomStore; clock: Clock }) {
  const { store, clock } = room
  let believed = readingOf(clock)
  let recorded = findPause(store.db)
  let pause = recorded ?? behindPause(believed, newestTimeOnRecord(store.db))

  function lookAt(reading = readingOf(clock)): Pause | undefined {
    pause ??= jumpPause(believed, reading)
    return pause
  }

  return {
    /** The pause, if there is one: a jump since the last check counts from this moment on. */
    look: () => lookAt(),

    /** Looks, and writes down what it saw. To be called every minute or so. */
    async check(): Promise<Pause | undefined> {
      const reading = readingOf(clock)
      const found = lookAt(reading)
      if (!found) {
        believed = reading
        await noteSeen(room, reading.shownAtMs)
      } else if (recorded !== found) {
        await notePause(room, found)
        recorded = found
      }
      return found
    },

    /** An operator says that the clock is right; gives the pause that ends with it. */
    async confirm(cmd: AnonymousCommand): Promise<Pause | undefined> {
      const reading = readingOf(clock)
      const ended = lookAt(reading)
      // Before the write: a check that runs meanwhile must not put the old pause on record again.
      believed = reading
      pause = undefined
      recorded = undefined
      try {
        await confirmClock(cmd, { ended, nowMs: reading.shownAtMs })
      } catch (error) {
        pause ??= ended
        throw error
      }
      return ended
    },
  }
}

export type { Pause } from './readings.ts'
