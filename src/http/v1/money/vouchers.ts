import { isoOf, isoOrNull } from '../../../base/clock.ts'
import type { VoucherId } from '../../../base/ids.ts'
import type { NewVoucher, Redemption, Voucher } from '../../../domain/ledger/index.ts'
import { sayLeft } from '../../dispatch/rate-headers.ts'
import { del, get, post } from '../../route.ts'
import * as schemas from './vouchers.schema.ts'

export const createVouchers = post('/v1/admin/vouchers', {
  id: 'createVouchers',
  summary: 'Make vouchers for credits; the codes are in this answer only',
  description: 'Only hashes of the codes are kept: nobody can read them again.',
  tag: 'Administration',
  access: 'platform_admin',
  body: schemas.VouchersBody,
  givesSecret: true,
  status: 201,
  reply: schemas.VouchersReply,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd, body: { expires_at: expiresAtMs, ...body } }) =>
    rooms.ledger.createVouchers(cmd, { ...body, expiresAtMs }),
  present: (vouchers: NewVoucher[]) => ({ vouchers: vouchers.map(presentVoucher) }),
})

export const listVouchers = get('/v1/admin/vouchers', {
  id: 'listVouchers',
  summary: 'All vouchers, the newest first, and what became of them',
  description: 'Never their codes. Paged by cursor, and filtered by status.',
  tag: 'Administration',
  access: 'platform_admin',
  query: schemas.VouchersQuery,
  reply: schemas.VoucherListReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => rooms.ledger.listVouchers(principal, query),
  present: ({ vouchers, total, nextCursor }) => ({
    vouchers: vouchers.map(presentKept),
    total,
    next_cursor: nextCursor,
  }),
})

export const revokeVoucher = del('/v1/admin/vouchers/:id', {
  id: 'revokeVoucher',
  summary: 'Revoke a voucher that nobody has redeemed',
  description: 'At once and for good. 409 where it was redeemed or revoked.',
  tag: 'Administration',
  access: 'platform_admin',
  params: schemas.VoucherParams,
  reply: schemas.VoucherReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params }) => rooms.ledger.revokeVoucher(cmd, params.id as VoucherId),
  present: presentKept,
})

export const redeemVoucher = post('/v1/vouchers/redeem', {
  id: 'redeemVoucher',
  summary: 'Turn a voucher into credits',
  description: 'By an owner or an admin, ten times an hour. Unknown and used codes answer alike.',
  tag: 'Billing',
  access: 'session',
  body: schemas.RedeemBody,
  status: 201,
  reply: schemas.RedemptionReply,
  errors: [400, 401, 403, 404, 409, 429],
  run: async ({ rooms, cmd, body, http }) => {
    try {
      return await rooms.ledger.redeemVoucher(cmd, body)
    } finally {
      sayLeft(http.ctx, rooms.ledger.voucherAttempts(cmd.principal))
    }
  },
  present: presentRedemption,
})

function presentVoucher({ voucherId, code, credits, expiresAtMs }: NewVoucher) {
  return { voucher_id: voucherId, code, credits, expires_at: isoOrNull(expiresAtMs) }
}

function presentRedemption(redemption: Redemption) {
  return {
    voucher_id: redemption.voucherId,
    credits: redemption.credits,
    available_credits: redemption.availableCredits,
    redeemed_at: isoOf(redemption.redeemedAtMs),
  }
}

function presentKept(voucher: Voucher) {
  return {
    voucher_id: voucher.voucherId,
    credits: voucher.credits,
    status: voucher.state,
    note: voucher.note,
    created_by: voucher.createdBy,
    created_at: isoOf(voucher.createdAtMs),
    expires_at: isoOrNull(voucher.expiresAtMs),
    redeemed_by_tenant_id: voucher.redeemedByTenantId,
    redeemed_at: isoOrNull(voucher.redeemedAtMs),
    revoked_at: isoOrNull(voucher.revokedAtMs),
  }
}
