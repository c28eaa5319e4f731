import * as z from 'zod'
import { isoOf, isoOrNull } from '../../../../base/clock.ts'
import { payoutStates } from '../../../../domain/ledger/index.ts'
import { idText, timestamp } from '../../../fields.ts'
import { get } from '../../../route.ts'

const ChargeReply = z
  .object({
    event_id: z.string(),
    kind: z.enum([
      ...(['search', 'retrieval_standard', 'retrieval_premium'] as const),
      ...(['citation', 'download', 'outcome'] as const),
    ]),
    buyer_tenant_id: z.string(),
    provider_tenant_id: z.string().nullable(),
    period: z.string(),
    credits: z.int(),
    provider_credits: z.int().meta({ description: "The provider's part of it" }),
    charged_at: timestamp,
    payout_status: z
      .enum(payoutStates)
      .nullable()
      .meta({ description: "Of the provider's statement; null: its month is not settled" }),
    dispute_id: z.string().nullable(),
    refunded_at: timestamp.nullable(),
  })
  .meta({ id: 'Charge' })

export const getCharge = get('/v1/admin/charges/:event_id', {
  id: 'getCharge',
  summary: 'What somebody was charged, and what became of it',
  description: 'To be looked at before it is contested or given back.',
  tag: 'Payouts',
  access: 'platform_admin',
  params: z.object({ event_id: idText }),
  reply: ChargeReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) => rooms.ledger.readCharge(principal, params.event_id),
  present: ({ event, statement, dispute, refundedAtMs }) => ({
    event_id: event.eventId,
    kind: event.kind,
    buyer_tenant_id: event.buyerTenantId,
    provider_tenant_id: event.providerTenantId,
    period: event.period,
    credits: event.chargeCents,
    provider_credits: event.providerCents,
    charged_at: isoOf(event.createdAt),
    payout_status: statement?.status ?? null,
    dispute_id: dispute?.disputeId ?? null,
    refunded_at: isoOrNull(refundedAtMs),
  }),
})
