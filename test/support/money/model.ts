// The ledger in plain arithmetic: maps and sums, nothing stored, nothing hashed.
import { monthAfter, monthOf, monthStartMs } from '../../../src/base/clock.ts'
import { type PayoutState, payoutSteps } from '../../../src/domain/ledger/index.ts'
import type { Mode, Operation, PassageDrawn } from './operations.ts'
import { tenants } from './operations.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
export const outcomeFeeBp = 500

/** A charge: price and the provider's part. */
export type Charged = [credits: number, provider: number]

/** What must come of an operation: a refusal in a word, or the charges that it makes. */
export type Answer = { refused: string } | { charges: Charged[] }

type Charge = {
  buyer: number
  provider: number
  period: string
  credits: number
  part: number
  refunded: boolean
  disputed: boolean
}
type Retrieval = {
  buyer: number
  passage: PassageDrawn
  atMs: number
  cited: boolean
  told: boolean
}
type Dispute = { charge: Charge; open: boolean }
type Statement = {
  provider: number
  period: string
  status: PayoutState
  gross: number
  seller: number
  reversed: number
  releaseAtMs: number
  /** Held by an administrator, not by a dispute. */
  byHand: boolean
}

export class Model {
  nowMs = 0
  /** Every account by its name. */
  balances = new Map<string, number>()
  gross = new Map<string, number>()
  early = new Map<string, { gross: number; part: number }>()
  charges: Charge[] = []
  retrievals: Retrieval[] = []
  disputes: Dispute[] = []
  statements: Statement[] = []
  statementBy = new Map<string, Statement>()
  /** Open disputes by provider and month. */
  openDisputes = new Map<string, number>()
  closed: string | undefined
  ratedAt = new Map<string, number>()
  citedAt = new Map<string, number>()
  billedAt = new Map<string, number>()
  /** What the search that was billed showed, by the mark of a retry. */
  shownFirst = new Map<string, ReadonlySet<string>>()
  keySpend = new Map<string, number>()
  attempts = new Map<number, number[]>()

  constructor(nowMs: number) {
    this.nowMs = nowMs
  }

  apply(operation: Operation): Answer {
    try {
      return { charges: this.carryOut(operation) }
    } catch (error) {
      if (error instanceof Refused) return { refused: error.message }
      throw error
    }
  }

  private carryOut(op: Operation): Charged[] {
    switch (op.kind) {
      case 'grant':
        this.move({ from: 'world granted', to: `${op.who} balance`, amount: op.credits })
        return []
      case 'redeem':
        return this.redeem(op.who, op)
      case 'search':
        return this.search(op)
      case 'download':
        return this.download(op)
      case 'cite':
        return this.cite(pickLate(this.retrievals, op.at))
      case 'tell':
        return this.tell(pickLate(this.retrievals, op.at), op)
      case 'refund':
        this.refund(pickLate(this.charges, op.at))
        return []
      case 'dispute':
        return this.dispute(pickLate(this.charges, op.at))
      case 'resolve':
        return this.resolve(pickLate(this.disputes, op.at), op)
      case 'pass':
        this.nowMs += op.hours * hourMs
        return []
      case 'setBack':
        this.nowMs -= op.hours * hourMs
        return []
      case 'settle':
        return this.settle()
      case 'release':
        return this.release()
      case 'batch':
        return this.batch(op)
      case 'step':
        return this.step(pickLate(this.statements, op.at), op)
    }
  }

  // Credits

  private redeem(who: number, { credits }: { credits: number }): Charged[] {
    const recent = (this.attempts.get(who) ?? []).filter((atMs) => atMs > this.nowMs - hourMs)
    if (recent.length >= 10) throw new Refused('RateLimited')
    this.attempts.set(who, [...recent, this.nowMs])
    this.move({ from: 'world vouchers', to: `${who} balance`, amount: credits })
    return []
  }

  // Use

