import type { SessionId, UserId } from '../../../base/ids.ts'
import type { IdentityRoom } from '../room.ts'
import { deleteSomeSessions, hasSessionsBeyond } from './queries.ts'

/** Sessions of one transaction: some milliseconds. */
export const sliceMax = 500

/**
 * Before the transaction that ends all sessions of somebody, for a program may have logged in a
 * hundred thousand times: all but the last slice, in transactions of their own. Asked for when
 * nothing is in the way any more; gives how many.
 */
export async function endMostSessions(
  { store }: Pick<IdentityRoom, 'store'>,
  { userId, kept }: { userId: UserId; kept?: SessionId | undefined },
): Promise<number> {
  if (!hasSessionsBeyond(store.db, { userId, most: sliceMax })) return 0
  for (let all = 0; ; ) {
    const ended = await store.write((tx) =>
      deleteSomeSessions(tx, { userId, kept, least: sliceMax, max: sliceMax }),
    )
    all += ended
    if (ended < sliceMax) return all
  }
}
