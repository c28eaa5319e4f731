import { isoOf } from '../../base/clock.ts'
import type { FolderCommand } from '../command.ts'

const shownMax = 200

/** Lists payments that were sent with requests (x402) and are not credited. */
export const creditsPayments: FolderCommand = {
  name: 'credits payments',
  use: 'read',
  summary: 'list x402 payments that were sent and are not credited',
  examples: ['kontor credits payments'],
  options: {},
  async act(app) {
    const payments = app.rooms.ledger.unsettledPayments(shownMax).map((row) => ({
      payment: row.paymentHash.toString('hex'),
      tenant_id: row.tenantId,
      credits: row.credits,
      state: row.state,
      reason: row.reason,
      attempts: row.attempts,
      network: row.network,
      sent_at: isoOf(row.createdAt),
    }))
    const unclear = payments.filter(({ state }) => state === 'unclear').length
    return {
      lines: [
        payments.length === 0
          ? 'Every payment that was sent is credited.'
          : `${payments.length} payments are not credited, ${unclear} of them unclear.`,
        ...payments.map(
          ({ payment, tenant_id, credits, state, reason, sent_at }) =>
            `  ${sent_at} ${state} ${credits} credits of ${tenant_id}, ` +
            `${reason ?? 'no answer yet'} (${payment.slice(0, 16)})`,
        ),
        ...(unclear > 0 ? unclearHelp : []),
      ],
      data: { payments },
    }
  },
}

const unclearHelp = [
  'Unclear is for you to find out: look on the chain whether the money came. If it did, put the',
  'credits on the balance with kontor credits grant and the transaction as its reason.',
]
