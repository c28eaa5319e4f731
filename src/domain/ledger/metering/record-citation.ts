import { Conflict, NotFound } from '../../../base/errors.ts'
import type { CitationId, DatasetId, RetrievalEventId } from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { type Principal, requireScope } from '../../identity/index.ts'
import { creditsOf } from '../credits/credits.ts'
import { followUpWindowMs, repeatWindowMs } from '../limits.ts'
import type { LedgerRoom } from '../room.ts'
import { charge } from './charge.ts'
import * as queries from './queries.ts'
import { rateCardFor } from './rate-card.ts'
import { type Payer, requireFunds } from './require-funds.ts'

export type Citation = {
  citationId: CitationId
  retrievalEventId: RetrievalEventId
  chargedCredits: Cents
  availableCredits: Cents
  citedAtMs: number
}

/**
 * Says that a passage was used in an answer, once for each time it was retrieved. Own content, and
 * a passage that was cited within 24 hours, cost nothing. Throws NotFound for a retrieval that is
 * not the tenant's or older than 30 days, Conflict for the second time, PaymentRequired.
 */
export async function recordCitation(
  room: LedgerRoom,
  cmd: Command,
  { retrievalEventId }: { retrievalEventId: string },
): Promise<Citation> {
  requireScope(cmd.principal, 'search:query')
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    const retrieval = getRetrieval(tx, cmd.principal, { retrievalEventId, nowMs })
    if (queries.findCitation(tx, retrieval.retrievalEventId)) throw alreadyCited()
    return cite(room, tx, { retrieval, payer: payerOf(cmd.principal), nowMs })
  })
}

type Citing = { retrieval: queries.RetrievalRow; payer: Payer; nowMs: number }

function cite(
  { prices, creditsLow }: LedgerRoom,
  tx: Tx,
  { retrieval, payer, nowMs }: Citing,
): Citation {
  const { retrievalEventId, passageId, buyerTenantId } = retrieval
  const card = rateCardFor(tx, prices, nowMs)
  const repeat = { tenantId: buyerTenantId, passageId, sinceMs: nowMs - repeatWindowMs }
  const rated = retrieval.providerTenantId !== buyerTenantId && !queries.wasCitedSince(tx, repeat)
  const chargeCents = rated ? card.citationCents : cents(0)
  requireFunds(tx, payer, {
    requiredCredits: chargeCents,
    operation: 'citation',
    message: 'The balance is below the price of a citation.',
    nowMs,
  })
  const citationId = citationIdOf(retrievalEventId)
  charge({ creditsLow }, tx, {
    ...chargedFor(retrieval, payer),
    eventId: `citation:${retrievalEventId}`,
    kind: 'citation',
    chargeCents,
    atMs: nowMs,
    priceVersion: card.priceVersion,
  })
  queries.insertCitation(tx, {
    citationId,
    retrievalEventId,
    buyerTenantId,
    passageId,
    chargeCents,
    rated,
    createdAt: nowMs,
  })
  const availableCredits = creditsOf(tx, buyerTenantId)
  return {
    citationId,
    retrievalEventId,
    chargedCredits: chargeCents,
    availableCredits,
    citedAtMs: nowMs,
  }
}

/**
 * A retrieval of this tenant in the last 30 days, from a dataset that the caller may see. Throws
 * NotFound for all others alike.
 */
export function getRetrieval(
  db: Db,
  { tenantId, datasetAccess }: Principal,
  asked: { retrievalEventId: string; nowMs: number },
): queries.RetrievalRow {
  const retrievalEventId = asked.retrievalEventId as RetrievalEventId
  const row = queries.findRetrieval(db, { tenantId, retrievalEventId })
  const fresh = row !== undefined && row.createdAt > asked.nowMs - followUpWindowMs
  if (fresh && reaches(datasetAccess, row.datasetId)) return row
  throw new NotFound('retrieval event')
}

function reaches(access: Principal['datasetAccess'], datasetId: DatasetId): boolean {
  return access.mode === 'all_available' || access.datasetIds.includes(datasetId)
}

/** What the events after a retrieval have from it. */
export function chargedFor(retrieval: queries.RetrievalRow, { apiKeyId }: Payer) {
  const { buyerTenantId, providerTenantId, datasetId, assetId, searchId } = retrieval
  const { providerShareBp } = retrieval
  return {
    buyerTenantId,
    providerTenantId,
    datasetId,
    assetId,
    searchId,
    providerShareBp,
    apiKeyId: apiKeyId ?? null,
  }
}

export function payerOf({ tenantId, apiKeyId, line }: Principal): Payer {
  return { tenantId, apiKeyId, line }
}

/** A retrieval is cited once, so that its id makes the citation's. */
function citationIdOf(retrievalEventId: RetrievalEventId): CitationId {
  return `cit_${retrievalEventId.slice('ret_'.length)}`
}

function alreadyCited(): Conflict {
  return new Conflict({ reason: 'already_cited', message: 'This retrieval was cited before.' })
}