  private search(op: Operation & { kind: 'search' }): Charged[] {
    const { who, passages, requestId, budget } = op
    const retryKey = `${who} ${requestId}`
    const isRetry =
      requestId !== undefined && (this.billedAt.get(retryKey) ?? -Infinity) > this.nowMs - dayMs
    const rated = passages.filter(
      (passage) =>
        !(isRetry && this.shownFirst.get(retryKey)?.has(nameOf(passage))) &&
        passage.provider !== who &&
        (this.ratedAt.get(`${who} ${nameOf(passage)}`) ?? -Infinity) <= this.nowMs - dayMs,
    )
    const total = rated.reduce((sum, { mode }) => sum + priceOf(mode), 0)
    this.requireFunds(who, { total, budget })
    if (!isRetry && requestId !== undefined) {
      for (const [key, atMs] of this.billedAt) {
        if (atMs <= this.nowMs - dayMs) this.billedAt.delete(key)
      }
      this.billedAt.set(retryKey, this.nowMs)
      this.shownFirst.set(retryKey, new Set(passages.map(nameOf)))
    }
    const groups = Map.groupBy(rated, ({ provider, mode }) => `${provider} ${mode}`)
    const charges = [...groups.values()].map((group) => {
      const { provider, mode } = group[0] as PassageDrawn
      const credits = group.length * priceOf(mode)
      return this.charge({ buyer: who, provider, mode, credits })
    })
    if (budget !== undefined) this.spend(`key ${who} ${this.period()}`, total)
    for (const passage of rated) {
      const key = `${who} ${nameOf(passage)}`
      this.ratedAt.set(key, Math.max(this.ratedAt.get(key) ?? 0, this.nowMs))
    }
    for (const passage of passages) {
      const event = { buyer: who, passage, atMs: this.nowMs, cited: false, told: false }
      this.retrievals.push(event)
    }
    return charges
  }

  private download(op: Operation & { kind: 'download' }): Charged[] {
    const { who, provider, mode } = op
    const credits = provider === who ? 0 : op.price
    this.requireFunds(who, { total: credits })
    return [this.charge({ buyer: who, provider, mode, credits })]
  }

  private cite(retrieval: Retrieval): Charged[] {
    this.requireRecent(retrieval)
    if (retrieval.cited) throw new Refused('Conflict already_cited')
    const { buyer, passage } = retrieval
    const key = `${buyer} ${nameOf(passage)}`
    const isRepeat = (this.citedAt.get(key) ?? -Infinity) > this.nowMs - dayMs
    const isRated = passage.provider !== buyer && !isRepeat
    const credits = isRated ? 1 : 0
    this.requireFunds(buyer, { total: credits })
    retrieval.cited = true
    if (isRated) this.citedAt.set(key, Math.max(this.citedAt.get(key) ?? 0, this.nowMs))
    return [this.charge({ buyer, ...passage, credits })]
  }

  private tell(retrieval: Retrieval, { revenue }: { revenue: number }): Charged[] {
    this.requireRecent(retrieval)
    if (retrieval.told) throw new Refused('Conflict already_recorded')
    const { buyer, passage } = retrieval
    const fee = Math.floor((revenue * outcomeFeeBp) / 10_000)
    const credits = passage.provider === buyer ? 0 : fee
    this.requireFunds(buyer, { total: credits })
    retrieval.told = true
    return [this.charge({ buyer, ...passage, credits })]
  }

  private requireRecent({ atMs }: Retrieval): void {
    if (atMs <= this.nowMs - 30 * dayMs) throw new Refused('NotFound')
  }

  private requireFunds(
    who: number,
    { total, budget }: { total: number; budget?: number | undefined },
  ): void {
    if (total === 0) return
    if (this.balance(`${who} balance`) < total) throw new Refused('PaymentRequired')
    if (budget === undefined) return
    const spent = this.keySpend.get(`key ${who} ${this.period()}`) ?? 0
    if (spent + total > budget) throw new Refused('PaymentRequired')
  }

  private spend(key: string, amount: number): void {
    this.keySpend.set(key, (this.keySpend.get(key) ?? 0) + amount)
  }

  private charge(sale: { buyer: number; provider: number; mode: Mode; credits: number }): Charged {
    const { buyer, provider, mode, credits } = sale
    if (credits === 0) return [0, 0]
    const period = this.period()
    const key = `${provider} ${period} ${shareOf(mode)}`
    const before = this.gross.get(key) ?? 0
    this.gross.set(key, before + credits)
    const part = partOf(before + credits, mode) - partOf(before, mode)
    this.move({ from: `${buyer} balance`, to: `${provider} earned`, amount: part })
    this.move({ from: `${buyer} balance`, to: 'platform revenue', amount: credits - part })
    const rest = { refunded: false, disputed: false }
    this.charges.push({ buyer, provider, period, credits, part, ...rest })
    return [credits, part]
  }

