// A buyer who comes, buys, and is erased, with all that said who it was; what it paid stays.
import { makeKey, password, signUp } from '../open-test-app.ts'
import { admin, breach, type Deed, isShownTo, type Market, pick } from './acting.ts'
import { gone, type Link, type Thing } from './model.ts'
import { noteSale } from './selling.ts'
import { pathOf, textOf, wordOf } from './words.ts'

const commitsMax = 40

export const visitorDeeds = {
  async visit(market, { a, b, fault }) {
    const { running } = market
    const { call } = running.app()
    const visitor = await signUp(call, `Visitor ${wordOf(market.keys++)}`, {})
    const key = await makeKey(call, visitor, {})
    const what = `PATCH /v1/admin/tenants/${visitor.tenantId}`
    await running.ask(what, { as: admin(market), body: { plan: 'starter' } })
    const thing = pick(market.model.things, a, (one) => isShownTo(market, one, gone))
    const links = thing
      ? [await mint(market, { thing, key }), await mint(market, { thing, key })]
      : []
    const [used, unused] = links
    if (used) {
      const { status, bytes } = await running.ask(`GET ${used.path}`)
      const isWhole = status === 200 && bytes.toString() === textOf(used.thing.word)
      breach(isWhole, `a visitor's link was answered with ${status}`)
      noteSale(market, used)
    }
    const isKilled = fault?.what === 'crash'
    const killedAt = isKilled ? 1 + (b % commitsMax) : undefined
    const refusal = await running.erase(visitor.tenantId, { killedAt, dropsSold: false })
    breach(refusal === undefined, `the erasure of a visitor ended with ${refusal}`)
    const old = await running.ask('GET /search?q=valve', { as: key })
    breach(old.status === 401, `the key of who was erased was answered with ${old.status}`)
    const body = { email: visitor.email, password }
    const login = await running.ask('POST /v1/auth/login', { body })
    breach(login.status === 401, `who was erased logged in with ${login.status}`)
    if (unused) {
      const { status } = await running.ask(`GET ${unused.path}`)
      breach(status >= 400 && status < 500, `the link of who was erased: ${status}`)
    }
    const sql = 'SELECT count(*) FROM user WHERE email = ?'
    const left = running.app().store.raw.prepare(sql).pluck().get(visitor.email)
    breach(left === 0, 'who was erased is still named')
    return undefined
  },
} satisfies Record<string, Deed>

async function mint(market: Market, { thing, key }: { thing: Thing; key: string }): Promise<Link> {
  const { model, running } = market
  const asked = { as: key, body: { asset_id: thing.objectId } }
  const { status, body } = await running.ask('POST /download', asked)
  breach(status === 200, `a visitor's link to what is for sale: ${status}`)
  const mintedMs = running.clock.nowMs()
  const rest = { buyer: gone, credits: body.estimated_credits, mintedMs, keyNo: 0, isUsed: false }
  const link = { path: pathOf(body.url), thing, ...rest }
  model.links.push(link)
  return link
}
