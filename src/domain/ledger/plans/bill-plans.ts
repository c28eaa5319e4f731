import type { TenantId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { listTenantsOnPaidPlans } from '../../identity/index.ts'
import { revenue, spendable } from '../books/account.ts'
import { Overdrawn, post } from '../books/post.ts'
import type { Plan } from '../credits/allowance.ts'
import { creditsOf } from '../credits/credits.ts'
import { type LowTerms, noteLow } from '../credits/note-low.ts'
import { plansBilledPerSlice } from '../limits.ts'
import { type RateCard, rateCardFor } from '../metering/rate-card.ts'
import { periodOf } from '../record-event.ts'
import type { LedgerRoom } from '../room.ts'
import { movePlan } from './change-plan.ts'
import { planFee, planTransferId } from './plan-fee.ts'
import { billedAmong, insertPlanMonth } from './queries.ts'

/**
 * For the upkeep: posts this month's fee of every tenant that has a plan and no entry for the month
 * yet, some tenants in each transaction. Who cannot pay falls to `free`. To be called often: it
 * bills on the first of the month (UTC) or whenever it is called first after that, and never a
 * month twice. Gives how many tenants were billed.
 */
export async function billPlans(room: LedgerRoom): Promise<number> {
  let billed = 0
  let after = ''
  for (;;) {
    const slice = await room.store.write((tx) => billSlice(room, tx, after))
    billed += slice.billed
    if (slice.last === undefined) return billed
    after = slice.last
  }
}

type Slice = { billed: number; last: TenantId | undefined }

function billSlice(room: LedgerRoom, tx: Tx, after: string): Slice {
  const nowMs = room.clock.nowMs()
  const period = periodOf(tx, nowMs)
  const tenants = listTenantsOnPaidPlans(tx, { after, limit: plansBilledPerSlice })
  const known = billedAmong(tx, { tenantIds: tenants.map(({ tenantId }) => tenantId), period })
  const due = tenants.filter(({ tenantId }) => !known.has(tenantId))
  if (due.length > 0) {
    const card = rateCardFor(tx, room.prices, nowMs)
    for (const tenant of due) billTenant(room, tx, { ...tenant, period, card, nowMs })
  }
  const isFull = tenants.length === plansBilledPerSlice
  return { billed: due.length, last: isFull ? tenants.at(-1)?.tenantId : undefined }
}

type Bill = { tenantId: TenantId; plan: Plan; period: string; card: RateCard; nowMs: number }

function billTenant(terms: LowTerms, tx: Tx, bill: Bill): void {
  const { tenantId, plan, period, card, nowMs } = bill
  const feeCents = planFee(plan, card)
  const state = pays(terms, tx, bill) ? 'paid' : 'unpaid'
  insertPlanMonth(tx, { tenantId, period, plan, feeCents, state, createdAt: nowMs })
  if (state === 'paid') return
  const actor = { type: 'system' as const, id: null }
  movePlan(tx, { tenantId, plan: 'free', before: plan, actor, nowMs, reason: 'fee_not_paid' })
}

/** False when the balance is below the fee; nothing is moved then. */
function pays(terms: LowTerms, tx: Tx, { tenantId, plan, period, card, nowMs }: Bill): boolean {
  const feeCents = planFee(plan, card)
  if (feeCents === 0) return true
  const transferId = planTransferId({ tenantId, period })
  const deed = { transferId, groupId: transferId, code: 'plan_fee', ref: plan, atMs: nowMs }
  const sides = { debit: spendable(tenantId), credit: revenue }
  try {
    post(tx, { ...deed, ...sides, amountMinor: feeCents })
    noteLow(terms, tx, {
      tenantId,
      leftCents: creditsOf(tx, tenantId),
      spentCents: feeCents,
      nowMs,
    })
    return true
  } catch (error) {
    if (error instanceof Overdrawn) return false
    throw error
  }
}
