// What a fetch that was charged leaves: a link that is used, and a sale.
import { createHash } from 'node:crypto'
import { add, breach, type Market } from './acting.ts'
import { gone, type Link } from './model.ts'
import { spend } from './plan-deeds.ts'

export function noteSale(market: Market, link: Link): void {
  const { model } = market
  const { thing, buyer } = link
  link.isUsed = true
  const hash = createHash('sha256').update(link.path.slice('/dl/'.length)).digest('hex')
  const { credits, ...share } = chargeOf(market, `dl:${hash}`)
  breach(credits <= link.credits, `a fetch cost ${credits}, ${link.credits} were said`)
  if (credits === 0) return
  if (buyer !== gone) {
    add(model, buyer, -credits)
    spend(model, { buyer, credits, period: share.period })
  }
  thing.wasFetched = true
  const { provider } = thing
  model.owed[provider] = (model.owed[provider] ?? 0) + share.part
  const open = { isRefunded: false, disputeId: undefined, wasDisputed: false }
  model.sales.push({ eventId: `dl:${hash}`, buyer, credits, provider, ...share, ...open })
}

type Charge = { credits: number; part: number; period: string }

/** A delivery that was cut off is made good for nothing: less may be charged than was said. */
function chargeOf({ running }: Market, eventId: string): Charge {
  const sql = `SELECT charge_cents AS credits, provider_cents AS part, period FROM meter_event
    WHERE event_id = ?`
  const row = running.app().store.raw.prepare(sql).get(eventId) as Charge | undefined
  return row ?? { credits: 0, part: 0, period: '' }
}
