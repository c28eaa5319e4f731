import type { Cents } from '../../../base/money.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Command } from '../../command.ts'
import { actorOf, requirePlatformAdmin } from '../../identity/index.ts'
import { creditsOf } from '../credits/credits.ts'
import type { LedgerRoom } from '../room.ts'
import { type Refund, refundEvent } from './refund-event.ts'

export type RefundedCharge = Refund & { availableCredits: Cents }

/**
 * Gives a charge back without a dispute. Throws Forbidden unless a platform admin asks, and what
 * `refundEvent` refuses.
 */
export async function refundCharge(
  room: LedgerRoom,
  cmd: Command,
  { eventId, reason }: { eventId: string; reason: string },
): Promise<RefundedCharge> {
  const { principal, requestId } = cmd
  requirePlatformAdmin(principal)
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    const refund = refundEvent(tx, { eventId, reason, nowMs })
    recordAudit(tx, {
      atMs: nowMs,
      tenantId: refund.buyerTenantId,
      actor: actorOf(principal),
      action: 'charge.refunded',
      subject: { type: 'meter_event', id: eventId },
      details: { credits: refund.chargeCents, reason },
      requestId,
    })
    return { ...refund, availableCredits: creditsOf(tx, refund.buyerTenantId) }
  })
}
