import type { PayoutBatchId, PayoutStatementId, TenantId } from '../../../../base/ids.ts'
import type { PayoutBatch } from '../../../../domain/ledger/index.ts'
import { get, type HttpFacts, post } from '../../../route.ts'
import * as schemas from './payouts.schema.ts'
import {
  presentBatch,
  presentBatchSummary,
  presentDue,
  presentNewBatch,
  presentStatement,
} from './present-payout.ts'

export const listAllPayouts = get('/v1/admin/payouts', {
  id: 'listAllPayouts',
  summary: 'The payout statements of all providers, newest first',
  description: 'Paged by cursor, and filtered by status, period and tenant.',
  tag: 'Payouts',
  access: 'platform_admin',
  query: schemas.StatementsQuery,
  reply: schemas.StatementsReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query: { tenant_id, ...query } }) =>
    rooms.ledger.listStatements(principal, { ...query, tenantId: tenant_id as TenantId }),
  present({ rows, total, nextCursor }, _http, { identity }) {
    const names = identity.namesOfTenants(rows.map(({ tenantId }) => tenantId))
    const payouts = rows.map((one) => presentStatement(one, names.get(one.tenantId)))
    return { payouts, total, next_cursor: nextCursor }
  },
})

export const changePayout = post('/v1/admin/payouts/:id/status', {
  id: 'changePayout',
  summary: 'Take a payout statement one step further',
  description:
    'approved, held, paid, failed or reversed; processing is made by a batch. What a dispute ' +
    'holds can be held besides: then the end of the dispute does not release it.',
  tag: 'Payouts',
  access: 'platform_admin',
  params: schemas.StatementParams,
  body: schemas.StatementBody,
  reply: schemas.StatementReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.ledger.changeStatement(cmd, {
      payoutStatementId: params.id as PayoutStatementId,
      to: body.status,
      reason: body.reason,
    }),
  present(statement, _http, { identity }) {
    const { tenantId } = statement
    return presentStatement(statement, identity.namesOfTenants([tenantId]).get(tenantId))
  },
})

export const getPayoutDue = get('/v1/admin/payout-due', {
  id: 'getPayoutDue',
  summary: 'How much the next batch would be',
  description: 'By the conditions that make it; nothing changes by looking.',
  tag: 'Payouts',
  access: 'platform_admin',
  reply: schemas.DueReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal }) => rooms.ledger.payoutDue(principal),
  present: presentDue,
})

export const createPayoutBatch = post('/v1/admin/payout-batches', {
  id: 'createPayoutBatch',
  summary: 'Put what is due together for the bank',
  description:
    'Approved statements after their dispute window, 200 at most; they are processing. Those ' +
    'of a month of which a charge is disputed wait.',
  tag: 'Payouts',
  access: 'platform_admin',
  body: schemas.BatchBody,
  status: 201,
  reply: schemas.NewBatchReply,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd, body }) =>
    rooms.ledger.createPayoutBatch(cmd, { retryFailed: body.retry_failed }),
  present: presentNewBatch,
})

export const listPayoutBatches = get('/v1/admin/payout-batches', {
  id: 'listPayoutBatches',
  summary: 'The batches for the bank, the newest first',
  description: 'With what of each the bank has and has carried out; paged by cursor.',
  tag: 'Payouts',
  access: 'platform_admin',
  query: schemas.BatchesQuery,
  reply: schemas.BatchesReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => rooms.ledger.listPayoutBatches(principal, query),
  present: ({ rows, total, nextCursor }) => ({
    payout_batches: rows.map(presentBatchSummary),
    total,
    next_cursor: nextCursor,
  }),
})

export const getPayoutBatch = get('/v1/admin/payout-batches/:id', {
  id: 'getPayoutBatch',
  summary: 'A batch as it was told to the bank',
  description: 'With the payment for each statement.',
  tag: 'Payouts',
  access: 'platform_admin',
  params: schemas.StatementParams,
  reply: schemas.BatchReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) =>
    rooms.ledger.followPayoutBatch(principal, params.id as PayoutBatchId),
  present: presentBatch,
})

export const payPayoutBatch = post('/v1/admin/payout-batches/:id/paid', {
  id: 'payPayoutBatch',
  summary: 'The bank has carried out what is under way of a batch',
  description:
    'Single payments that failed are marked so before. 409 where nothing of the batch is ' +
    'under way.',
  tag: 'Payouts',
  access: 'platform_admin',
  params: schemas.StatementParams,
  reply: schemas.PaidBatchReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params }) => rooms.ledger.payPayoutBatch(cmd, params.id as PayoutBatchId),
  present: ({ batchId, paid }) => ({ payout_batch_id: batchId, paid }),
})

export const getPayoutBatchCsv = get('/v1/admin/payout-batches/:id/csv', {
  id: 'getPayoutBatchCsv',
  summary: 'The payments of a batch as CSV',
  description: 'One line for each payment.',
  tag: 'Payouts',
  access: 'platform_admin',
  params: schemas.StatementParams,
  reply: null,
  errors: [400, 401, 403, 404],
  raw: true,
  media: ['text/csv'],
  run({ rooms, principal, params, http }) {
    const batch = rooms.ledger.readPayoutBatch(principal, params.id as PayoutBatchId)
    sendFile(http, batch, { type: 'text/csv; charset=utf-8', extension: 'csv' })
    http.ctx.body = rooms.ledger.batchCsv(batch)
  },
})

export const getPayoutBatchSepa = get('/v1/admin/payout-batches/:id/sepa', {
  id: 'getPayoutBatchSepa',
  summary: 'The payments of a batch as a SEPA credit transfer (pain.001.001.09)',
  description: 'One transaction for each statement, whose id is the end-to-end reference.',
  tag: 'Payouts',
  access: 'platform_admin',
  params: schemas.StatementParams,
  reply: null,
  errors: [400, 401, 403, 404, 409],
  raw: true,
  media: ['application/xml'],
  run({ rooms, principal, params, http }) {
    const batch = rooms.ledger.readPayoutBatch(principal, params.id as PayoutBatchId)
    const xml = rooms.ledger.batchSepa(batch)
    sendFile(http, batch, { type: 'application/xml; charset=utf-8', extension: 'xml' })
    http.ctx.body = xml
  },
})

type FileKind = { type: string; extension: string }

function sendFile({ ctx }: HttpFacts, { batchId }: PayoutBatch, { type, extension }: FileKind) {
  ctx.status = 200
  ctx.type = type
  ctx.set('Content-Disposition', `attachment; filename="${batchId}.${extension}"`)
  ctx.set('Cache-Control', 'private, no-store')
}
