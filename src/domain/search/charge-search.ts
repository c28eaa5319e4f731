import { hash } from 'node:crypto'
import {
  newId,
  type PassageId,
  type RetrievalEventId,
  type SearchId,
  type TenantId,
} from '../../base/ids.ts'
import { canonicalJson } from '../../base/json.ts'
import {
  type DatasetCount,
  type Facets,
  type Found,
  type FoundPassage,
  type SearchMode,
  type SearchOutcome,
  scriptNames,
} from '../../engine/index.ts'
import type { Db, Tx } from '../../store/tx.ts'
import {
  type Caller,
  findVisibleObjects,
  restrictionOf,
  type Viewer,
  type VisibleObject,
} from '../catalog/index.ts'
import type { Command } from '../command.ts'
import type { Principal } from '../identity/index.ts'
import type { ShownPassage } from '../ledger/index.ts'
import { searchRetryWindowMs } from './limits.ts'
import { findFirstHits, insertSearchActivity } from './queries.ts'
import { retrievalEventId } from './retrieval-event.ts'
import type { SearchDeps } from './room.ts'
import type { Hit, SearchRequest, SearchResult } from './search-request.ts'

/** With the mode that was chosen, by the caller or for it. */
export type Asked = SearchRequest & { mode: SearchMode }

type Answered = { cmd: Command; request: Asked; found: Found; startedMs: number }

/** Checks what was found against the records, charges it and keeps it for the history. */
export function chargeSearch(room: SearchDeps, tx: Tx, answered: Answered): SearchResult {
  const { cmd, request, found, startedMs } = answered
  const { outcome, mode } = found
  const searchId = newId('srch', room.clock.nowMs())
  const { shown, ...checked } = recheck(tx, viewerOf(cmd), { outcome, searchId })
  const { chargedCredits } = record(room, tx, { cmd, request, mode, searchId, shown })
  const availableCredits = room.ledger.creditsOf(tx, cmd.principal.tenantId)
  const rest = { searchId, chargedCredits, availableCredits, startedMs }
  return resultOf({ ...request, mode }, { ...checked, ...rest })
}

/** The same for nobody: checked, and neither charged nor kept. */
export function answerForFree(
  room: SearchDeps,
  { request, found, startedMs }: Omit<Answered, 'cmd'>,
): SearchResult {
  const { outcome, mode } = found
  const searchId = newId('srch', room.clock.nowMs())
  const { shown: _, ...checked } = recheck(room.store.db, 'public', { outcome, searchId })
  const free = { chargedCredits: 0, availableCredits: undefined }
  return resultOf({ ...request, mode }, { ...checked, searchId, ...free, startedMs })
}

export function viewerOf({ principal: { tenantId, datasetAccess } }: Command): Caller {
  return { tenantId, datasetAccess }
}

/** Who may not be served must not keep a thread busy. A retry was paid for with its first try. */
export function requireAllowance(
  { store, ledger, clock }: SearchDeps,
  { principal }: Command,
  request: SearchRequest,
): void {
  const { tenantId } = principal
  const { requestId } = request
  const nowMs = clock.nowMs()
  const paramsHash = paramsHashOf(principal, request)
  if (shownFirst(store.db, { tenantId, requestId, paramsHash, nowMs })) return
  ledger.requireAllowance(store.db, { tenantId, operation: 'search', nowMs })
}

type Marked = {
  tenantId: TenantId
  requestId: string | undefined
  paramsHash: string
  nowMs: number
}

/** The hits of the search that this one repeats; undefined: it is the first. */
function shownFirst(db: Db, { requestId, nowMs, ...asked }: Marked): PassageId[] | undefined {
  if (requestId === undefined) return undefined
  return findFirstHits(db, { ...asked, requestId, sinceMs: nowMs - searchRetryWindowMs })
}

/** Of everything that was asked but the mark of a retry, with the datasets it is narrowed to. */
function paramsHashOf(principal: Principal, { requestId: _, ...params }: SearchRequest): string {
  const within = restrictionOf(principal) ?? undefined
  return hash('sha256', canonicalJson({ ...params, within }), 'hex')
}

type Shown =
  | 'hits'
  | 'total'
  | 'hasMore'
  | 'totalRelation'
  | 'facets'
  | 'datasets'
  | 'correctedQuery'
  | 'warnings'
