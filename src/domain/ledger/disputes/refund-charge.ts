import type { Cents } from '../../../base/money.ts'
import type { Command } from '../../command.ts'
import { requirePlatformAdmin } from '../../identity/index.ts'
import { recordDeed } from '../../record-deed.ts'
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
  requirePlatformAdmin(cmd.principal)
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    const refund = refundEvent(tx, { eventId, reason, nowMs })
    recordDeed(tx, cmd, {
      atMs: nowMs,
      tenantId: refund.buyerTenantId,
      action: 'charge.refunded',
      subject: { type: 'meter_event', id: eventId },
      details: { credits: refund.chargeCents, reason },
    })
    return { ...refund, availableCredits: creditsOf(tx, refund.buyerTenantId) }
  })
}
