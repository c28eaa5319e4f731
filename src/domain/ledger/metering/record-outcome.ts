import { Conflict } from '../../../base/errors.ts'
import type { OutcomeId, RetrievalEventId } from '../../../base/ids.ts'
import { type Cents, cents } from '../../../base/money.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { requireScope } from '../../identity/index.ts'
import { creditsOf } from '../credits/credits.ts'
import { wholeBp } from '../limits.ts'
import type { LedgerRoom } from '../room.ts'
import { charge } from './charge.ts'
import { findOutcome, insertOutcome, type RetrievalRow } from './queries.ts'
import { rateCardFor } from './rate-card.ts'
import { chargedFor, getRetrieval, payerOf } from './record-citation.ts'
import { type Payer, requireFunds } from './require-funds.ts'

export type OutcomeRequest = {
  retrievalEventId: string
  /** What the buyer earned with the passage, in cents. */
  revenueCredits: Cents
  note?: string | undefined
}

export type Outcome = {
  outcomeId: OutcomeId
  retrievalEventId: RetrievalEventId
  revenueCredits: Cents
  chargedCredits: Cents
  availableCredits: Cents
  note: string | null
  recordedAtMs: number
}

/**
 * Says what a passage brought in, once for each retrieval; the fee is a part of it, rounded down,
 * and nothing for own content. Throws NotFound for a retrieval that is not the tenant's or older
 * than 30 days, Conflict for the second time, PaymentRequired.
 */
export async function recordOutcome(
  room: LedgerRoom,
  cmd: Command,
  request: OutcomeRequest,
): Promise<Outcome> {
  requireScope(cmd.principal, 'search:query')
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    const { retrievalEventId } = request
    const retrieval = getRetrieval(tx, cmd.principal, { retrievalEventId, nowMs })
    if (findOutcome(tx, retrieval.retrievalEventId)) throw alreadyTold()
    return tell(room, tx, { retrieval, request, payer: payerOf(cmd.principal), nowMs })
  })
}

type Telling = { retrieval: RetrievalRow; request: OutcomeRequest; payer: Payer; nowMs: number }

function tell({ prices, creditsLow }: LedgerRoom, tx: Tx, telling: Telling): Outcome {
  const { retrieval, request, payer, nowMs } = telling
  const { retrievalEventId, buyerTenantId } = retrieval
  const card = rateCardFor(tx, prices, nowMs)
  const own = retrieval.providerTenantId === buyerTenantId
  const chargeCents = own ? cents(0) : feeOf(request.revenueCredits, card)
  requireFunds(tx, payer, {
    requiredCredits: chargeCents,
    operation: 'outcome',
    message: 'The balance is below the fee of this outcome.',
    nowMs,
  })
  charge({ creditsLow }, tx, {
    ...chargedFor(retrieval, payer),
    eventId: `outcome:${retrievalEventId}`,
    kind: 'outcome',
    chargeCents,
    atMs: nowMs,
    priceVersion: card.priceVersion,
  })
  const outcomeId: OutcomeId = `out_${retrievalEventId.slice('ret_'.length)}`
  const revenueCents = request.revenueCredits
  const note = request.note ?? null
  insertOutcome(tx, {
    outcomeId,
    retrievalEventId,
    buyerTenantId,
    revenueCents,
    chargeCents,
    note,
    createdAt: nowMs,
  })
  return {
    outcomeId,
    retrievalEventId,
    revenueCredits: revenueCents,
    note,
    chargedCredits: chargeCents,
    availableCredits: creditsOf(tx, buyerTenantId),
    recordedAtMs: nowMs,
  }
}

/** BigInt, because revenue times 10,000 may pass 2^53. */
export function feeOf(revenueCents: Cents, { outcomeFeeBp }: { outcomeFeeBp: number }): Cents {
  return cents(Number((BigInt(revenueCents) * BigInt(outcomeFeeBp)) / BigInt(wholeBp)))
}

function alreadyTold(): Conflict {
  return new Conflict({
    reason: 'already_recorded',
    message: 'The outcome of this retrieval was told before.',
  })
}
