import { createHash } from 'node:crypto'
import { InvalidInput, Unauthenticated } from '../../base/errors.ts'
import { newId, type SearchId } from '../../base/ids.ts'
import { canonicalJson } from '../../base/json.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { findVisibleObjects, type Viewer } from '../catalog/index.ts'
import type { Command } from '../command.ts'
import { publicSnippetMaxChars } from './limits.ts'
import type { SearchJob, SearchOutcome } from './ports.ts'
import { insertSearchActivity } from './queries.ts'
import { readQuery } from './read-query.ts'
import { retrievalEventId } from './retrieval-event.ts'
import type { SearchDeps } from './room.ts'
import type { Facets, Hit, SearchRequest, SearchResult } from './search-request.ts'

/**
 * Searches for a principal and records it: one metered search, also when nothing is found; a retry
 * with the same request id and parameters is billed once. The hits are checked against the records
 * in the transaction that records them. Throws InvalidInput for a query that cannot be read and a
 * mode that is not there, Saturated, and PaymentRequired when the month's searches are spent.
 */
export async function runSearch(
  room: SearchDeps,
  cmd: Command,
  request: SearchRequest,
): Promise<SearchResult> {
  const startedMs = performance.now()
  const { tenantId, datasetAccess } = cmd.principal
  const viewer = { tenantId, datasetAccess }
  const outcome = await room.pool.search(jobOf(viewer, request))
  return cmd.write((tx) => {
    const searchId = newId('srch', room.clock.nowMs())
    const checked = recheck(tx, viewer, { outcome, searchId })
    record(room, tx, { cmd, request, searchId, hits: checked.hits })
    const availableCredits = room.ledger.creditsOf(tx, tenantId)
    return resultOf(request, { ...checked, searchId, availableCredits, startedMs })
  })
}

/**
 * The search without a credential, where the operator allows it: open listed data, short snippets,
 * billed to nobody and recorded nowhere. Throws Unauthenticated where it is not allowed, and what
 * a search with a credential throws.
 */
export async function runPublicSearch(
  room: SearchDeps,
  request: SearchRequest,
): Promise<SearchResult> {
  if (!room.settings.publicSearch) throw new Unauthenticated()
  const startedMs = performance.now()
  const outcome = await room.pool.search(jobOf('public', request))
  const searchId = newId('srch', room.clock.nowMs())
  const checked = recheck(room.store.db, 'public', { outcome, searchId })
  return resultOf(request, { ...checked, searchId, availableCredits: undefined, startedMs })
}

function jobOf(viewer: Viewer, request: SearchRequest): SearchJob {
  const { q, mode, sort, limit, offset, highlight, facets, requestId: _, ...filters } = request
  if (mode !== 'keyword') {
    throw new InvalidInput({
      field: 'mode',
      reason: 'not_available',
      message: `mode ${mode} is not available in this release; use keyword.`,
    })
  }
  const snippetMaxChars = viewer === 'public' ? publicSnippetMaxChars : undefined
  const query = readQuery(q)
  return { viewer, query, filters, sort, limit, offset, highlight, facets, snippetMaxChars }
}

type Checked = Pick<SearchResult, 'hits' | 'total' | 'totalRelation' | 'facets'> & {
  /** How many hits the page had before the check. */
  pageSize: number
}

/**
 * The records have the last word: an asset that was deleted or taken away since the ranking is
 * left out, and total and facets follow what is known to be gone (spec 2.1, total_relation).
 */
function recheck(
  db: Db,
  viewer: Viewer,
  { outcome, searchId }: { outcome: SearchOutcome; searchId: SearchId },
): Checked {
  const objectIds = [...new Set(outcome.hits.map(({ objectId }) => objectId))]
  const visible = findVisibleObjects(db, viewer, objectIds)
  const kept: Hit[] = []
  let facets = outcome.facets
  for (const found of outcome.hits) {
    const object = visible.get(found.objectId)
    if (object) {
      const retrieval = retrievalEventId(searchId, kept.length)
      kept.push({ ...found, title: object.title, retrievalEventId: retrieval })
    } else if (facets) {
      facets = without(facets, found)
    }
  }
  const removed = outcome.hits.length - kept.length
  return {
    ...{ hits: kept, facets, pageSize: outcome.hits.length },
    total: outcome.total - removed,
    totalRelation: removed > 0 ? 'approximate' : 'exact',
  }
}

function without(facets: Facets, { modality, kind }: Pick<Hit, 'modality' | 'kind'>): Facets {
  return { modality: oneLess(facets.modality, modality), kind: oneLess(facets.kind, kind) }
}

function oneLess<T extends string>(counts: Readonly<Partial<Record<T, number>>>, key: T) {
  const { [key]: count = 0, ...others } = counts as Record<T, number>
  return count > 1 ? { ...counts, [key]: count - 1 } : (others as Partial<Record<T, number>>)
}

type Recorded = {
  cmd: Command
  request: SearchRequest
  searchId: SearchId
  hits: readonly Hit[]
}

function record(room: SearchDeps, tx: Tx, { cmd, request, searchId, hits }: Recorded): void {
  const { requestId, ...params } = request
  const { tenantId, principalId, apiKeyId } = cmd.principal
  const nowMs = room.clock.nowMs()
  const paramsHash = createHash('sha256').update(canonicalJson(params)).digest('hex')
  const search = { tenantId, apiKeyId, searchId, requestId, paramsHash, nowMs }
  const { billed } = room.ledger.recordSearch(tx, search)
  insertSearchActivity(tx, {
    ...{ searchActivityId: newId('sa', nowMs), searchId, tenantId, principalId },
    ...{ apiKeyId: apiKeyId ?? null, requestId: requestId ?? null, paramsHash, billed },
    ...{ queryText: request.q, mode: request.mode, chargedCredits: 0 },
    ...{ resultCount: hits.length, hits: hits.map(({ passageId }) => passageId) },
    occurredAt: nowMs,
  })
}

function resultOf(
  { limit, offset, mode }: SearchRequest,
  found: Checked & {
    searchId: SearchId
    availableCredits: number | undefined
    startedMs: number
  },
): SearchResult {
  const { pageSize, startedMs, ...rest } = found
  const { total, hits } = rest
  const hasMore = offset + pageSize < total + (pageSize - hits.length)
  const tookMs = Math.round(performance.now() - startedMs)
  return { ...rest, ...{ limit, offset, mode, hasMore, tookMs }, chargedCredits: 0 }
}
