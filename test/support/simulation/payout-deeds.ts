// What providers have earned, month by month, and its way to their banks.
import { payoutSteps } from '../../../src/domain/ledger/index.ts'
import {
  add,
  admin,
  breach,
  type Deed,
  lately,
  type Market,
  pick,
  refusedAsSuspended,
  told,
} from './acting.ts'
import { gone, type Model, type Sale, type Statement } from './model.ts'

const iban = 'DE89370400440532013000'
const decisions = ['approved', 'held', 'paid', 'failed', 'reversed'] as const
type Decision = (typeof decisions)[number]

export const payoutDeeds = {
  async payTo(market, { a, fault }) {
    const { model, running } = market
    const provider = a % 2
    const what = 'PUT /v1/provider/payout-account'
    const body = { holder_name: 'Provider Ltd', iban }
    const as = running.providers[provider]?.token
    const { status } = await running.ask(what, { as: as ?? '', body, fault })
    if (refusedAsSuspended(market, provider, status)) return undefined
    breach(status === 200, `where to pay was answered with ${status}`)
    model.hasAccount[provider] = true
    return undefined
  },
  async payOut(market, { a, fault }) {
    const { model } = market
    const isRetry = a % 2 === 0
    const what = 'POST /v1/admin/payout-batches'
    const body = { retry_failed: isRetry }
    const { status, body: said } = await told(market, { what, body, fault, as: admin(market) })
    const due = model.statements.filter((one) => isPayable(market, one, isRetry))
    const payable = due.filter(({ provider }) => model.hasAccount[provider])
    const wanted = payable.length > 0 ? 201 : 409
    breach(status === wanted, `a batch of ${payable.length} was answered with ${status}`)
    if (status === 409) return undefined
    const batch = said.data.payout_batch_id as string
    const sum = payable.reduce((all, one) => all + restOf(one), 0)
    const [number, total] = [said.data.payments, Math.round(said.data.total_amount * 100)]
    breach(number === payable.length, `a batch has ${number} payments, not ${payable.length}`)
    breach(total === sum, `a batch is of ${total}, not ${sum}`)
    for (const one of payable) Object.assign(one, { status: 'processing', batch })
    model.batches.push(batch)
    return undefined
  },
  async bankPays(market, { a, fault }) {
    const { model } = market
    const batch = pick(model.batches, lately(model.batches, a))
    if (!batch) return undefined
    const what = `POST /v1/admin/payout-batches/${batch}/paid`
    const { status, body } = await told(market, { what, fault, as: admin(market) })
    const open = model.statements.filter((one) => {
      return one.batch === batch && one.status === 'processing'
    })
    breach(status === (open.length > 0 ? 200 : 409), `a batch was paid with ${status}`)
    if (status === 409) return undefined
    breach(body.data.paid === open.length, `${body.data.paid} were paid, not ${open.length}`)
    for (const one of open) move(model, one, 'paid')
    return undefined
  },
  async decide(market, { a, b, fault }) {
    const { model } = market
    const one = pick(model.statements, lately(model.statements, a))
    if (!one) return undefined
    const to = decisions[b % decisions.length] as Decision
    const what = `POST /v1/admin/payouts/${one.id}/status`
    const body = { status: to, reason: 'simulated' }
    const answer = await told(market, { what, body, fault, as: admin(market) })
    const isOpen = to === 'approved' && hasOpenDispute(model, one)
    const isEarly = to === 'approved' && one.status === 'pending' && !isDue(market, one)
    const isRefused = !payoutSteps[one.status].includes(to) || isOpen || isEarly
    const said = `${one.status} to ${to} was answered with ${answer.status}`
    breach(answer.status === (isRefused ? 409 : 200), `a statement from ${said}`)
    if (isRefused) return undefined
    one.isByHand = to === 'held'
    const isBack = to === 'approved' && one.status === 'held' && !isDue(market, one)
    move(model, one, isBack ? 'pending' : to)
    return undefined
  },
} satisfies Record<string, Deed>

function isPayable(market: Market, one: Statement, isRetry: boolean): boolean {
  const isOver = one.status === 'approved' || (isRetry && one.status === 'failed')
  if (!isOver || !isDue(market, one) || restOf(one) === 0) return false
  return !hasOpenDispute(market.model, one)
}

export function isDue({ running }: Market, { releaseAtMs }: Statement): boolean {
  return releaseAtMs <= running.clock.nowMs()
}

function restOf({ seller, reversed }: Statement): number {
  return seller - reversed
}

