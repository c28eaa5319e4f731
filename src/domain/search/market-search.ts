import { type CursorBinding, openCursor, sealCursor } from '../../base/cursor.ts'
import { InvalidInput } from '../../base/errors.ts'
import type { DatasetId } from '../../base/ids.ts'
import type { Json } from '../../base/json.ts'
import { requireOneStart } from '../../base/page.ts'
import type { Secrets } from '../../base/secrets.ts'
import {
  type DatasetCount,
  parseQuery,
  type SearchEngine,
  type SearchFilters,
  type SearchMode,
  type SearchOrder,
} from '../../engine/index.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { knowsDataset, namesOfVisible, objectsWithPicture, type Viewer } from '../catalog/index.ts'
import type { Command } from '../command.ts'
import type { Principal } from '../identity/index.ts'
import { searchOffsetMax } from './limits.ts'
import type { SearchDeps } from './room.ts'
import { runSearchAndPresent } from './run-search.ts'
import type { Hit, SearchRequest, SearchResult } from './search-request.ts'

/** Surface B's words for the modes of Surface A. */
export const retrievalModes = ['lexical', 'dense', 'hybrid', 'auto'] as const
export type RetrievalMode = (typeof retrievalModes)[number]

export type MarketSearchRequest = {
  readonly query: string
  /** Empty: every dataset that the caller may search. */
  readonly datasetIds: readonly DatasetId[]
  readonly retrievalMode: RetrievalMode
  readonly topK: number
  readonly cursor?: string | undefined
  /** Where the page begins, for who counts instead of following cursors. */
  readonly offset?: number | undefined
  readonly sort: SearchOrder
  readonly filters: SearchFilters
  readonly highlight: boolean
  readonly facets: boolean
  readonly snippetChars?: number | undefined
  readonly requestId?: string | undefined
}

export type MarketHit = Hit & { readonly hasPreview: boolean }

export type DatasetFacet = DatasetCount & { readonly name: string }

/** With what people see of hits and datasets. */
export type NamedResult = Omit<SearchResult, 'hits' | 'datasets'> & {
  readonly hits: readonly MarketHit[]
  /** The datasets with the most matches; null unless facets were asked for. */
  readonly datasets: readonly DatasetFacet[] | null
}

export type MarketSearchResult = NamedResult & {
  readonly retrievalMode: RetrievalMode
  readonly nextCursor: string | null
}

export type MarketSearch = ReturnType<typeof openMarketSearch>

const modeIn = { lexical: 'keyword', dense: 'semantic', hybrid: 'hybrid' } as const
const wordsOfB = { keyword: 'lexical', semantic: 'dense', hybrid: 'hybrid' } as const

/** The search of Surface B: the same engine and the same bill, datasets to choose, cursors. */
export function openMarketSearch(room: SearchDeps, { secrets }: { secrets: Secrets }) {
  const key = secrets.signing('market-search-cursor')

  /**
   * One page of a search. Throws InvalidInput for a dataset that the caller cannot see (the same
   * for one that does not exist), a foreign cursor and a mode that is not there; and whatever a
   * search throws.
   */
  function searchMarket(cmd: Command, asked: MarketSearchRequest): Promise<MarketSearchResult> {
    const { principal } = cmd
    const { topK: limit, datasetIds } = asked
    const field = 'dataset_ids'
    for (const datasetId of datasetIds) requireKnown(room.store.db, principal, { datasetId, field })
    const binding = bindingOf(principal, asked)
    requireOneStart(asked)
    const { cursor } = asked
    const offset = cursor ? (openCursor(key, binding, cursor) as number) : (asked.offset ?? 0)
    const request = requestOf(room.engine, { ...asked, offset })
    const present = (result: SearchResult, tx: Tx): MarketSearchResult => {
      const next = offset + limit
      const hasNext = result.hasMore && next <= searchOffsetMax
      const nextCursor = hasNext ? sealCursor(key, binding, next) : null
      const shown = withNames(tx, principal, result)
      return { ...result, ...shown, retrievalMode: wordsOfB[result.mode], nextCursor }
    }
    const narrowed = { ...cmd, principal: narrow(principal, datasetIds) }
    return runSearchAndPresent(room, narrowed, { request, present })
  }

  return { searchMarket }
}

function requestOf(
  engine: Pick<SearchEngine, 'offers'>,
  asked: MarketSearchRequest & { offset: number },
): SearchRequest {
  const { query: q, topK: limit, filters, sort, offset, highlight, facets } = asked
  const { snippetChars, requestId } = asked
  return {
    ...filters,
    q,
    mode: modeOf(engine, asked),
    sort,
    limit,
    offset,
    highlight,
    facets,
    countDatasets: facets,
    snippetChars,
    requestId,
  }
}

/** What the hits and the datasets are called, and which of them have a picture. */
export function withNames(tx: Tx, viewer: Viewer, { hits, datasets }: SearchResult) {
  const pictures = objectsWithPicture(tx, [...new Set(hits.map(({ objectId }) => objectId))])
  const counts = datasets ?? []
  const names = namesOfVisible(
    tx,
    viewer,
    counts.map(({ datasetId }) => datasetId),
  )
  const named = counts.flatMap((count) => {
    const name = names.get(count.datasetId)
    return name === undefined ? [] : [{ ...count, name }]
  })
  return {
    hits: hits.map((hit) => ({ ...hit, hasPreview: pictures.has(hit.objectId) })),
    datasets: datasets ? named : null,
  }
}

function modeOf(
  engine: Pick<SearchEngine, 'offers'>,
  { retrievalMode: mode, query }: MarketSearchRequest,
): SearchMode {
  if (mode !== 'auto') return modeIn[mode]
  return engine.offers('hybrid') && !asksForWords(query) ? 'hybrid' : 'keyword'
}

/** Operators and wildcards ask for words. (our choice: Surface B, auto) */
function asksForWords(q: string): boolean {
  const query = parseQuery(q)
  if (query.type !== 'ranked') return true
  return query.clauses.some(({ type }) => type === 'prefix' || type === 'fuzzy')
}

export function requireKnown(
  db: Db,
  principal: Principal,
  { datasetId, field }: { datasetId: DatasetId; field: string },
): void {
  if (knowsDataset(db, principal, datasetId)) return
  throw new InvalidInput({
    field,
    reason: 'unknown_dataset',
    message: `${field} names a dataset that you cannot search.`,
  })
}

/** The caller, seeing no more than the chosen datasets; requireKnown has kept the list honest. */
export function narrow(principal: Principal, datasetIds: readonly DatasetId[]): Principal {
  if (datasetIds.length === 0) return principal
  return { ...principal, datasetAccess: { mode: 'allow_list', datasetIds } }
}

function bindingOf(principal: Principal, request: MarketSearchRequest): CursorBinding {
  // The mark of a retry is of one page, and the next one is another search.
  const { cursor: _, offset: _at, requestId: _id, ...asked } = request
  const { datasetAccess } = principal
  const listed = datasetAccess.mode === 'allow_list' ? [...datasetAccess.datasetIds].sort() : null
  return {
    route: 'searchMarket',
    tenantId: principal.tenantId,
    restriction: listed,
    filters: asked as unknown as Json,
  }
}
