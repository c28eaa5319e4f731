import { type CursorBinding, openCursor, sealCursor } from '../../base/cursor.ts'
import { InvalidInput } from '../../base/errors.ts'
import type { DatasetId } from '../../base/ids.ts'
import type { Json } from '../../base/json.ts'
import type { Secrets } from '../../base/secrets.ts'
import {
  parseQuery,
  type SearchEngine,
  type SearchFilters,
  type SearchMode,
} from '../../engine/index.ts'
import type { Db } from '../../store/tx.ts'
import { knowsDataset } from '../catalog/index.ts'
import type { Command } from '../command.ts'
import type { Principal } from '../identity/index.ts'
import { searchOffsetMax } from './limits.ts'
import type { SearchDeps } from './room.ts'
import { runSearchAndPresent } from './run-search.ts'
import type { SearchRequest, SearchResult } from './search-request.ts'

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
  readonly filters: SearchFilters
  readonly highlight: boolean
}

export type MarketSearchResult = SearchResult & {
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
    const { query: q, topK: limit, filters, highlight, cursor, datasetIds } = asked
    for (const id of datasetIds) requireKnown(room.store.db, principal, id)
    const binding = bindingOf(principal, asked)
    const offset = cursor === undefined ? 0 : (openCursor(key, binding, cursor) as number)
    const request: SearchRequest = {
      ...filters,
      q,
      mode: modeOf(room.engine, asked),
      sort: 'relevance',
      limit,
      offset,
      highlight,
      facets: false,
    }
    const present = (result: SearchResult): MarketSearchResult => {
      const next = offset + limit
      const hasNext = result.hasMore && next <= searchOffsetMax
      const nextCursor = hasNext ? sealCursor(key, binding, next) : null
      return { ...result, retrievalMode: wordsOfB[result.mode], nextCursor }
    }
    const narrowed = { ...cmd, principal: narrow(principal, datasetIds) }
    return runSearchAndPresent(room, narrowed, { request, present })
  }

  return { searchMarket }
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

function requireKnown(db: Db, principal: Principal, datasetId: DatasetId): void {
  if (knowsDataset(db, principal, datasetId)) return
  throw new InvalidInput({
    field: 'dataset_ids',
    reason: 'unknown_dataset',
    message: 'dataset_ids names a dataset that you cannot search.',
  })
}

/** The caller, seeing no more than the chosen datasets; requireKnown has kept the list honest. */
function narrow(principal: Principal, datasetIds: readonly DatasetId[]): Principal {
  if (datasetIds.length === 0) return principal
  return { ...principal, datasetAccess: { mode: 'allow_list', datasetIds } }
}

function bindingOf(principal: Principal, request: MarketSearchRequest): CursorBinding {
  const { cursor: _, ...asked } = request
  const { datasetAccess } = principal
  const listed = datasetAccess.mode === 'allow_list' ? [...datasetAccess.datasetIds].sort() : null
  return {
    route: 'searchMarket',
    tenantId: principal.tenantId,
    restriction: listed,
    filters: asked as unknown as Json,
  }
}
