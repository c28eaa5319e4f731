/**
 * Notices: what a person is told of, and has read. They are the events of the tenant, and for those
 * who run the platform its events, too: as many as the person's role may see at the moment.
 *
 * Owns notice_place and notice_read. Nothing is written for a notice that nobody has read, and what
 * is swept of the events is no notice any more.
 * States: unread → read.
 * Refuses: keys, which are nobody (Forbidden), and ids that are none (InvalidInput).
 */
import { bind } from '../../base/bind.ts'
import type { Secrets } from '../../base/secrets.ts'
import { listNotices, type NoticeRoom } from './list-notices.ts'
import { markRead } from './mark-read.ts'

export type NoticeDeps = Pick<NoticeRoom, 'store' | 'reading' | 'joinedAtMs'> & { secrets: Secrets }
export type Notices = ReturnType<typeof openNotices>

export function openNotices({ store, reading, secrets, joinedAtMs }: NoticeDeps) {
  const room = { store, reading, joinedAtMs, cursorKey: secrets.signing('notice-cursor') }
  return bind(room, { list: listNotices, markRead })
}

export { markedAtOnceMax, unreadCountMax } from './limits.ts'
export type { Notice } from './list-notices.ts'