type Checked = Pick<SearchResult, Shown> & {
  /** The hits with what their price depends on. */
  shown: ShownPassage[]
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
  const named = outcome.hits.flatMap(({ objectId, alsoIn = [] }) => [objectId, ...alsoIn])
  const objectIds = [...new Set(named)]
  const visible = findVisibleObjects(db, viewer, objectIds)
  const kept: Hit[] = []
  const shown: ShownPassage[] = []
  let { facets, datasets } = outcome
  for (const found of outcome.hits) {
    const object = visible.get(found.objectId)
    if (object) {
      const retrieval = retrievalEventId(searchId, kept.length)
      const { title, filename, folder } = object
      const others = found.alsoIn?.filter((objectId) => visible.has(objectId)) ?? []
      const alsoIn = others.length > 0 ? others : undefined
      kept.push({ ...found, alsoIn, title, filename, folder, retrievalEventId: retrieval })
      shown.push(shownPassage(found, { retrievalEventId: retrieval, object }))
    } else if (facets) {
      facets = without(facets, found)
      datasets = datasets && withoutOneOf(datasets, found)
    }
  }
  const removed = sizeOf(outcome.hits) - sizeOf(kept)
  return {
    hits: kept,
    shown,
    facets,
    datasets,
    total: outcome.total - removed,
    hasMore: outcome.hasMore,
    totalRelation: removed > 0 || outcome.isCapped ? 'approximate' : 'exact',
    // The words of a correction may come from what is gone by now.
    correctedQuery: removed === 0 ? outcome.correctedQuery : undefined,
    warnings: warningsOf(outcome),
  }
}

function warningsOf({ unknownScripts }: SearchOutcome): string[] {
  if (!unknownScripts) return []
  const names = scriptNames(unknownScripts).join(', ')
  return [
    `The embedding model does not know every script of the query (${names}): ` +
      'such words are found as they are written, in the modes keyword and hybrid, and not by ' +
      'what they mean.',
  ]
}

/** Hits with those that they stand for. */
function sizeOf(hits: readonly FoundPassage[]): number {
  return hits.reduce((sum, { alike = 0 }) => sum + 1 + alike, 0)
}

function shownPassage(
  { passageId, kind }: FoundPassage,
  { retrievalEventId, object }: { retrievalEventId: RetrievalEventId; object: VisibleObject },
): ShownPassage {
  const { objectId: assetId, datasetId, tenantId, monetizationMode, curated } = object
  return {
    retrievalEventId,
    passageId,
    assetId,
    datasetId,
    providerTenantId: tenantId,
    monetizationMode,
    curated,
    isFree: kind === 'metadata',
  }
}

function without(facets: Facets, { modality, kind }: Pick<Hit, 'modality' | 'kind'>): Facets {
  return { modality: oneLess(facets.modality, modality), kind: oneLess(facets.kind, kind) }
}

function withoutOneOf(
  counts: readonly DatasetCount[],
  { datasetId: gone }: Pick<Hit, 'datasetId'>,
): DatasetCount[] {
  const left = counts.map(({ datasetId, count }) => ({
    datasetId,
    count: datasetId === gone ? count - 1 : count,
  }))
  return left.filter(({ count }) => count > 0)
}

function oneLess<T extends string>(counts: Readonly<Partial<Record<T, number>>>, key: T) {
  const { [key]: count = 0, ...others } = counts as Record<T, number>
  return count > 1 ? { ...counts, [key]: count - 1 } : (others as Partial<Record<T, number>>)
}

type Recorded = {
  cmd: Command
  request: SearchRequest
  mode: SearchMode
  searchId: SearchId
  shown: readonly ShownPassage[]
}

/** Meters and charges the search with what it found, and keeps it for the history. */
function record(room: SearchDeps, tx: Tx, { cmd, request, mode, searchId, shown }: Recorded) {
  const { requestId } = request
  const { tenantId, principalId, apiKeyId, line } = cmd.principal
  const nowMs = room.clock.nowMs()
  const paramsHash = paramsHashOf(cmd.principal, request)
  const search = { tenantId, apiKeyId, searchId, requestId, paramsHash, nowMs }
  const { billed, books } = room.ledger.recordSearch(tx, search)
  const payer = { tenantId, apiKeyId, line }
  const { chargedCredits } = room.ledger.meterRetrieval(tx, {
    payer,
    searchId,
    shownFirst: billed ? undefined : shownFirst(tx, search),
    books,
    passages: shown,
    nowMs,
  })
  insertSearchActivity(tx, {
    searchActivityId: newId('sa', nowMs),
    searchId,
    tenantId,
    principalId,
    apiKeyId: apiKeyId ?? null,
    requestId: requestId ?? null,
    paramsHash,
    billed,
    queryText: request.q,
    mode,
    chargedCredits,
    resultCount: shown.length,
    hits: shown.map(({ passageId }) => passageId),
    occurredAt: nowMs,
  })
  return { chargedCredits }
}

function resultOf(
  { limit, offset, mode }: Asked,
  found: Omit<Checked, 'shown'> & {
    searchId: SearchId
    chargedCredits: number
    availableCredits: number | undefined
    startedMs: number
  },
): SearchResult {
  const { startedMs, ...rest } = found
  const tookMs = Math.round(performance.now() - startedMs)
  return { ...rest, limit, offset, mode, tookMs }
}
