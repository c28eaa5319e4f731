import { hash } from 'node:crypto'
import {
  type DatasetId,
  newId,
  type PassageId,
  type SearchId,
  type TenantId,
} from '../../base/ids.ts'
import { canonicalJson } from '../../base/json.ts'
import type { Found, SearchMode } from '../../engine/index.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { type Caller, restrictionOf } from '../catalog/index.ts'
import type { Command } from '../command.ts'
import type { Principal } from '../identity/index.ts'
import type { ShownPassage } from '../ledger/index.ts'
import { searchRetryWindowMs } from './limits.ts'
import {
  findFirstHits,
  insertSearchActivity,
  insertSearchReach,
  type SearchReachRow,
} from './queries.ts'
import { type Checked, recheckHits } from './recheck-hits.ts'
import type { SearchDeps } from './room.ts'
import type { SearchRequest, SearchResult } from './search-request.ts'

/** With the mode that was chosen, by the caller or for it. */
export type Asked = SearchRequest & { mode: SearchMode }

type Answered = { cmd: Command; request: Asked; found: Found; startedMs: number }

/** Checks what was found against the records, charges it and keeps it for the history. */
export function chargeSearch(room: SearchDeps, tx: Tx, answered: Answered): SearchResult {
  const { cmd, request, found, startedMs } = answered
  const { outcome, mode } = found
  const searchId = newId('srch', room.clock.nowMs())
  const { shown, ...checked } = recheckHits(tx, viewerOf(cmd), { outcome, searchId })
  const { chargedCredits } = record(room, tx, { cmd, request, mode, searchId, shown })
  const availableCredits = room.ledger.creditsOf(tx, cmd.principal.tenantId)
  const payer = payerOf(cmd)
  const budgetLeftCredits = room.ledger.budgetLeft(tx, payer, room.clock.nowMs())
  const rest = { searchId, chargedCredits, availableCredits, budgetLeftCredits, startedMs }
  return resultOf({ ...request, mode }, { ...checked, ...rest })
}

/** The same for nobody: checked, and neither charged nor kept. */
export function answerForFree(
  room: SearchDeps,
  { request, found, startedMs }: Omit<Answered, 'cmd'>,
): SearchResult {
  const { outcome, mode } = found
  const searchId = newId('srch', room.clock.nowMs())
  const { shown: _, ...checked } = recheckHits(room.store.db, 'public', { outcome, searchId })
  const free = { chargedCredits: 0, availableCredits: undefined, budgetLeftCredits: undefined }
  return resultOf({ ...request, mode }, { ...checked, searchId, ...free, startedMs })
}

export function viewerOf({ principal: { tenantId, datasetAccess } }: Command): Caller {
  return { tenantId, datasetAccess }
}

function payerOf({ principal: { tenantId, apiKeyId, line } }: Command) {
  return { tenantId, apiKeyId, line }
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
  if (requestId !== undefined) {
    const paramsHash = paramsHashOf(principal, request)
    if (shownFirst(store.db, { tenantId, requestId, paramsHash, nowMs })) return
  }
  const isAskedAgain = true
  ledger.requireAllowance(store.db, { tenantId, operation: 'search', nowMs, isAskedAgain })
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
  const { tenantId, principalId, apiKeyId } = cmd.principal
  const nowMs = room.clock.nowMs()
  const paramsHash = paramsHashOf(cmd.principal, request)
  const search = { tenantId, apiKeyId, searchId, requestId, paramsHash, nowMs }
  const { billed, books } = room.ledger.recordSearch(tx, search)
  const { chargedCredits } = room.ledger.meterRetrieval(tx, {
    payer: payerOf(cmd),
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
  const reaching = { searchId, buyerTenantId: tenantId, occurredAt: nowMs }
  for (const reach of reachesOf(reaching, shown)) insertSearchReach(tx, reach)
  return { chargedCredits }
}

/** Which datasets a search reached, and with how many passages of each. */
function reachesOf(
  search: Pick<SearchReachRow, 'searchId' | 'buyerTenantId' | 'occurredAt'>,
  shown: readonly ShownPassage[],
): Iterable<SearchReachRow> {
  const reaches = new Map<DatasetId, SearchReachRow>()
  for (const { datasetId, providerTenantId } of shown) {
    const known = reaches.get(datasetId)
    if (known) known.passages += 1
    else reaches.set(datasetId, { ...search, datasetId, providerTenantId, passages: 1 })
  }
  return reaches.values()
}

function resultOf(
  { limit, offset, mode }: Asked,
  found: Omit<Checked, 'shown'> & {
    searchId: SearchId
    chargedCredits: number
    availableCredits: number | undefined
    budgetLeftCredits: number | undefined
    startedMs: number
  },
): SearchResult {
  const { startedMs, ...rest } = found
  const tookMs = Math.round(performance.now() - startedMs)
  return { ...rest, limit, offset, mode, tookMs }
}
