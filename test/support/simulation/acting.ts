// What all deeds share: how they ask, what they expect, and how they choose what they are about.
import type { Answer } from '../open-test-app.ts'
import { isLetIn, isReady, type Model, type Thing } from './model.ts'
import type { Running } from './running.ts'
import type { Fault, Step } from './steps.ts'

export class Breach extends Error {
  override readonly name = 'Breach'
}

export type Market = { running: Running; model: Model; keys: number }

/** The thing that a step is about. */
export type Done = { about?: Thing }

export type Deed = (market: Market, step: Step) => Promise<Done | undefined>

export function breach(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Breach(what)
}

export type Asking = {
  what: string
  as?: string | undefined
  body?: object
  fault?: Fault | undefined
}

/** With a key of its own: whoever asks again after silence does it once. */
export async function told(
  market: Market,
  { what, as, body = {}, fault }: Asking,
): Promise<Answer> {
  const headers = { 'idempotency-key': `deed-${market.keys++}` }
  return market.running.ask(what, { as, body, headers, fault })
}

export function admin({ running }: Market): string {
  return running.operator.token
}

/** Mostly one that is there: few of all that there ever were are. */
export function oneToSee(market: Market, at: number): Thing | undefined {
  const { things } = market.model
  const there = at % 4 === 0 ? [] : things.filter(isReady)
  return pick(there.length > 0 ? there : things, Math.floor(at / 4))
}

/** Whether a buyer knows of a provider's dataset, whatever the key. */
export function isKnown(market: Market, provider: number, buyer: number): boolean {
  const { model, running } = market
  if (model.suspended.has(running.providers[provider]?.tenantId ?? '')) return false
  return isLetIn(model, { provider, buyer, nowMs: running.clock.nowMs() })
}

/** Whether a buyer's key sees it: what was sold exclusively its licensee alone. */
export function isShownTo(market: Market, thing: Thing, buyer: number): boolean {
  const { allowed } = market.model
  const isAllowed = allowed[buyer]?.includes(thing.provider) ?? true
  const isOpen = isAllowed && isKnown(market, thing.provider, buyer)
  return isOpen && isReady(thing) && !isSoldAway(thing, buyer)
}

export function isSoldAway({ soldAwayTo }: Thing, buyer: number): boolean {
  return soldAwayTo !== undefined && soldAwayTo !== buyer
}

export function refusedAsSuspended(
  { model, running }: Market,
  provider: number,
  status: number,
): boolean {
  return refused(model, running.providers[provider]?.tenantId, status)
}

export function refusedBuyer({ model, running }: Market, buyer: number, status: number): boolean {
  return refused(model, running.buyers[buyer]?.tenantId, status)
}

function refused(model: Model, tenantId: string | undefined, status: number): boolean {
  if (!model.suspended.has(tenantId ?? '')) return false
  breach(status === 401 || status === 403, `a suspended tenant was answered with ${status}`)
  return true
}

export function add(model: Model, buyer: number, credits: number): void {
  model.credits[buyer] = (model.credits[buyer] ?? 0) + credits
}

export const pricesMax = 100

/** Mostly one of the latest: those before are used or over. */
export function lately(links: readonly unknown[], a: number): number {
  return links.length === 0 ? 0 : links.length - 1 - (a % Math.min(links.length, 5))
}

export function pick<T>(list: readonly T[], at: number, isOne: (one: T) => boolean = () => true) {
  const some = list.filter(isOne)
  return some[at % Math.max(some.length, 1)]
}

type Change = { buyer: number; body: object; fault: Fault | undefined }

/** A buyer's key, by its owner. */
export function changeKey({ running }: Market, { buyer, body, fault }: Change): Promise<Answer> {
  const one = running.buyers[buyer]
  return running.ask(`PATCH /v1/api-keys/${one?.keyId}`, { as: one?.token ?? '', body, fault })
}
