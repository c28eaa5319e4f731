import * as z from 'zod'
import { isoOf } from '../../../../base/clock.ts'
import type { TenantId } from '../../../../base/ids.ts'
import { paymentSources } from '../../../../domain/ledger/index.ts'
import { idText, oneOf, pageEnd, pageQuery, qInt, timestamp } from '../../../fields.ts'
import { get } from '../../../route.ts'

const PaymentsReply = z
  .object({
    payments: z.array(
      z.object({
        transfer_id: z.string().meta({ description: 'With it the entry is found in the books' }),
        source: z.enum(paymentSources),
        tenant_id: z.string(),
        tenant_name: z.string().nullable().meta({ description: 'null: erased' }),
        credits: z.int(),
        reference: z.string().meta({
          description: 'Of an event of Stripe, a transaction, a request or a voucher',
        }),
        at: timestamp,
      }),
    ),
    ...pageEnd,
  })
  .meta({ id: 'Payments' })

export const listPayments = get('/v1/admin/payments', {
  id: 'listPayments',
  summary: 'Where the credits of tenants came from, the newest first',
  description:
    'Payments by Stripe and with requests (x402), grants and vouchers; paged by cursor, and ' +
    'filtered by source and tenant.',
  tag: 'Payouts',
  access: 'platform_admin',
  query: z.object({
    ...pageQuery,
    source: oneOf(paymentSources).optional(),
    tenant_id: idText.optional(),
  }),
  reply: PaymentsReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query: { tenant_id, ...query } }) =>
    rooms.ledger.listPayments(principal, { ...query, tenantId: tenant_id as TenantId }),
  present({ rows, total, nextCursor }, _http, { identity }) {
    const names = identity.namesOfTenants(rows.map(({ tenantId }) => tenantId))
    const payments = rows.map(({ transferId, source, tenantId, credits, ref, atMs }) => ({
      transfer_id: transferId,
      source,
      tenant_id: tenantId,
      tenant_name: names.get(tenantId) ?? null,
      credits,
      reference: ref,
      at: isoOf(atMs),
    }))
    return { payments, total, next_cursor: nextCursor }
  },
})

const OpenPaymentsReply = z
  .object({
    payments: z.array(
      z.object({
        payment: z.string().meta({ description: 'The hash of what was sent' }),
        tenant_id: z.string(),
        credits: z.int(),
        state: z.enum(['settling', 'refused', 'unclear']),
        reason: z.string().nullable(),
        attempts: z.int(),
        network: z.string(),
        sent_at: timestamp,
      }),
    ),
  })
  .meta({ id: 'OpenPayments' })

export const listOpenPayments = get('/v1/admin/open-payments', {
  id: 'listOpenPayments',
  summary: 'Payments that were sent with requests (x402) and are not credited, unclear ones first',
  description:
    'What kontor credits payments shows: unclear ones, then those that wait for an answer, then ' +
    'refused ones, each the newest first. Unclear is for a person to find out: look on the chain ' +
    'whether the money came, and grant the credits if it did.',
  tag: 'Payouts',
  access: 'platform_admin',
  query: z.object({ limit: qInt(1, 200).default(200) }),
  reply: OpenPaymentsReply,
  errors: [400, 401, 403],
  run: ({ rooms, query }) => rooms.ledger.unsettledPayments(query.limit),
  present: (rows) => ({
    payments: rows.map((row) => ({
      payment: row.paymentHash.toString('hex'),
      tenant_id: row.tenantId,
      credits: row.credits,
      state: row.state,
      reason: row.reason,
      attempts: row.attempts,
      network: row.network,
      sent_at: isoOf(row.createdAt),
    })),
  }),
})
