import * as limits from '../limits.ts'
import type { IdentityRoom } from '../room.ts'
import { deleteIdleClients, deleteOldCodes, deleteUnusedClients } from './queries.ts'

/** For the upkeep: forgets codes that are over and programs that nobody uses. */
export function sweepApplications({ store, clock }: IdentityRoom): Promise<void> {
  return store.write((tx) => {
    const nowMs = clock.nowMs()
    const max = limits.oauthSweepMax
    deleteOldCodes(tx, { before: nowMs - limits.oauthCodeKeptMs, max })
    deleteUnusedClients(tx, { before: nowMs - limits.oauthClientUnusedMs, max })
    deleteIdleClients(tx, { before: nowMs - limits.refreshTokenMs, max })
  })
}
