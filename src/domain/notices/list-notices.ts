import type { UserId } from '../../base/ids.ts'
import { type After, type PageRequest, readPage } from '../../base/page.ts'
import type { SigningKeys } from '../../base/secrets.ts'
import type { Db, RoomStore } from '../../store/tx.ts'
import { requireSession } from '../identity/index.ts'
import type { Principal } from '../principal.ts'
import { unreadCountMax } from './limits.ts'
import { countUnread, listNoticeRows, type NoticeRow } from './queries.ts'
import { type Heard, heardBy, noticeIdOf } from './streams.ts'

export type NoticeRoom = {
  readonly store: RoomStore
  readonly cursorKey: SigningKeys
  /** What happened before somebody came is no news to them. Asked of identity. */
  readonly joinedAtMs: (db: Db, userId: UserId) => number
}

export type Notice = {
  readonly noticeId: string
  readonly type: string
  readonly number: number
  readonly atMs: number
  readonly data: Record<string, unknown>
  readonly isRead: boolean
}

export type NoticePage = {
  readonly notices: readonly Notice[]
  /** No more than `unreadCountMax`. */
  readonly unread: number
  readonly nextCursor: string | null
}

type Request = PageRequest & { readonly unreadOnly: boolean }

/** How far the page before came in each list. */
type Position = Record<string, number>

/**
 * What the person is told of, the newest first. Throws Forbidden for a key, and InvalidInput for
 * the cursor.
 */
export function listNotices(
  { store: { db }, cursorKey, joinedAtMs }: NoticeRoom,
  principal: Principal,
  { cursor, limit, unreadOnly }: Request,
): NoticePage {
  requireSession(principal)
  const { tenantId, userId } = principal
  const heard = heardBy(principal)
  const sinceMs = joinedAtMs(db, userId)
  const page = { cursor, limit }
  const { rows, nextCursor } = readPage(cursorKey, page, {
    binding: { route: 'notices', tenantId, restriction: null, filters: { userId, unreadOnly } },
    read: ({ after, limit: most }: After<Position>) => {
      const ask = { userId, sinceMs, limit: most, unreadOnly }
      const lists = heard.map((one) =>
        listNoticeRows(db, { ...ask, ...one, below: after?.[one.stream] }),
      )
      return merged(lists, after ?? {}).slice(0, most)
    },
    positionOf: ({ position }) => position,
  })
  return {
    notices: rows.map(({ row }) => noticeOf(row)),
    unread: unreadOf(db, { userId, sinceMs, heard }),
    nextCursor,
  }
}

export function unreadOf(
  db: Db,
  { heard, ...person }: { userId: UserId; sinceMs: number; heard: Heard[] },
): number {
  const counts = heard.map((one) => countUnread(db, { ...person, ...one }, unreadCountMax))
  return Math.min(
    unreadCountMax,
    counts.reduce((sum, count) => sum + count, 0),
  )
}

/**
 * By time between the lists, by number within each, for a clock may have been set back; each row
 * with how far all lists are then.
 */
function merged(lists: NoticeRow[][], after: Position) {
  const position = { ...after }
  const all = []
  for (let row = takeNewest(lists); row; row = takeNewest(lists)) {
    position[row.stream] = row.number
    all.push({ row, position: { ...position } })
  }
  return all
}

function takeNewest(lists: NoticeRow[][]): NoticeRow | undefined {
  const [first] = lists
    .filter(([head]) => head !== undefined)
    .toSorted(([one], [other]) => newerFirst(one as NoticeRow, other as NoticeRow))
  return first?.shift()
}

function newerFirst(one: NoticeRow, other: NoticeRow): number {
  return other.at - one.at || other.number - one.number
}

function noticeOf({ stream, number, type, at, data, isRead }: NoticeRow): Notice {
  return {
    noticeId: noticeIdOf(stream, number),
    type,
    number,
    atMs: at,
    data: JSON.parse(data) as Record<string, unknown>,
    isRead: isRead === 1,
  }
}
