import { isoOf, isoOrNull } from '../../../../base/clock.ts'
import type { DisputeId, TenantId } from '../../../../base/ids.ts'
import type { Dispute, RefundedCharge } from '../../../../domain/ledger/index.ts'
import type { Rooms } from '../../../../domain/rooms.ts'
import { get, post } from '../../../route.ts'
import * as schemas from './disputes.schema.ts'

export const openDispute = post('/v1/admin/disputes', {
  id: 'openDispute',
  summary: 'Contest a charge',
  description: "Holds the provider's statement of that month until it is resolved.",
  tag: 'Payouts',
  access: 'platform_admin',
  body: schemas.DisputeBody,
  status: 201,
  reply: schemas.DisputeReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, body: { event_id: eventId, reason } }) =>
    rooms.ledger.openDispute(cmd, { eventId, reason }),
  present: (dispute, _http, rooms) => presentDispute(dispute, namesIn(rooms, [dispute])),
})

export const listDisputes = get('/v1/admin/disputes', {
  id: 'listDisputes',
  summary: 'Disputes, newest first',
  description: 'Of all tenants, paged by cursor.',
  tag: 'Payouts',
  access: 'platform_admin',
  query: schemas.DisputesQuery,
  reply: schemas.DisputesReply,
  errors: [400, 401, 403],
  run({ rooms, principal, query }) {
    const page = rooms.ledger.listDisputes(principal, query)
    return { ...page, names: namesIn(rooms, page.rows) }
  },
  present: ({ rows, total, nextCursor, names }) => ({
    disputes: rows.map((dispute) => presentDispute(dispute, names)),
    total,
    next_cursor: nextCursor,
  }),
})

export const resolveDispute = post('/v1/admin/disputes/:id/resolve', {
  id: 'resolveDispute',
  summary: 'End a dispute: the charge stands, or is given back',
  description:
    'The statement that it held goes on when nothing else holds it. 409 for a dispute ' +
    'that was resolved.',
  tag: 'Payouts',
  access: 'platform_admin',
  params: schemas.DisputeParams,
  body: schemas.ResolveBody,
  reply: schemas.DisputeReply,
  errors: [400, 401, 403, 404, 409],
  run({ rooms, cmd, params, body }) {
    const asked = { disputeId: params.id as DisputeId, ...body }
    return rooms.ledger.resolveDispute(cmd, asked)
  },
  present: (dispute, _http, rooms) => presentDispute(dispute, namesIn(rooms, [dispute])),
})

export const refundCharge = post('/v1/admin/refunds', {
  id: 'refundCharge',
  summary: 'Give a charge back, whole and once, by counter-entries',
  description:
    "The provider's part comes from wherever it lies by now. 409 for a second time, and " +
    'while the payment of that part is under way.',
  tag: 'Payouts',
  access: 'platform_admin',
  body: schemas.RefundBody,
  status: 201,
  reply: schemas.RefundReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, body }) =>
    rooms.ledger.refundCharge(cmd, { eventId: body.event_id, reason: body.reason }),
  present: presentRefund,
})

export const listRefunds = get('/v1/admin/refunds', {
  id: 'listRefunds',
  summary: 'Charges that were given back, the newest first',
  description: 'Of all tenants, or of one as buyer; paged by cursor.',
  tag: 'Payouts',
  access: 'platform_admin',
  query: schemas.RefundsQuery,
  reply: schemas.RefundsReply,
  errors: [400, 401, 403],
  run({ rooms, principal, query: { tenant_id, ...query } }) {
    const asked = { ...query, tenantId: tenant_id as TenantId }
    const page = rooms.ledger.listRefunds(principal, asked)
    return { ...page, names: namesIn(rooms, page.rows) }
  },
  present: ({ rows, total, nextCursor, names }) => ({
    refunds: rows.map((refund) => ({
      event_id: refund.eventId,
      buyer_tenant_id: refund.buyerTenantId,
      buyer_name: names.get(refund.buyerTenantId) ?? '',
      provider_tenant_id: refund.providerTenantId,
      provider_name: names.get(refund.providerTenantId) ?? '',
      period: refund.period,
      credits: refund.chargeCents,
      provider_credits: refund.providerCents,
      provider_part_from: refund.source,
      reason: refund.reason,
      refunded_at: isoOf(refund.createdAt),
    })),
    total,
    next_cursor: nextCursor,
  }),
})

type Names = ReadonlyMap<string, string>
type Sides = Pick<Dispute, 'buyerTenantId' | 'providerTenantId'>

function namesIn({ identity }: Rooms, rows: readonly Sides[]): Names {
  return identity.namesOfTenants(
    rows.flatMap(({ buyerTenantId, providerTenantId }) => [buyerTenantId, providerTenantId]),
  )
}

function presentDispute(dispute: Dispute, names: Names) {
  return {
    dispute_id: dispute.disputeId,
    event_id: dispute.eventId,
    buyer_tenant_id: dispute.buyerTenantId,
    buyer_name: names.get(dispute.buyerTenantId) ?? '',
    provider_tenant_id: dispute.providerTenantId,
    provider_name: names.get(dispute.providerTenantId) ?? '',
    period: dispute.period,
    credits: dispute.chargeCents,
    reason: dispute.reason,
    state: dispute.state,
    note: dispute.note,
    opened_at: isoOf(dispute.openedAt),
    resolved_at: isoOrNull(dispute.resolvedAt),
  }
}

function presentRefund(refund: RefundedCharge) {
  return {
    event_id: refund.eventId,
    buyer_tenant_id: refund.buyerTenantId,
    credits: refund.chargeCents,
    provider_credits: refund.providerCents,
    provider_part_from: refund.source,
    available_credits: refund.availableCredits,
    reason: refund.reason,
    refunded_at: isoOf(refund.createdAt),
  }
}
