import { isoOf, isoOrNull } from '../../../base/clock.ts'
import type { NewVoucher, Redemption } from '../../../domain/ledger/index.ts'
import { route } from '../../route.ts'
import { RedeemBody, RedemptionReply, VouchersBody, VouchersReply } from './vouchers.schema.ts'

export const createVouchers = route({
  id: 'createVouchers',
  method: 'post',
  path: '/v1/admin/vouchers',
  summary: 'Make vouchers for credits; the codes are in this answer only',
  description: 'Only hashes of the codes are kept: nobody can read them again.',
  tag: 'Administration',
  access: 'platform_admin',
  body: VouchersBody,
  status: 201,
  reply: VouchersReply,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd, body: { expires_at: expiresAtMs, ...body } }) =>
    rooms.ledger.createVouchers(cmd, { ...body, expiresAtMs }),
  present: (vouchers: NewVoucher[]) => ({ vouchers: vouchers.map(presentVoucher) }),
})

export const redeemVoucher = route({
  id: 'redeemVoucher',
  method: 'post',
  path: '/v1/vouchers/redeem',
  summary: 'Turn a voucher into credits',
  description: 'By an owner or an admin, ten times an hour. Unknown and used codes answer alike.',
  tag: 'Billing',
  access: 'session',
  body: RedeemBody,
  status: 201,
  reply: RedemptionReply,
  errors: [400, 401, 403, 404, 409, 429],
  run: ({ rooms, cmd, body }) => rooms.ledger.redeemVoucher(cmd, body),
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
