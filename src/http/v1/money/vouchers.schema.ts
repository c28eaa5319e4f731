import * as z from 'zod'
import { cents } from '../../../base/money.ts'
import * as ledger from '../../../domain/ledger/index.ts'
import { idText, int, oneOf, pageEnd, pageQuery, prose, text, timestamp } from '../../fields.ts'
import { moment } from '../account/api-keys.schema.ts'

const codeMaxChars = 100

export const VouchersBody = z
  .object({
    credits: int({ min: ledger.grantMinCredits, max: ledger.grantMaxCredits }).transform(cents),
    count: int({ min: 1, max: ledger.vouchersPerRequestMax }).default(1),
    note: prose({ max: ledger.grantReasonMaxChars }).optional(),
    expires_at: moment.optional(),
  })
  .meta({ id: 'NewVouchers' })

export const VouchersReply = z
  .object({
    vouchers: z.array(
      z.object({
        voucher_id: z.string(),
        code: z.string().meta({ description: 'In this answer only' }),
        credits: z.int(),
        expires_at: timestamp.nullable(),
      }),
    ),
  })
  .meta({ id: 'Vouchers' })

export const RedeemBody = z
  .object({ code: text({ min: 1, max: codeMaxChars }) })
  .meta({ id: 'RedeemVoucher' })

export const RedemptionReply = z
  .object({
    voucher_id: z.string(),
    credits: z.int(),
    available_credits: z.int(),
    redeemed_at: timestamp,
  })
  .meta({ id: 'Redemption' })

export const VouchersQuery = z.object({
  ...pageQuery,
  status: oneOf(ledger.voucherFilters)
    .meta({ description: 'What has expired is listed with the open ones' })
    .optional(),
})
export const VoucherParams = z.object({ id: idText })

export const VoucherReply = z
  .object({
    voucher_id: z.string(),
    credits: z.int(),
    status: z.enum(ledger.voucherStates),
    note: z.string().nullable(),
    created_by: z.string(),
    created_at: timestamp,
    expires_at: timestamp.nullable(),
    redeemed_by_tenant_id: z.string().nullable(),
    redeemed_at: timestamp.nullable(),
    revoked_at: timestamp.nullable(),
  })
  .meta({ id: 'Voucher' })

export const VoucherListReply = z
  .object({ vouchers: z.array(VoucherReply), ...pageEnd })
  .meta({ id: 'VoucherList' })
