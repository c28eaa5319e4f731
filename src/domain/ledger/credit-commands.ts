import type { TenantId } from '../../base/ids.ts'
import type { Tx } from '../../store/tx.ts'
import type { AnonymousCommand, Command } from '../command.ts'
import { creditsOf } from './credits.ts'
import {
  type GrantRequest,
  grantCredits,
  grantCreditsAsOperator,
  grantWelcome,
} from './grant-credits.ts'
import { billPlans } from './plans/bill-plans.ts'
import { changePlan, type PlanChange } from './plans/change-plan.ts'
import type { LedgerRoom } from './room.ts'
import { creditStripePayment } from './stripe/credit-payment.ts'
import type { SignedPayload } from './stripe/signature.ts'
import { createVouchers, type VouchersRequest } from './vouchers/create-vouchers.ts'
import { redeemVoucher } from './vouchers/redeem-voucher.ts'

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
    createVouchers: (cmd: Command, request: VouchersRequest) => createVouchers(room, cmd, request),
    redeemVoucher: (cmd: Command, request: { code: string }) => redeemVoucher(room, cmd, request),
    /** Throws NotFound while it is off, Forbidden for a wrong signature. */
    creditStripePayment: (cmd: AnonymousCommand, signed: SignedPayload) =>
      creditStripePayment(room, cmd, signed),
    changePlan: (cmd: Command, change: PlanChange) => changePlan(room, cmd, change),
    /** For the upkeep: posts what this month's plans cost and is not posted yet. */
    billPlans: () => billPlans(room),
  }
}
