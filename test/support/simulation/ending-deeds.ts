// A provider is erased with all that it had, and another one comes in its place. What was earned,
// and what others paid, stays where it was.
import { password, signUp } from '../open-test-app.ts'
import { breach, type Deed, isShownTo, lately, type Market, pick, told } from './acting.ts'
import type { Model } from './model.ts'
import { noteSale } from './selling.ts'
import { textOf, wordOf } from './words.ts'

const commitsMax = 60

export const endingDeeds = {
  async endProvider(market, { a, b, fault }) {
    const { model, running } = market
    const provider = a % 2
    const who = running.providers[provider]
    if (!who) return undefined
    const isBusy = isPaidOrContested(model, provider)
    const dropsSold = b % 3 === 0
    const killedAt = fault?.what === 'crash' && !isBusy ? 1 + (b % commitsMax) : undefined
    const erasing = running.erase(who.tenantId, { killedAt, dropsSold })
    // Somebody has the bytes before they go, or does not have them.
    if (killedAt === undefined && !isBusy) await fetchMeanwhile(market, { provider, at: b })
    const refusal = await erasing
    breach(
      refusal === (isBusy ? 'pending' : undefined),
      `the erasure of a provider ended with ${refusal}`,
    )
    if (isBusy) return undefined
    await assertForgotten(market, who)
    const nowMs = running.clock.nowMs()
    leave(model, { provider, as: running.providers.length, dropsSold, nowMs })
    model.suspended.delete(who.tenantId)
    await succeed(market, provider)
    return undefined
  },
} satisfies Record<string, Deed>

/** A payment is with the bank, or somebody contests what was bought. */
function isPaidOrContested({ statements, sales }: Model, provider: number): boolean {
  const isPaid = statements.some((one) => one.provider === provider && one.status === 'processing')
  return isPaid || sales.some((one) => one.provider === provider && one.disputeId !== undefined)
}

type Meanwhile = { provider: number; at: number }

async function fetchMeanwhile(market: Market, { provider, at }: Meanwhile): Promise<void> {
  const { links } = market.model
  const open = links.filter(({ thing, buyer, isUsed }) => {
    return thing.provider === provider && !isUsed && isShownTo(market, thing, buyer)
  })
  const link = pick(open, lately(open, at))
  if (!link) return
  const { status, bytes } = await market.running.ask(`GET ${link.path}`)
  if (status !== 200) return
  breach(bytes.toString() === textOf(link.thing.word), 'a link led to other bytes')
  noteSale(market, link)
}

type Gone = { tenantId: string; token: string; email: string }

async function assertForgotten({ running }: Market, { tenantId, token, email }: Gone) {
  const me = await running.ask('GET /v1/me', { as: token })
  breach(me.status === 401, `the session of who was erased was answered with ${me.status}`)
  const login = await running.ask('POST /v1/auth/login', { body: { email, password } })
  breach(login.status === 401, `who was erased logged in with ${login.status}`)
  const { raw } = running.app().store
  const count = (sql: string) => raw.prepare(`SELECT count(*) FROM ${sql}`).pluck().get(tenantId)
  const passages = count('passage WHERE tenant_id = ?')
  breach(passages === 0, `${passages} passages of who was erased are left`)
  const live = count("object WHERE tenant_id = ? AND status <> 'deleted'")
  breach(live === 0, `${live} objects of who was erased are left`)
}

type Leaving = { provider: number; as: number; dropsSold: boolean; nowMs: number }

/** All that it had ends, and stands from now on behind what those have who trade. */
function leave(model: Model, { provider, as, dropsSold, nowMs }: Leaving): void {
  const { things, sales, statements } = model
  for (const one of [...things, ...sales, ...statements]) {
    if (one.provider === provider) one.provider = as
  }
  for (const thing of things.filter((one) => one.provider === as)) {
    thing.isDropped = true
    if (thing.status === 'initiated' || thing.status === 'gone') continue
    const deletedMs = thing.status === 'deleted' ? thing.deletedMs : nowMs
    Object.assign(thing, { status: 'deleted', indexState: 'none', deletedMs })
    // Nothing is kept for who holds a licence.
    if (dropsSold) thing.deletedMs = -Infinity
  }
  handOver(model.owed, provider, 0)
  handOver(model.earned, provider, 0)
  handOver(model.hasAccount, provider, false)
  // Where it is paid was forgotten with it.
  model.hasAccount[as] = false
  handOver(model.visibility, provider, 'listed')
  handOver(model.access, provider, new Map())
  handOver(model.isOpen, provider, false)
  model.allowed = model.allowed.map((allowed) => allowed?.filter((one) => one !== provider))
}

function handOver<T>(list: T[], provider: number, fresh: T): void {
  list.push(list[provider] as T)
  list[provider] = fresh
}

async function succeed(market: Market, provider: number): Promise<void> {
  const { running } = market
  const { call } = running.app()
  const next = await signUp(call, `Provider ${wordOf(market.keys++)}`, {})
  const body = { name: `Shelf ${market.keys}`, visibility: 'listed' }
  const made = await told(market, { what: 'POST /v1/datasets', as: next.token, body })
  breach(made.status === 201, `a dataset was answered with ${made.status}`)
  handOver(running.providers, provider, next)
  handOver(running.datasets, provider, made.body.data.dataset_id)
}
