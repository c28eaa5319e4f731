import type { ApiKeyId, DatasetId } from '../../../base/ids.ts'
import type { PageEnd } from '../../../base/page.ts'
import { type PeriodRequest, requireOrder } from '../../../base/period.ts'
import { type Moment, type PageRequest, readPage } from '../page.ts'
import type { Reader, ReportsRoom } from '../room.ts'
import * as queries from './queries.ts'
import { whoseHistory } from './whose.ts'

export type HistoryRequest = PageRequest &
  PeriodRequest & { readonly apiKeyId?: ApiKeyId | undefined }

export type SearchRecord = queries.SearchRow & {
  /** The datasets that it had results from. */
  readonly datasetIds: readonly DatasetId[]
}

export type SearchHistory = { readonly searches: readonly SearchRecord[] } & PageEnd

/** The tenant's searches, newest first. Throws InvalidInput for the cursor and the period. */
export function listSearches(
  room: ReportsRoom,
  reader: Reader,
  request: HistoryRequest,
): SearchHistory {
  const { db } = room.store
  const history = historyOf(reader, request)
  const { rows, nextCursor } = readPage<queries.SearchRow, Moment>(room, request, {
    route: 'searches',
    reader,
    filters: filtersOf(request),
    read: (page) => queries.listSearchRows(db, history, page),
    positionOf: (row) => [row.occurredAtMs, row.searchActivityId],
  })
  const reached = queries.datasetsReached(
    db,
    rows.map(({ searchId }) => searchId),
  )
  return {
    searches: rows.map((row) => ({ ...row, datasetIds: reached.get(row.searchId) ?? [] })),
    total: queries.countSearches(db, history),
    nextCursor,
  }
}

export type AccessHistory = { readonly accesses: readonly queries.AccessRow[] } & PageEnd

/** What the tenant read and downloaded, newest first. Throws InvalidInput likewise. */
export function listAccesses(
  room: ReportsRoom,
  reader: Reader,
  request: HistoryRequest,
): AccessHistory {
  const { db } = room.store
  const history = historyOf(reader, request)
  const { rows, nextCursor } = readPage<queries.AccessRow, Moment>(room, request, {
    route: 'accesses',
    reader,
    filters: filtersOf(request),
    read: (page) =>
      [...queries.listReadRows(db, history, page), ...queries.listDownloadRows(db, history, page)]
        .sort(newestFirst)
        .slice(0, page.limit),
    positionOf: (row) => [row.occurredAtMs, row.accessId],
  })
  const total = queries.countReads(db, history) + queries.countDownloads(db, history)
  return { accesses: rows, total, nextCursor }
}

/** The order of SQLite's row values: by time, then by the bytes of the id, both downwards. */
function newestFirst(a: queries.AccessRow, b: queries.AccessRow): number {
  return b.occurredAtMs - a.occurredAtMs || (a.accessId < b.accessId ? 1 : -1)
}

function historyOf(reader: Reader, { fromMs, toMs, apiKeyId }: HistoryRequest) {
  requireOrder({ fromMs, toMs })
  return { ...whoseHistory(reader, apiKeyId), fromMs, toMs }
}

function filtersOf({ fromMs, toMs, apiKeyId }: HistoryRequest) {
  return { from: fromMs ?? null, to: toMs ?? null, key: apiKeyId ?? null }
}
