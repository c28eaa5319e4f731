// What a buyer pays by the month, and what one of its keys may spend in one.
import { add, admin, breach, changeKey, type Deed, type Market, refusedBuyer } from './acting.ts'
import { gone, type Model, type Plan, planFees } from './model.ts'

const plans = Object.keys(planFees) as Plan[]
const budgetMax = 120

export const planDeeds = {
  async plan(market, { a, b, fault }) {
    const { model, running } = market
    const [buyer, plan] = [a % 2, plans[b % plans.length] as Plan]
    const what = `PATCH /v1/admin/tenants/${running.buyers[buyer]?.tenantId}`
    const { status } = await running.ask(what, { as: admin(market), body: { plan }, fault })
    breach(status === 200, `a plan was answered with ${status}`)
    if (model.plans[buyer] === plan) return undefined
    // The month in which it comes is for nothing, unless another one was paid in it.
    const month = `${buyer}/${monthNow(market)}`
    if (!model.planMonths.has(month)) model.planMonths.set(month, 'included')
    model.plans[buyer] = plan
    return undefined
  },
  async budget(market, { a, b, fault }) {
    const buyer = a % 2
    const budget = b % 2 === 0 ? undefined : b % budgetMax
    const body = { monthly_budget_credits: budget ?? null }
    const { status } = await changeKey(market, { buyer, body, fault })
    if (refusedBuyer(market, buyer, status)) return undefined
    breach(status === 200, `a budget was answered with ${status}`)
    market.model.budgets[buyer] = budget
    return undefined
  },
} satisfies Record<string, Deed>

function monthNow({ running }: Market): string {
  return new Date(running.clock.nowMs()).toISOString().slice(0, 7)
}

type Spent = { buyer: number; credits: number; period: string }

/** What the buyer's key has spent in a month grows; a budget is not passed. */
export function spend(model: Model, { buyer, credits, period }: Spent): void {
  const spent = (model.spent[buyer]?.get(period) ?? 0) + credits
  const budget = model.budgets[buyer]
  breach(budget === undefined || spent <= budget, `a key spent ${spent} of its ${budget}`)
  model.spent[buyer]?.set(period, spent)
}

/** What its budget leaves a buyer's key in this month. */
export function budgetLeft(market: Market, buyer: number): number {
  const { budgets, spent } = market.model
  const budget = budgets[buyer] ?? Number.POSITIVE_INFINITY
  return budget - (spent[buyer]?.get(monthNow(market)) ?? 0)
}

type Row = { tenantId: string; period: string; plan: Plan; fee: number; state: string }

const everyMonth = `SELECT tenant_id AS tenantId, period, plan, fee_cents AS fee, state
  FROM plan_month ORDER BY created_at`

/** A month is paid once, at its price; who cannot pay is on the free plan from then on. */
export function followPlans(market: Market, { isByTime }: { isByTime: boolean }): void {
  const { model, running } = market
  const rows = running.app().store.raw.prepare(everyMonth).all() as Row[]
  let ofBuyers = 0
  for (const { tenantId, period, plan, fee, state } of rows) {
    const buyer = running.buyers.findIndex((one) => one.tenantId === tenantId)
    if (buyer === gone) {
      breach(state === 'included', `who was erased was billed for ${period}`)
      continue
    }
    ofBuyers++
    const month = `${buyer}/${period}`
    const known = model.planMonths.get(month)
    if (known !== undefined) {
      breach(known === state, `the plan of ${month} is ${state}, not ${known}`)
      continue
    }
    breach(isByTime, `a month of ${plan} was billed by a step that is not about it`)
    breach(plan === model.plans[buyer], `a month of ${plan} was billed, not ${model.plans[buyer]}`)
    breach(fee === planFees[plan], `a month of ${plan} cost ${fee}`)
    const isPaid = state === 'paid'
    breach(isPaid || state === 'unpaid', `a month of ${plan} is ${state}`)
    model.planMonths.set(month, state)
    if (isPaid) add(model, buyer, -fee)
    else model.plans[buyer] = 'free'
  }
  breach(ofBuyers === model.planMonths.size, 'a month of a plan is not there')
}

/** After days there is no month that was overlooked. */
export function checkBilled(market: Market): void {
  const { model } = market
  const month = monthNow(market)
  for (const [buyer, plan] of model.plans.entries()) {
    const isBilled = plan === 'free' || model.planMonths.has(`${buyer}/${month}`)
    breach(isBilled, `${month} of buyer ${buyer} was not billed`)
  }
}
