import type { TenantId } from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import type { Tx } from '../../../store/tx.ts'
import { type AuditActor, recordAudit } from '../../audit/index.ts'
import type { Command } from '../../command.ts'
import { actorOf, requirePlatformAdmin, setPlan } from '../../identity/index.ts'
import { nextMonthMs, type Plan } from '../credits/allowance.ts'
import { rateCardFor } from '../metering/rate-card.ts'
import { periodOf } from '../record-event.ts'
import type { LedgerRoom } from '../room.ts'
import { planFee } from './plan-fee.ts'
import { insertPlanMonth } from './queries.ts'

export type PlanChange = { tenantId: TenantId; plan: Plan }

export type TenantPlan = PlanChange & {
  monthlyFeeCredits: Cents
  /** When the next fee posts. */
  nextFeeAtMs: number
}

/**
 * Puts a tenant on a plan from now on. The rest of this month costs nothing; the fee posts on the
 * first of each following one. Throws Forbidden unless a platform admin asks, and NotFound.
 */
export async function changePlan(
  room: LedgerRoom,
  cmd: Command,
  change: PlanChange,
): Promise<TenantPlan> {
  const { principal, requestId } = cmd
  requirePlatformAdmin(principal)
  const actor = actorOf(principal)
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    const before = room.planOf(tx, change.tenantId)
    const card = rateCardFor(tx, room.prices, nowMs)
    const monthlyFeeCredits = planFee(change.plan, card)
    if (before !== change.plan) {
      includeMonth(tx, change, nowMs)
      movePlan(tx, { ...change, before, actor, requestId, nowMs })
    }
    return { ...change, monthlyFeeCredits, nextFeeAtMs: nextMonthMs(nowMs) }
  })
}

/** What was given in the course of a month is not billed for that month. */
function includeMonth(tx: Tx, { tenantId, plan }: PlanChange, nowMs: number): void {
  const month = { tenantId, period: periodOf(tx, nowMs), plan }
  insertPlanMonth(tx, { ...month, feeCents: 0, state: 'included', createdAt: nowMs })
}

export type PlanMove = PlanChange & {
  before: Plan
  actor: AuditActor
  requestId?: string
  nowMs: number
  reason?: string
}

/** The step itself, with its record. */
export function movePlan(tx: Tx, move: PlanMove): void {
  const { tenantId, plan, before, actor, requestId, nowMs, reason } = move
  setPlan(tx, { tenantId, plan })
  recordAudit(tx, {
    atMs: nowMs,
    tenantId,
    actor,
    action: 'tenant.plan_changed',
    subject: { type: 'tenant', id: tenantId },
    details: { from: before, to: plan, ...(reason === undefined ? {} : { reason }) },
    ...(requestId === undefined ? {} : { requestId }),
  })
}
