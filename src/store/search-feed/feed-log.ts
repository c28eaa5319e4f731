import type { Connection } from '../connect.ts'
import type { RowKey } from './copied-rows.ts'
import type { searchFeed } from './tables.ts'

type Raw = Connection['raw']

/** A place in the log, and the mark of the row there: another history has another one. */
export type FeedPlace = { readonly seq: number; readonly mark: string }

export const beforeAll: FeedPlace = { seq: 0, mark: '' }

type LogRow = Omit<typeof searchFeed.$inferSelect, 'takes'>

/** The last place. */
export function lastPlace(raw: Raw): FeedPlace {
  const text = 'SELECT seq, mark FROM search_feed ORDER BY seq DESC LIMIT 1'
  return (raw.prepare(text).get() as FeedPlace | undefined) ?? beforeAll
}

/**
 * What every node must have heard of before it answers: the last change that took something from
 * somebody's sight. Where the log has none any more, everything that it has lost.
 */
export function lastTaking(raw: Raw): number {
  const text = `SELECT coalesce(
    (SELECT seq FROM search_feed WHERE takes = 1 ORDER BY seq DESC LIMIT 1),
    (SELECT min(seq) - 1 FROM search_feed), 0) AS seq`
  return (raw.prepare(text).get() as { seq: number }).seq
}

/** Whether the log goes on from this place: it is in it, and of this history. */
export function goesOnFrom(raw: Raw, { seq, mark }: FeedPlace): boolean {
  if (seq === 0) {
    const text = 'SELECT coalesce(min(seq), 1) AS first FROM search_feed'
    return (raw.prepare(text).get() as { first: number }).first === 1
  }
  const row = raw.prepare('SELECT mark FROM search_feed WHERE seq = ?').get(seq)
  return (row as { mark: string } | undefined)?.mark === mark
}

/** Whether the removal of a passage is in the log. */
export function sawPassageGo(raw: Raw, passageNo: number): boolean {
  const text =
    "SELECT 1 FROM search_feed WHERE what = 'passage' AND row_key = json_array(?) LIMIT 1"
  return raw.prepare(text).get(passageNo) !== undefined
}

/** What is named in the log after a place: each key once, and where the next look begins. */
export function changesAfter(raw: Raw, { place, limit }: { place: FeedPlace; limit: number }) {
  const rows = raw
    .prepare(
      `SELECT seq, what, row_key AS rowKey, mark FROM search_feed
       WHERE seq > ? ORDER BY seq LIMIT ?`,
    )
    .all(place.seq, limit) as LogRow[]
  const keys = new Map<LogRow['what'], Set<string>>()
  for (const { what, rowKey } of rows) {
    keys.set(what, (keys.get(what) ?? new Set()).add(rowKey))
  }
  const last = rows.at(-1)
  return {
    keysOf: (what: LogRow['what']) =>
      [...(keys.get(what) ?? [])].map((text) => JSON.parse(text) as RowKey),
    place: last ? { seq: last.seq, mark: last.mark } : place,
    isAll: rows.length < limit,
  }
}
