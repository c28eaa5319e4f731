import type { UserId } from '../../base/ids.ts'
import { type After, type PageRequest, readPageLater } from '../../base/page.ts'
import type { SigningKeys } from '../../base/secrets.ts'
import type { Reading } from '../../store/reading.ts'
import type { Db, RoomStore, Tx } from '../../store/tx.ts'
import { requireSession } from '../identity/index.ts'
import type { Principal } from '../principal.ts'
import { unreadCountMax } from './limits.ts'
import { countUnread, countUnreadHere, listNoticeRows, type NoticeRow } from './queries.ts'
import { type Heard, heardBy, noticeIdOf } from './streams.ts'

export type NoticeRoom = {
  readonly store: RoomStore
  /** What somebody hears of may be rare among a great many events. */
  readonly reading: Reading
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

type Request = PageRequest & {
  readonly unreadOnly: boolean
  /** Of those that the person hears of. */
  readonly types?: readonly string[] | undefined
}

/** How far the page before came in each list. */
type Position = Record<string, number>

/**
 * What the person is told of, the newest first. Throws Forbidden for a key, and InvalidInput for
 * the cursor.
 */
export async function listNotices(
  { store: { db }, reading, cursorKey, joinedAtMs }: NoticeRoom,
  principal: Principal,
  { cursor, limit, unreadOnly, types }: Request,
): Promise<NoticePage> {
  requireSession(principal)
  const { tenantId, userId } = principal
  const heard = heardBy(principal)
  const asked = types ? heard.map((one) => only(one, types)) : heard
  const sinceMs = joinedAtMs(db, userId)
  const page = { cursor, limit }
  const { rows, nextCursor } = await readPageLater(cursorKey, page, {
    binding: {
      route: 'notices',
      tenantId,
      restriction: null,
      filters: { userId, unreadOnly, ...(types && { types: types.join() }) },
    },
    read: async ({ after, limit: most }: After<Position>) => {
      const ask = { userId, sinceMs, limit: most, unreadOnly }
      const lists = await Promise.all(
        asked.map((one) => listNoticeRows(reading, { ...ask, ...one, below: after?.[one.stream] })),
      )
      return merged(lists, after ?? {}).slice(0, most)
    },
    positionOf: ({ position }) => position,
  })
  return {
    notices: rows.map(({ row }) => noticeOf(row)),
    unread: summed(
      await Promise.all(
        heard.map((one) => countUnread(reading, { userId, sinceMs, ...one }, unreadCountMax)),
      ),
    ),
    nextCursor,
  }
}

function only({ stream, types: heard }: Heard, types: readonly string[]): Heard {
  return { stream, types: heard.filter((type) => types.includes(type)) }
}

export function unreadOf(
  tx: Tx,
  { heard, ...person }: { userId: UserId; sinceMs: number; heard: Heard[] },
): number {
  return summed(heard.map((one) => countUnreadHere(tx, { ...person, ...one }, unreadCountMax)))
}

function summed(counts: readonly number[]): number {
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
