import { isoOf } from '../../base/clock.ts'
import { newId } from '../../base/ids.ts'
import type { FolderCommand } from '../command.ts'

/** Takes the clock as right again after it jumped, so that what rests because of it goes on. */
export const clockConfirm: FolderCommand = {
  name: 'clock confirm',
  use: 'write',
  summary: 'say that the clock is right, after it jumped',
  examples: ['kontor clock confirm'],
  options: {},
  async act(app) {
    const nowMs = app.clock.nowMs()
    const requestId = newId('req', nowMs)
    const pause = await app.rooms.timekeeping.confirm({ requestId, write: app.store.write })
    return {
      lines: [
        `The clock shows ${isoOf(nowMs)} and is taken as right.`,
        pause
          ? `It was expected to show ${isoOf(pause.expectedAtMs)}; what rested goes on.`
          : 'Nothing rested because of it.',
      ],
      data: {
        shown_at: isoOf(nowMs),
        paused: pause ? { reason: pause.reason, expected_at: isoOf(pause.expectedAtMs) } : null,
      },
    }
  },
}