  // Refunds and disputes

  private refund(charge: Charge): void {
    if (charge.refunded) throw new Refused('Conflict already_refunded')
    const { buyer, provider, period, credits, part } = charge
    const statement = this.statementOf(charge)
    if (statement?.status === 'processing') throw new Refused('Conflict payout_in_progress')
    const from = sourceOf(statement, { provider, period })
    this.giveBack(buyer, { from, amount: part })
    this.giveBack(buyer, { from: 'platform revenue', amount: credits - part })
    charge.refunded = true
    if (from === `${provider} earned`) {
      const key = `${provider} ${period}`
      const before = this.early.get(key) ?? { gross: 0, part: 0 }
      this.early.set(key, { gross: before.gross + credits, part: before.part + part })
    }
    if (statement && from.includes('payable')) statement.reversed += part
  }

  private giveBack(buyer: number, { from, amount }: { from: string; amount: number }): void {
    const there = from.startsWith('platform') ? Math.min(amount, this.balance(from)) : amount
    this.move({ from, to: `${buyer} balance`, amount: there })
    this.move({ from: 'world goodwill', to: `${buyer} balance`, amount: amount - there })
  }

  private dispute(charge: Charge): Charged[] {
    if (charge.disputed || charge.refunded) throw new Refused('Conflict already_disputed')
    charge.disputed = true
    this.disputes.push({ charge, open: true })
    this.countDispute(charge, 1)
    const statement = this.statementOf(charge)
    if (statement?.status === 'pending' || statement?.status === 'approved') {
      statement.status = 'held'
    }
    return []
  }

  private resolve(dispute: Dispute, { decision }: { decision: string }): Charged[] {
    if (!dispute.open) throw new Refused('Conflict already_resolved')
    if (decision === 'refund' && !dispute.charge.refunded) this.refund(dispute.charge)
    dispute.open = false
    this.countDispute(dispute.charge, -1)
    const statement = this.statementOf(dispute.charge)
    if (statement?.status === 'held' && !statement.byHand && !this.hasOpenDispute(statement)) {
      const isEmpty = statement.reversed === statement.seller && statement.seller > 0
      statement.status = isEmpty ? 'reversed' : this.isDue(statement) ? 'approved' : 'pending'
    }
    return []
  }

  // Payouts

  private settle(): Charged[] {
    const period = monthOf(monthStartMs(monthOf(this.nowMs), -1))
    if (this.closed === undefined || period > this.closed) this.closed = period
    for (let provider = 0; provider < tenants; provider++) this.settleProvider(provider, { period })
    return []
  }

  private settleProvider(provider: number, { period }: { period: string }): void {
    if (this.statementOf({ provider, period })) return
    const early = this.early.get(`${provider} ${period}`) ?? { gross: 0, part: 0 }
    let [gross, seller] = [-early.gross, -early.part]
    for (const mode of [0, 2] as const) {
      const sum = this.gross.get(`${provider} ${period} ${shareOf(mode)}`) ?? 0
      gross += sum
      seller += partOf(sum, mode)
    }
    if (gross === 0) return
    this.move({ from: `${provider} earned`, to: `${provider} payable:${period}`, amount: seller })
    const statement: Statement = {
      provider,
      period,
      status: 'pending',
      gross,
      seller,
      reversed: 0,
      byHand: false,
      releaseAtMs: this.nowMs + 14 * dayMs,
    }
    if (this.hasOpenDispute(statement)) statement.status = 'held'
    this.statements.push(statement)
    this.statementBy.set(monthOfProvider(statement), statement)
  }

  private release(): Charged[] {
    const due = this.statements.filter((one) => one.status === 'pending' && this.isDue(one))
    for (const statement of due.slice(0, 100)) statement.status = 'approved'
    return []
  }

