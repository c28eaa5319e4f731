import { recordAudit } from '../audit/index.ts'
import type { AnonymousCommand } from '../command.ts'
import { believedState, clockSubject } from './note-clock.ts'
import { putState } from './queries.ts'
import type { Pause } from './readings.ts'

/**
 * Takes the clock as right, whatever is on record. What was recorded while it was wrong stays as
 * it is; this entry is the newest from now on.
 */
export function confirmClock(
  cmd: AnonymousCommand,
  { ended, nowMs }: { ended: Pause | undefined; nowMs: number },
): Promise<void> {
  return cmd.write((tx) => {
    putState(tx, { ...believedState, seenAtMs: nowMs })
    recordAudit(tx, {
      atMs: nowMs,
      tenantId: null,
      actor: { type: 'operator', id: null },
      action: 'clock.confirmed',
      subject: clockSubject,
      details: ended ? { reason: ended.reason, expected_at: ended.expectedAtMs } : {},
      requestId: cmd.requestId,
    })
  })
}
