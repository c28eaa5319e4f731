import * as z from 'zod'
import { idText, oneOf, pageEnd, pageQuery, prose, timestamp } from '../../../fields.ts'

const reasonMaxChars = 500
export const disputeStates = ['open', 'rejected', 'refunded'] as const
export const partSources = ['earned', 'payable', 'reversals', 'platform'] as const

const event = idText.meta({ description: 'The event_id of a charge, as exports and invoices show' })

export const DisputeBody = z
  .object({ event_id: event, reason: prose({ min: 1, max: reasonMaxChars }) })
  .meta({ id: 'NewDispute' })

export const DisputeParams = z.object({ id: idText })

export const ResolveBody = z
  .object({
    decision: oneOf(['reject', 'refund']),
    note: prose({ max: reasonMaxChars }).optional(),
  })
  .meta({ id: 'ResolveDispute' })

export const DisputesQuery = z.object({ ...pageQuery, state: oneOf(disputeStates).optional() })

export const DisputeReply = z
  .object({
    dispute_id: z.string(),
    event_id: z.string(),
    buyer_tenant_id: z.string(),
    buyer_name: z.string(),
    provider_tenant_id: z.string(),
    provider_name: z.string(),
    period: z.string(),
    credits: z.int(),
    reason: z.string(),
    state: z.enum(disputeStates),
    note: z.string().nullable(),
    opened_at: timestamp,
    resolved_at: timestamp.nullable(),
  })
  .meta({ id: 'Dispute' })

export const DisputesReply = z
  .object({ disputes: z.array(DisputeReply), ...pageEnd })
  .meta({ id: 'Disputes' })

export const RefundBody = z
  .object({ event_id: event, reason: prose({ min: 1, max: reasonMaxChars }) })
  .meta({ id: 'NewRefund' })

export const RefundReply = z
  .object({
    event_id: z.string(),
    buyer_tenant_id: z.string(),
    credits: z.int(),
    provider_credits: z.int().meta({ description: "The provider's part of it" }),
    provider_part_from: z
      .enum(partSources)
      .meta({ description: 'Not settled yet, its statement, a reversed one, or the platform' }),
    available_credits: z.int().meta({ description: 'Of the buyer' }),
    reason: z.string(),
    refunded_at: timestamp,
  })
  .meta({ id: 'Refund' })

export const RefundsQuery = z.object({ ...pageQuery, tenant_id: idText.optional() })

export const RefundsReply = z
  .object({
    refunds: z.array(
      z.object({
        ...RefundReply.omit({ available_credits: true }).shape,
        buyer_name: z.string(),
        provider_tenant_id: z.string(),
        provider_name: z.string(),
        period: z.string().meta({ description: 'The month of the charge' }),
      }),
    ),
    ...pageEnd,
  })
  .meta({ id: 'Refunds' })