  private batch({ retryFailed }: { retryFailed: boolean }): Charged[] {
    const payable = (status: PayoutState) =>
      this.statements
        .filter((one) => one.status === status && this.isDue(one) && restOf(one) > 0)
        .filter((one) => !this.hasOpenDispute(one))
        .slice(0, 200)
    const due = [...(retryFailed ? payable('failed') : []), ...payable('approved')].slice(0, 200)
    if (due.length === 0) throw new Refused('Conflict nothing_to_pay')
    for (const statement of due) statement.status = 'processing'
    return []
  }

  private step(statement: Statement, { to }: Operation & { kind: 'step' }): Charged[] {
    const { status, provider, period } = statement
    const isBesides = status === 'held' && to === 'held' && !statement.byHand
    if (!isBesides && !payoutSteps[status].includes(to)) {
      throw new Refused('Conflict illegal_transition')
    }
    if (to === 'approved') {
      if (status === 'pending' && !this.isDue(statement)) {
        throw new Refused('Conflict dispute_window_open')
      }
      if (this.hasOpenDispute(statement)) throw new Refused('Conflict dispute_open')
    }
    const payable = `${provider} payable:${period}`
    const amount = restOf(statement)
    if (to === 'paid') this.move({ from: payable, to: 'world payouts', amount })
    if (to === 'reversed') {
      const from = status === 'paid' ? 'world payouts' : payable
      this.move({ from, to: 'platform reversals', amount })
      statement.reversed = statement.seller
    }
    if (to === 'held') statement.byHand = true
    if (to === 'approved' || to === 'reversed') statement.byHand = false
    statement.status = to === 'approved' && !this.isDue(statement) ? 'pending' : to
    return []
  }

  private isDue({ releaseAtMs }: Statement): boolean {
    return releaseAtMs <= this.nowMs
  }

  private hasOpenDispute(month: ProviderMonth): boolean {
    return (this.openDisputes.get(monthOfProvider(month)) ?? 0) > 0
  }

  private countDispute(month: ProviderMonth, by: number): void {
    const key = monthOfProvider(month)
    this.openDisputes.set(key, (this.openDisputes.get(key) ?? 0) + by)
  }

  private statementOf(month: ProviderMonth): Statement | undefined {
    return this.statementBy.get(monthOfProvider(month))
  }

  private period(): string {
    const month = monthOf(this.nowMs)
    return this.closed === undefined || month > this.closed ? month : monthAfter(this.closed)
  }

  balance(account: string): number {
    return this.balances.get(account) ?? 0
  }

  private move({ from, to, amount }: { from: string; to: string; amount: number }): void {
    if (amount === 0) return
    this.balances.set(from, this.balance(from) - amount)
    this.balances.set(to, this.balance(to) + amount)
  }
}

/** Not an error of the model: what it says must be refused. */
class Refused extends Error {}

type ProviderMonth = { provider: number; period: string }

function monthOfProvider({ provider, period }: ProviderMonth): string {
  return `${provider} ${period}`
}

/** One of the latest: what is long past is refused anyway. */
function pickLate<T>(list: readonly T[], at: number): T {
  const index = lateIndex(list.length, { at })
  if (index === undefined) throw new Refused('nothing')
  return list[index] as T
}

/** The place of one of the latest hundred of a list. */
export function lateIndex(length: number, { at }: { at: number }): number | undefined {
  return length === 0 ? undefined : length - 1 - (at % Math.min(length, 100))
}

function sourceOf(
  statement: Statement | undefined,
  { provider, period }: { provider: number; period: string },
): string {
  if (!statement) return `${provider} earned`
  if (statement.status === 'paid') return 'platform revenue'
  return statement.status === 'reversed' ? 'platform reversals' : `${provider} payable:${period}`
}

function restOf({ seller, reversed }: Statement): number {
  return seller - reversed
}

function priceOf(mode: Mode): number {
  return mode === 0 ? 1 : 2
}

function shareOf(mode: Mode): number {
  return mode === 2 ? 7_000 : 6_000
}

function partOf(gross: number, mode: Mode): number {
  return Math.floor((gross * shareOf(mode)) / 10_000)
}

export function nameOf({ provider, mode, n }: PassageDrawn): string {
  return `psg_${provider}${mode}${n}`
}
