import { InvalidInput } from '../../base/errors.ts'
import type { Command } from '../command.ts'
import { lastNumberOf } from '../events/index.ts'
import { requireSession } from '../identity/index.ts'
import { type NoticeRoom, unreadOf } from './list-notices.ts'
import { putRead, putReadUpTo } from './queries.ts'
import { heardBy, placeOf } from './streams.ts'

/** `all`: everything that there is now. */
export type MarkRead = { readonly noticeIds: readonly string[] | 'all' }

/**
 * Notes what the person has read; gives how much is not. What one may not see, or is not there, is
 * read in vain. Throws Forbidden for a key, InvalidInput for what is no id.
 */
export function markRead(
  { joinedAtMs }: NoticeRoom,
  cmd: Command,
  { noticeIds }: MarkRead,
): Promise<{ unread: number }> {
  const { principal } = cmd
  requireSession(principal)
  const { userId } = principal
  const heard = heardBy(principal)
  const places = noticeIds === 'all' ? [] : noticeIds.map((id) => placeIn(id))
  function placeIn(noticeId: string) {
    const place = placeOf(principal, noticeId)
    if (place) return place
    const message = `${noticeId} is not the id of a notice.`
    throw new InvalidInput({ field: 'notice_ids', reason: 'invalid', message })
  }
  return cmd.write((tx) => {
    const streams = new Set(heard.map(({ stream }) => stream))
    for (const place of places) {
      const isThere = place.number <= lastNumberOf(tx, place.stream)
      if (isThere && streams.has(place.stream)) putRead(tx, { userId, ...place })
    }
    if (noticeIds === 'all') {
      for (const stream of streams) {
        putReadUpTo(tx, { userId, stream, number: lastNumberOf(tx, stream) })
      }
    }
    return { unread: unreadOf(tx, { userId, sinceMs: joinedAtMs(tx, userId), heard }) }
  })
}
