import { type CursorBinding, openCursor, sealCursor } from '../../base/cursor.ts'
import { InvalidInput } from '../../base/errors.ts'
import type { DatasetId } from '../../base/ids.ts'
import type { Json } from '../../base/json.ts'
import type { Secrets, SigningKeys } from '../../base/secrets.ts'
import type { SearchFilters, SearchMode, Semantics } from '../../engine/index.ts'
import { parseQuery } from '../../engine/index.ts'
import type { Db, Write } from '../../store/tx.ts'
import { knowsDataset } from '../catalog/index.ts'
import type { Command } from '../command.ts'
import type { Principal } from '../identity/index.ts'
import { searchOffsetMax } from './limits.ts'
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

type Deps = {
  store: { readonly db: Db }
  secrets: Secrets
  run(cmd: Command, request: SearchRequest): Promise<SearchResult>
  semantics?: Pick<Semantics, 'isOffered'> | undefined
}

const modeIn = { lexical: 'keyword', dense: 'semantic', hybrid: 'hybrid' } as const
const wordsOfB = { keyword: 'lexical', semantic: 'dense', hybrid: 'hybrid' } as const

/** The search of Surface B: the same engine and the same bill, datasets to choose, cursors. */
export function openMarketSearch({ store, secrets, run, semantics }: Deps) {
  const key = secrets.signing('market-search-cursor')

  function modeOf(mode: RetrievalMode, q: string): SearchMode {
    if (mode !== 'auto') return modeIn[mode]
    return semantics?.isOffered() && !asksForWords(q) ? 'hybrid' : 'keyword'
  }

  /**
   * One page of a search. Throws InvalidInput for a dataset that the caller cannot see (the same
   * for one that does not exist), a foreign cursor and a mode that is not there; and whatever a
   * search throws.
   */
  async function searchMarket(
    cmd: Command,
    request: MarketSearchRequest,
  ): Promise<MarketSearchResult> {
    const { principal } = cmd
    for (const id of request.datasetIds) requireKnown(store.db, principal, id)
    const binding = bindingOf(principal, request)
    const offset = request.cursor === undefined ? 0 : offsetIn(key, binding, request.cursor)
    const { query: q, topK: limit, filters, highlight } = request
    const mode = modeOf(request.retrievalMode, q)
    const asked = { ...filters, q, mode, limit, offset, highlight, facets: false }
    const paged = (result: SearchResult): MarketSearchResult => {
      const next = offset + limit
      const more = result.hasMore && next <= searchOffsetMax
      const nextCursor = more ? sealCursor(key, binding, next) : null
      return Object.assign(result, { retrievalMode: wordsOfB[result.mode], nextCursor })
    }
    // The page is complete inside the transaction: that is what a stored answer is made of.
    const write: Write = (fn) => cmd.write((tx) => paged(fn(tx) as SearchResult) as never)
    const narrowed = { ...cmd, write, principal: narrow(principal, request.datasetIds) }
    return (await run(narrowed, { ...asked, sort: 'relevance' })) as MarketSearchResult
  }

  return { searchMarket }
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

function offsetIn(key: SigningKeys, binding: CursorBinding, cursor: string): number {
  return openCursor(key, binding, cursor) as number
}
