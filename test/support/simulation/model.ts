// What must be, by what everybody was told: small, and without a word of the product's.
import type { PayoutState } from '../../../src/domain/ledger/index.ts'

export const planFees = { free: 0, starter: 40, pro: 150 } as const
export type Plan = keyof typeof planFees

export type Thing = {
  objectId: string
  /** Where its bytes go. */
  uploadPath: string
  /** Whose it is; each has one dataset. */
  provider: number
  /** Stands in this one alone. */
  word: string
  status: string
  indexState: string
  isDown: boolean
  licence: Licence | undefined
  /** The buyers who bought one. */
  holders: number[]
  /** Who has the exclusive one. */
  soldAwayTo: number | undefined
  /** Whether somebody paid for it on Surface A. */
  wasFetched: boolean
  /** With its dataset; a job may still be at it. */
  isDropped?: boolean
  /** Its bytes are kept for who holds a licence. */
  deletedMs?: number
}

export type Licence = { lamports: number; type: 'standard' | 'exclusive' }

/** In the place of a buyer that was erased. */
export const gone = -1

export type Link = {
  path: string
  thing: Thing
  buyer: number
  credits: number
  mintedMs: number
  /** Which of the buyer's keys it was made with. */
  keyNo: number
  isUsed: boolean
}

export type Sale = {
  eventId: string
  buyer: number
  credits: number
  provider: number
  /** The provider's, of the credits. */
  part: number
  /** In which month, UTC. */
  period: string
  isRefunded: boolean
  /** While it is open. */
  disputeId: string | undefined
  wasDisputed: boolean
}

/** What a provider gets for a month. */
export type Statement = {
  id: string
  provider: number
  period: string
  status: PayoutState
  seller: number
  reversed: number
  releaseAtMs: number
  /** Held by the operator, not by a dispute. */
  isByHand: boolean
  batch: string | undefined
}

export type Visibility = 'listed' | 'restricted' | 'private'

export type Model = {
  things: Thing[]
  links: Link[]
  sales: Sale[]
  /** Of each buyer. */
  credits: number[]
  plans: Plan[]
  /** By buyer and month: whether it was for nothing, paid, or could not be. */
  planMonths: Map<string, string>
  /** What each buyer's key may spend in a month, and has spent, by month. */
  budgets: (number | undefined)[]
  spent: Map<string, number>[]
  /** What each buyer, and each provider, has in SOL. */
  lamports: number[]
  earned: number[]
  /** What each provider has earned on Surface A and was not paid, and what went to the bank. */
  owed: number[]
  paidOut: number
  statements: Statement[]
  batches: string[]
  /** Of each provider: whether it said where it is paid. */
  hasAccount: boolean[]
  /** Which of each buyer's keys is the one that counts, and whose datasets alone it may see. */
  keyNo: number[]
  allowed: (number[] | undefined)[]
  /** Of each provider's dataset, and until when which buyers were let in. */
  visibility: Visibility[]
  access: Map<number, number>[]
  /** Whether anything of it was ever read: until then nobody else knows of it. */
  isOpen: boolean[]
  suspended: Set<string>
  /** When everybody logged in last. */
  loggedInMs: number
  vouchers: number
}

type Beginning = { nowMs: number; credits: number; things: Thing[] }

export function openModel({ nowMs, credits, things }: Beginning): Model {
  return {
    things,
    links: [],
    sales: [],
    credits: [credits, credits],
    plans: ['free', 'free'],
    planMonths: new Map(),
    budgets: [undefined, undefined],
    spent: [new Map(), new Map()],
    lamports: [0, 0],
    earned: [0, 0],
    owed: [0, 0],
    paidOut: 0,
    statements: [],
    batches: [],
    hasAccount: [false, false],
    keyNo: [0, 0],
    allowed: [undefined, undefined],
    visibility: ['listed', 'listed'],
    access: [new Map(), new Map()],
    isOpen: [true, true],
    suspended: new Set(),
    loggedInMs: nowMs,
    vouchers: 0,
  }
}

export type Look = { provider: number; buyer: number; nowMs: number }

/** Whether a buyer may see what is in a provider's dataset. */
export function isLetIn({ visibility, access }: Model, { provider, buyer, nowMs }: Look): boolean {
  const isOpen = (access[provider]?.get(buyer) ?? 0) > nowMs
  return visibility[provider] === 'listed' || (visibility[provider] === 'restricted' && isOpen)
}

/** It is approved and read, and nobody took it away. */
export function isReady({ status, indexState, isDown, isDropped }: Thing): boolean {
  return status === 'active' && indexState === 'indexed' && !isDown && !isDropped
}

/** The way of an object, as the interface has it: nothing goes back, and nothing else happens. */
const ways: Readonly<Record<string, readonly string[]>> = {
  initiated: ['staged', 'expired', 'deleted'],
  staged: ['active', 'rejected', 'expired', 'deleted'],
  active: ['deleted'],
  rejected: ['deleted'],
  expired: ['deleted'],
  deleted: [],
}

/** What of it a step may move: the thing that it names, or what is due when time passes. */
const moves: Readonly<Record<string, readonly string[]>> = {
  confirm: ['initiated staged'],
  approve: ['staged active'],
  reject: ['staged rejected'],
  remove: ['initiated', 'staged', 'active', 'rejected', 'expired'].map((from) => `${from} deleted`),
  pass: ['staged expired', 'initiated expired', 'initiated deleted', 'rejected deleted'],
}

/** A server looks at the clock after them. */
export function isByTime({ kind }: { kind: string }): boolean {
  return kind === 'pass' || kind === 'month' || kind === 'restart'
}

export type Move = { kind: string; from: string; to: string; isNamed: boolean; isDropped: boolean }

/** A sentence when something moved that may not. */
export function wrongMove({ kind, from, to, isNamed, isDropped }: Move): string | undefined {
  if (from === to) return undefined
  if (!(ways[from] ?? []).includes(to)) return `went from ${from} to ${to}`
  if (isDropped && to === 'deleted') return undefined
  const isDue = isByTime({ kind })
  const known = moves[isDue ? 'pass' : kind] ?? []
  if (known.includes(`${from} ${to}`) && (isDue || isNamed)) return undefined
  // An open server looks at the clock when it starts: a step with a crash may do that, too.
  return `went from ${from} to ${to} by a step that is not about it`
}