function move(model: Model, one: Statement, to: Statement['status']): void {
  const { provider, status } = one
  const rest = restOf(one)
  if (to === 'paid') {
    model.owed[provider] = (model.owed[provider] ?? 0) - rest
    model.paidOut += rest
  }
  if (to === 'reversed') {
    if (status === 'paid') model.paidOut -= rest
    else model.owed[provider] = (model.owed[provider] ?? 0) - rest
    one.reversed = one.seller
  }
  one.status = to
}

type Month = Pick<Statement, 'provider' | 'period'>

export function hasOpenDispute({ sales }: Model, { provider, period }: Month): boolean {
  return sales.some((sale) => {
    return sale.disputeId !== undefined && sale.provider === provider && sale.period === period
  })
}

export function statementOf({ statements }: Model, { provider, period }: Month) {
  return statements.find((one) => one.provider === provider && one.period === period)
}

/** Whole, and the provider's part from where it lies by now. */
export function giveBack(model: Model, sale: Sale): void {
  sale.isRefunded = true
  if (sale.buyer !== gone) add(model, sale.buyer, sale.credits)
  const statement = statementOf(model, sale)
  // It is the provider's, or the platform's that took it back: then the platform pays.
  if (statement?.status === 'paid' || statement?.status === 'reversed') return
  model.owed[sale.provider] = (model.owed[sale.provider] ?? 0) - sale.part
  if (statement) statement.reversed += sale.part
}

export function isBeingPaid(model: Model, sale: Sale): boolean {
  return statementOf(model, sale)?.status === 'processing'
}

/** What is not with the bank waits for the decision. */
export function holdFor(model: Model, sale: Sale): void {
  const statement = statementOf(model, sale)
  if (statement?.status === 'pending' || statement?.status === 'approved') statement.status = 'held'
}

export function letGo(market: Market, sale: Sale): void {
  const statement = statementOf(market.model, sale)
  if (statement?.status !== 'held' || statement.isByHand) return
  if (hasOpenDispute(market.model, sale)) return
  const isEmpty = restOf(statement) === 0 && statement.seller > 0
  statement.status = isEmpty ? 'reversed' : isDue(market, statement) ? 'approved' : 'pending'
}

type Row = {
  id: string
  tenantId: string
  period: string
  status: Statement['status']
  seller: number
  reversed: number
  releaseAtMs: number
}

const everyStatement = `SELECT payout_statement_id AS id, tenant_id AS tenantId, period, status,
  seller_cents AS seller, reversed_cents AS reversed, release_at AS releaseAtMs
  FROM payout_statement JOIN payout_progress USING (payout_statement_id)`

/** Each is where it was told to be; time alone makes one of a month, and releases it. */
export function followStatements(market: Market): void {
  const { model, running } = market
  const rows = running.app().store.raw.prepare(everyStatement).all() as Row[]
  const known = new Map(model.statements.map((one) => [one.id, one]))
  for (const row of rows) {
    const one = known.get(row.id) ?? begun(market, row)
    const isReleased = one.status === 'pending' && row.status === 'approved' && isDue(market, one)
    if (isReleased && !hasOpenDispute(model, one)) one.status = 'approved'
    breach(row.status === one.status, `${row.id} is ${row.status}, not ${one.status}`)
    const isSo = row.reversed === one.reversed
    breach(isSo, `of ${row.id} ${row.reversed} were taken back, not ${one.reversed}`)
  }
  breach(rows.length === model.statements.length, 'a statement is not there any more')
}

function begun({ model, running }: Market, row: Row): Statement {
  const provider = running.providers.findIndex(({ tenantId }) => tenantId === row.tenantId)
  const month = { provider, period: row.period }
  breach(statementOf(model, month) === undefined, `${row.period} has two statements`)
  const isOver = new Date(running.clock.nowMs()).toISOString().slice(0, 7) > row.period
  breach(isOver, `${row.period} was settled before its end`)
  const mine = model.sales.filter((sale) => {
    return sale.provider === provider && sale.period === row.period && !sale.isRefunded
  })
  const earned = mine.reduce((sum, { part }) => sum + part, 0)
  breach(row.seller === earned, `${row.period} is settled with ${row.seller}, not ${earned}`)
  const status = hasOpenDispute(model, month) ? ('held' as const) : ('pending' as const)
  const { id, seller, releaseAtMs } = row
  const rest = { reversed: 0, isByHand: false, batch: undefined }
  const one: Statement = { id, ...month, status, seller, releaseAtMs, ...rest }
  model.statements.push(one)
  return one
}
