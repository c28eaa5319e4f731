import { InvalidInput, Unauthenticated } from '../../base/errors.ts'
import {
  type EngineQuery,
  type Found,
  readQuery,
  type SearchEngine,
  type SearchMode,
} from '../../engine/index.ts'
import type { Tx } from '../../store/tx.ts'
import type { Viewer } from '../catalog/index.ts'
import type { Command } from '../command.ts'
import {
  type Asked,
  answerForFree,
  chargeSearch,
  requireAllowance,
  viewerOf,
} from './charge-search.ts'
import { publicSnippetMaxChars } from './limits.ts'
import type { SearchDeps } from './room.ts'
import type { SearchRequest, SearchResult } from './search-request.ts'

/**
 * Searches for a principal and records it: one metered search, also when nothing is found; a retry
 * with the same request id and parameters is billed once, with what the first one showed. The hits
 * are checked against the records in the transaction that records and charges them. Throws
 * InvalidInput for a query that cannot be read and a mode that is not there, Saturated, and
 * PaymentRequired when the month's searches are spent (before anything is searched, and once more
 * when it is recorded) or the passages found cost more than there is.
 */
export function runSearch(
  room: SearchDeps,
  cmd: Command,
  request: SearchRequest,
): Promise<SearchResult> {
  return runSearchAndPresent(room, cmd, { request, present: (result) => result })
}

/**
 * The same; `present` makes what is returned out of the result, in the same transaction: an answer
 * that is kept for a repeated request is kept as it was given.
 */
export async function runSearchAndPresent<T>(
  room: SearchDeps,
  cmd: Command,
  { request, present }: { request: SearchRequest; present: (result: SearchResult, tx: Tx) => T },
): Promise<T> {
  const startedMs = performance.now()
  const asked = withMode(room, request)
  const query = engineQueryOf(asked)
  requireAllowance(room, cmd, asked)
  const found = await askEngine(room, viewerOf(cmd), { query, page: asked })
  return cmd.write(
    (tx) => present(chargeSearch(room, tx, { cmd, request: asked, found, startedMs }), tx),
    { mayRunAgain: true },
  )
}

/** A search that names no mode is one of the deployment's, also for telling retries. */
function withMode({ settings }: SearchDeps, request: SearchRequest): Asked {
  return { ...request, mode: request.mode ?? settings.searchMode ?? 'keyword' }
}

/**
 * The search without a credential, where the operator allows it: open listed data, short snippets,
 * billed to nobody and recorded nowhere. Its search_id and the retrieval event ids made from it
 * name this answer and lead to nothing: there is no tenant to whom a record could belong. Throws
 * Unauthenticated where it is not allowed, and what a search with a credential throws.
 */
export async function runPublicSearch(
  room: SearchDeps,
  request: SearchRequest,
): Promise<SearchResult> {
  if (!room.settings.publicSearch) throw new Unauthenticated()
  const startedMs = performance.now()
  const asked = withMode(room, request)
  const query = engineQueryOf(asked)
  const found = await askEngine(room, 'public', { query, page: asked })
  return answerForFree(room, { request: asked, found, startedMs })
}

type ToEngine = { query: EngineQuery; page: Omit<SearchRequest, 'q'> }

/** Has the engine search. Throws InvalidInput for a mode that is not there, and Saturated. */
export async function askEngine(
  { engine }: Pick<SearchDeps, 'engine'>,
  viewer: Viewer,
  { query, page: asked }: ToEngine,
): Promise<Found> {
  const { sort, limit, offset, highlight, facets, countDatasets, snippetChars, oncePerObject } =
    asked
  requireOffered(engine, query.mode)
  const snippetMaxChars =
    viewer === 'public' ? Math.min(publicSnippetMaxChars, snippetChars ?? Infinity) : snippetChars
  const shown = { highlight, facets, countDatasets, snippetMaxChars, oncePerObject }
  const page = { sort, limit, offset, ...shown }
  return engine.search(query, viewer, page)
}

/** Throws InvalidInput for a query that cannot be read. */
export function engineQueryOf({
  q,
  mode,
  modality,
  kind,
  lang,
  source,
  afterS,
  beforeS,
  tags,
}: SearchRequest & { mode: SearchMode }): EngineQuery {
  const filters = { modality, kind, lang, source, afterS, beforeS, tags }
  return { query: readQuery(q), mode, filters }
}

export function requireOffered(engine: Pick<SearchEngine, 'offers'>, mode: SearchMode): void {
  if (engine.offers(mode)) return
  throw new InvalidInput({
    field: 'mode',
    reason: 'not_available',
    message: 'There is no embedding model on this server; use mode keyword.',
  })
}
