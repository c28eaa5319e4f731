import type { IdentityRoom } from '../room.ts'
import type { LiveAt } from './queries.ts'

/** Which sessions are live at this moment. */
export function liveAt({ clock, settings }: Pick<IdentityRoom, 'clock' | 'settings'>): LiveAt {
  const nowMs = clock.nowMs()
  return { nowMs, idleSinceMs: nowMs - settings.sessionIdleMs }
}
