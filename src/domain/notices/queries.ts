import { and, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { UserId } from '../../base/ids.ts'
import type { Reading } from '../../store/reading.ts'
import type { Tx } from '../../store/tx.ts'
import type { StreamId } from '../events/index.ts'
import type { Heard } from './streams.ts'
import { noticePlaces, noticesRead } from './tables.ts'

type Person = { userId: UserId; sinceMs: number }

export type NoticeRow = {
  stream: StreamId
  number: number
  type: string
  at: number
  data: string
  isRead: 0 | 1
}

type Asked = Person & Heard & { below: number | undefined; limit: number; unreadOnly: boolean }

/** The newest first, from below a number on. */
export function listNoticeRows(reading: Reading, asked: Asked): Promise<NoticeRow[]> {
  const { userId, sinceMs, stream, types, below, limit, unreadOnly } = asked
  return reading.all<NoticeRow>(sql`
    SELECT stream, number, type, at, data, ${isRead(userId, stream)} AS isRead FROM event
    WHERE stream = ${stream} AND number < ${below ?? Number.MAX_SAFE_INTEGER}
      AND type IN (SELECT value FROM json_each(${JSON.stringify(types)}))
      AND at >= ${sinceMs} AND number > ${unreadOnly ? readUpTo(userId, stream) : -1}
      AND (${unreadOnly ? 0 : 1} OR NOT ${isRead(userId, stream)})
    ORDER BY number DESC LIMIT ${limit}`)
}

/** What is not read, counted no further than to `max`. */
export async function countUnread(
  reading: Reading,
  heard: Person & Heard,
  max: number,
): Promise<number> {
  return (await reading.get<{ unread: number }>(unreadIn(heard, max))).unread
}

/** The same of what is written in this transaction. */
export function countUnreadHere(tx: Tx, heard: Person & Heard, max: number): number {
  return tx.get<{ unread: number }>(unreadIn(heard, max)).unread
}

function unreadIn({ userId, sinceMs, stream, types }: Person & Heard, max: number): SQL {
  return sql`
    SELECT count(*) AS unread FROM (
      SELECT 1 FROM event
      WHERE stream = ${stream} AND number > ${readUpTo(userId, stream)}
        AND type IN (SELECT value FROM json_each(${JSON.stringify(types)}))
        AND at >= ${sinceMs} AND NOT ${isRead(userId, stream)}
      LIMIT ${max})`
}

function readUpTo(userId: UserId, stream: StreamId) {
  return sql`coalesce((SELECT read_up_to FROM notice_place
    WHERE user_id = ${userId} AND stream = ${stream}), 0)`
}

function isRead(userId: UserId, stream: StreamId) {
  return sql`(event.number <= ${readUpTo(userId, stream)} OR EXISTS (
    SELECT 1 FROM notice_read AS r
    WHERE r.user_id = ${userId} AND r.stream = ${stream} AND r.number = event.number))`
}

type Place = { userId: UserId; stream: StreamId; number: number }

export function putRead(tx: Tx, place: Place): void {
  tx.insert(noticesRead).values(place).onConflictDoNothing().run()
}

/** All up to a number are read; what stood there one by one is not needed any more. */
export function putReadUpTo(tx: Tx, { userId, stream, number }: Place): void {
  tx.insert(noticePlaces)
    .values({ userId, stream, readUpTo: number })
    .onConflictDoUpdate({
      target: [noticePlaces.userId, noticePlaces.stream],
      set: { readUpTo: number },
    })
    .run()
  const { userId: whose, stream: where } = noticesRead
  tx.delete(noticesRead)
    .where(and(eq(whose, userId), eq(where, stream), lte(noticesRead.number, number)))
    .run()
}
