import { bind } from '../../../base/bind.ts'
import type { TenantId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { AnonymousCommand, Command } from '../../command.ts'
import { billPlans } from '../plans/bill-plans.ts'
import { changePlan } from '../plans/change-plan.ts'
import { planFees } from '../plans/list-fees.ts'
import type { LedgerRoom } from '../room.ts'
import { creditStripePayment } from '../stripe/credit-payment.ts'
import { createVouchers } from '../vouchers/create-vouchers.ts'
import { endVouchersAsOperator } from '../vouchers/end-vouchers.ts'
import { listVouchers } from '../vouchers/list-vouchers.ts'
import { redeemVoucher, voucherAttempts } from '../vouchers/redeem-voucher.ts'
import { revokeVoucher } from '../vouchers/revoke-voucher.ts'
import { creditsOf } from './credits.ts'
import {
  type GrantRequest,
  grantCredits,
  grantCreditsAsOperator,
  grantWelcome,
} from './grant-credits.ts'

/** The part of the room that is about where credits come from, and plans. */
export function creditCommands(room: LedgerRoom) {
  const { clock, planOf, welcomeCredits } = room
  const context = () => ({ planOf, nowMs: clock.nowMs() })
  return {
    /** What a tenant can spend, in cents. */
    creditsOf,
    grantCredits: (cmd: Command, request: GrantRequest) => grantCredits(cmd, request, context()),
    grantCreditsAsOperator: (cmd: AnonymousCommand, request: GrantRequest) =>
      grantCreditsAsOperator(cmd, request, context()),
    /** The credits that a new tenant starts with; once per tenant. */
    grantWelcome: (tx: Tx, tenantId: TenantId) =>
      grantWelcome(tx, { tenantId, credits: welcomeCredits, nowMs: clock.nowMs() }),
    ...bind(room, {
      createVouchers,
      redeemVoucher,
      voucherAttempts,
      listVouchers,
      revokeVoucher,
      endVouchersAsOperator,
      creditStripePayment,
      changePlan,
      billPlans,
      planFees,
    }),
  }
}
