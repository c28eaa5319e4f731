// What each step does, in the product and in the model. A deed that is refused though nothing
// stands in its way, or done though something does, is a breach.
import type { Answer } from '../open-test-app.ts'
import { password } from '../open-test-app.ts'
import {
  type Asking,
  add,
  admin,
  breach,
  type Deed,
  isShownTo,
  lately,
  type Market,
  oneToSee,
  pick,
  pricesMax,
  refusedAsSuspended,
  refusedBuyer,
  told,
} from './acting.ts'
import { datasetDeeds } from './dataset-deeds.ts'
import { endingDeeds } from './ending-deeds.ts'
import { keyDeeds } from './key-deeds.ts'
import { licenceDeeds } from './licence-deeds.ts'
import type { Link, Thing } from './model.ts'
import { giveBack, holdFor, isBeingPaid, letGo, payoutDeeds } from './payout-deeds.ts'
import { budgetLeft, planDeeds } from './plan-deeds.ts'
import type { Running, Somebody } from './running.ts'
import { noteSale } from './selling.ts'
import type { Fault, Kind, Step } from './steps.ts'
import { visitorDeeds } from './visitor-deeds.ts'
import { pathOf, textOf, wordOf } from './words.ts'

const linkLivesMs = 15 * 60_000
const sessionMs = 6 * 24 * 3_600_000

export const deeds: Readonly<Record<Kind, Deed>> = {
  async upload(market, { a, fault }) {
    const { model, running } = market
    const provider = a % 2
    const word = wordOf(model.things.length)
    const body = {
      filename: `${word}.txt`,
      content_type: 'text/plain',
      size_bytes: textOf(word).length,
    }
    const { status, body: said } = await told(market, {
      what: `POST /v1/datasets/${running.datasets[provider]}/objects/upload`,
      as: running.providers[provider]?.token,
      body,
      fault,
    })
    if (refusedAsSuspended(market, provider, status)) return undefined
    breach(status === 201 || status === 200, `an upload was refused with ${status}`)
    const { object_id: objectId, upload_url: url } = said.data
    const state = { status: 'initiated', indexState: 'none', isDown: false }
    const sold = { licence: undefined, holders: [], soldAwayTo: undefined, wasFetched: false }
    const thing = { objectId, uploadPath: pathOf(url), provider, word, ...state, ...sold }
    model.things.push(thing)
    return { about: thing }
  },
  async send(market, { a, fault }) {
    const thing = pick(market.model.things, a, ({ status }) => status === 'initiated')
    if (!thing) return undefined
    const raw = textOf(thing.word)
    await market.running.ask(`PUT ${thing.uploadPath}`, { raw, fault })
    return { about: thing }
  },
  async confirm(market, { a, fault }) {
    const thing = pick(market.model.things, a, ({ status }) => status === 'initiated')
    if (!thing) return undefined
    await byProvider(market, thing, { what: `POST /v1/objects/${thing.objectId}/confirm`, fault })
    return { about: thing }
  },
  approve: (market, step) => review(market, step, 'approve'),
  reject: (market, step) => review(market, step, 'reject'),
  async job({ running }, { fault }) {
    await running.runJob(fault)
    return undefined
  },
  async remove(market, { a, fault }) {
    const thing = pick(
      market.model.things,
      a,
      ({ status }) => status !== 'deleted' && status !== 'gone',
    )
    if (!thing) return undefined
    await byProvider(market, thing, { what: `DELETE /v1/objects/${thing.objectId}`, fault })
    return { about: thing }
  },
  takeDown: (market, step) => sight(market, step, 'takedown'),
  restore: (market, step) => sight(market, step, 'restore'),
  async search(market, { a, b }) {
    const { running } = market
    const [buyer, thing] = [running.buyers[a % 2], oneToSee(market, b)]
    if (!buyer || !thing) return undefined
    const answer = await running.ask(`GET /search?q=%22${thing.word}%22&limit=100`, {
      as: buyer.key,
    })
    if (refusedBuyer(market, a % 2, answer.status)) return undefined
    breach(answer.status === 200, `a search was answered with ${answer.status}`)
    const found: string[] = answer.body.results.map((hit: { asset_id: string }) => hit.asset_id)
    const wanted = isShownTo(market, thing, a % 2) ? [thing.objectId] : []
    breach(
      [...new Set(found)].join() === wanted.join(),
      `a search for ${thing.word} found ${found}`,
    )
    return undefined
  },
  async list(market, { a, b }) {
    await compareShelves(market, a % 2, b)
    return undefined
  },
  async buy(market, { a, b }) {
    const { model, running } = market
    const [buyer, thing] = [a % 2, oneToSee(market, b)]
    if (!thing) return undefined
    const answer = await running.ask('POST /download', {
      as: running.buyers[buyer]?.key ?? '',
      body: { asset_id: thing.objectId },
    })
    const { status, body } = answer
    if (refusedBuyer(market, buyer, status)) return undefined
    if (!isShownTo(market, thing, buyer)) {
      breach(status === 404, `a link to what is not for sale: ${status}`)
      return undefined
    }
    const canSpend = Math.min(model.credits[buyer] ?? 0, budgetLeft(market, buyer))
    const isPoor = status === 402 && canSpend < pricesMax
    breach(status === 200 || status === 201 || isPoor, `no link to what is for sale: ${status}`)
    if (isPoor) return undefined
    const mintedMs = running.clock.nowMs()
    const link = { path: pathOf(body.url), thing, buyer, credits: body.estimated_credits }
    model.links.push({ ...link, mintedMs, keyNo: model.keyNo[buyer] ?? 0, isUsed: false })
    return undefined
  },
  async fetch(market, { a, fault }) {
    const link = pick(market.model.links, lately(market.model.links, a))
    if (link) await fetchOnce(market, link, fault)
    return undefined
  },
  async crowd(market, { a, b }) {
    const { model, running } = market
    const link = pick(model.links, lately(model.links, a))
    if (!link) return undefined
    const many = Array.from({ length: 2 + (b % 3) }, () => running.ask(`GET ${link.path}`))
    const answers = await Promise.all(many)
    const served = answers.filter(({ status }) => status === 200)
    breach(served.length <= (link.isUsed ? 0 : 1), `one link was good ${served.length} times`)
    const [answer] = served
    if (answer) noteFetch(market, link, answer)
    return undefined
  },
  async grant(market, { a, b, fault }) {
    const [buyer, credits] = [a % 2, 1 + (b % 200)]
    const tenantId = market.running.buyers[buyer]?.tenantId
    const what = `POST /v1/admin/tenants/${tenantId}/credits`
    const body = { credits, reason: 'simulated' }
    const { status } = await told(market, { what, body, fault, as: admin(market) })
    breach(status === 201, `credits were refused with ${status}`)
    add(market.model, buyer, credits)
    return undefined
  },
  async voucher(market, { a, b, fault }) {
    const { model, running } = market
    const [buyer, credits] = [a % 2, 1 + (b % 100)]
    const body = { credits, count: 1 }
    const made = await told(market, { what: 'POST /v1/admin/vouchers', body, as: admin(market) })
    breach(made.status === 201, `a voucher was refused with ${made.status}`)
    const { code } = made.body.data.vouchers[0]
    const as = running.buyers[buyer]?.token
    const asked = { what: 'POST /v1/vouchers/redeem', body: { code }, as }
    const { status } = await told(market, { ...asked, fault })
    if (refusedBuyer(market, buyer, status)) return undefined
    // Each is tried once more when it is spent, which counts as guessing.
    if (status === 429) return undefined
    breach(status === 200 || status === 201, `a voucher was not taken: ${status}`)
    add(model, buyer, credits)
    const again = await told(market, asked)
    breach(again.status >= 400, 'a voucher was good twice')
    return undefined
  },
  async refund(market, { a, fault }) {
    const sale = pick(market.model.sales, a)
    if (!sale) return undefined
    const { eventId } = sale
    const body = { event_id: eventId, reason: 'simulated' }
    const answer = await told(market, {
      what: 'POST /v1/admin/refunds',
      body,
      fault,
      as: admin(market),
    })
    const isRefused = sale.isRefunded || isBeingPaid(market.model, sale)
    breach(answer.status === (isRefused ? 409 : 201), `a refund was answered with ${answer.status}`)
    if (!isRefused) giveBack(market.model, sale)
    return undefined
  },
  async dispute(market, { a, fault }) {
    const sale = pick(market.model.sales, a)
    if (!sale) return undefined
    const body = { event_id: sale.eventId, reason: 'simulated' }
    const asked = { what: 'POST /v1/admin/disputes', body, as: admin(market) }
    const answer = await told(market, { ...asked, fault })
    const isRefused = sale.wasDisputed || sale.isRefunded
    breach(
      answer.status === (isRefused ? 409 : 201),
      `a dispute was answered with ${answer.status}`,
    )
    if (isRefused) return undefined
    sale.disputeId = answer.body.data.dispute_id
    sale.wasDisputed = true
    holdFor(market.model, sale)
    return undefined
  },
  async resolve(market, { a, b, fault }) {
    const sale = pick(market.model.sales, a, ({ disputeId }) => disputeId !== undefined)
    if (!sale) return undefined
    const decision = b % 2 === 0 ? 'refund' : 'reject'
    const { status } = await told(market, {
      what: `POST /v1/admin/disputes/${sale.disputeId}/resolve`,
      body: { decision },
      fault,
      as: admin(market),
    })
    // One that was given back by itself meanwhile is resolved, and no money moves again.
    const givesBack = decision === 'refund' && !sale.isRefunded
    const isRefused = givesBack && isBeingPaid(market.model, sale)
    breach(status === (isRefused ? 409 : 200), `a decision was answered with ${status}`)
    if (isRefused) return undefined
    if (givesBack) giveBack(market.model, sale)
    sale.disputeId = undefined
    letGo(market, sale)
    return undefined
  },
  suspend: (market, step) => suspension(market, step, 'suspend'),
  resume: (market, step) => suspension(market, step, 'resume'),
  async pass(market, { a, b }) {
    // Mostly less than an upload or a link lives.
    await timePasses(market, a % 8 === 0 ? 1 + (b % 30) : (1 + (b % 10)) / 60)
    return undefined
  },
  async month(market) {
    await timePasses(market, 24 * 31)
    return undefined
  },
  async restart({ running }) {
    await running.restart()
    return undefined
  },
  ...datasetDeeds,
  ...endingDeeds,
  ...keyDeeds,
  ...licenceDeeds,
  ...payoutDeeds,
  ...planDeeds,
  ...visitorDeeds,
}

async function byProvider(market: Market, thing: Thing, asked: Asking): Promise<Answer> {
  const { what, fault } = asked
  const as = market.running.providers[thing.provider]?.token
  if (!what.startsWith('DELETE')) return told(market, { ...asked, as })
  return market.running.ask(what, { as, fault })
}

async function review(market: Market, { a, fault }: Step, verb: 'approve' | 'reject') {
  const { model, running } = market
  const thing = pick(model.things, a, ({ status }) => status === 'staged')
  if (!thing) return undefined
  const { tenantId } = running.providers[thing.provider] ?? { tenantId: '' }
  await told(market, {
    what: `POST /v1/admin/review/objects/${tenantId}/${thing.objectId}/${verb}`,
    body: verb === 'reject' ? { reason: 'simulated' } : {},
    as: admin(market),
    fault,
  })
  return { about: thing }
}

async function sight(market: Market, { a, fault }: Step, verb: 'takedown' | 'restore') {
  const { model, running } = market
  const wanted = verb === 'restore'
  const thing = pick(model.things, a, ({ status, isDown }) => {
    return status === 'active' && isDown === wanted
  })
  if (!thing) return undefined
  const { tenantId } = running.providers[thing.provider] ?? { tenantId: '' }
  const { status } = await told(market, {
    what: `POST /v1/admin/objects/${tenantId}/${thing.objectId}/${verb}`,
    body: verb === 'takedown' ? { reason: 'simulated' } : {},
    as: admin(market),
    fault,
  })
  breach(status === 200, `${verb} was answered with ${status}`)
  thing.isDown = verb === 'takedown'
  return { about: thing }
}

async function suspension(market: Market, { a, fault }: Step, verb: 'suspend' | 'resume') {
  const { model, running } = market
  const everybody = [...traders(running), ...running.buyers]
  const who = pick(
    everybody,
    a,
    ({ tenantId }) => model.suspended.has(tenantId) === (verb === 'resume'),
  )
  if (!who) return undefined
  const { status } = await told(market, {
    what: `POST /v1/admin/tenants/${who.tenantId}/${verb}`,
    body: { reason: 'simulated' },
    as: admin(market),
    fault,
  })
  breach(status < 300, `${verb} was answered with ${status}`)
  if (verb === 'suspend') model.suspended.add(who.tenantId)
  else {
    model.suspended.delete(who.tenantId)
    await logIn(market, who)
  }
  return undefined
}

async function timePasses(market: Market, hours: number): Promise<void> {
  const { running, model } = market
  running.clock.advance({ hours })
  await running.app().runUpkeep()
  if (running.clock.nowMs() - model.loggedInMs < sessionMs) return
  model.loggedInMs = running.clock.nowMs()
  for (const one of [running.operator, ...traders(running), ...running.buyers]) {
    if (!model.suspended.has(one.tenantId)) await logIn(market, one)
  }
}

/** Those of the providers who were not erased. */
function traders({ providers }: Running): Somebody[] {
  return providers.slice(0, 2)
}

async function logIn({ running }: Market, one: Somebody): Promise<void> {
  const body = { email: one.email, password }
  const answer = await running.ask('POST /v1/auth/login', { body })
  breach(answer.status === 200, `a log-in was answered with ${answer.status}`)
  one.token = answer.body.data.session_token
}

async function fetchOnce(market: Market, link: Link, fault: Fault | undefined): Promise<void> {
  const { model, running } = market
  const answer = await running.ask(`GET ${link.path}`, { fault })
  const { status } = answer
  // What was not heard may have happened: then the second time is one too many.
  const wasUsed = fault !== undefined && status === 410 && !link.isUsed
  if (status === 200 || wasUsed) return noteFetch(market, link, status === 200 ? answer : undefined)
  const ageMs = running.clock.nowMs() - link.mintedMs
  const canSpend = Math.min(model.credits[link.buyer] ?? 0, budgetLeft(market, link.buyer))
  const isPoor = canSpend < link.credits
  const isGood = !link.isUsed && isOpen(market, link) && ageMs < linkLivesMs && !isPoor
  const isOut = model.suspended.has(running.buyers[link.buyer]?.tenantId ?? '')
  breach(!isGood || isOut, `a good link was refused with ${status} ${JSON.stringify(answer.body)}`)
}

function noteFetch(market: Market, link: Link, answer: Answer | undefined): void {
  const { thing } = link
  breach(!link.isUsed, 'a used link was good again')
  if (answer) {
    breach(isOpen(market, link), `bytes of what is not for sale: ${thing.objectId}`)
    breach(answer.bytes.toString() === textOf(thing.word), 'a link led to other bytes')
  }
  noteSale(market, link)
}

/** Whether the key that it was made with may still have it. */
function isOpen(market: Market, { thing, buyer, keyNo }: Link): boolean {
  return isShownTo(market, thing, buyer) && market.model.keyNo[buyer] === keyNo
}

/** A few things, by their number: each is shown to a buyer, or is as if it had never been. */
export async function compareShelves(market: Market, buyer: number, from = 0): Promise<void> {
  const { running, model } = market
  const as = running.buyers[buyer]?.key ?? ''
  for (let i = 0; i < Math.min(shownAtOnce, model.things.length); i++) {
    const thing = model.things[(from + i) % model.things.length] as Thing
    const { status } = await running.ask(`GET /asset/${thing.objectId}`, { as })
    if (refusedBuyer(market, buyer, status)) return
    const wanted = isShownTo(market, thing, buyer) ? 200 : 404
    breach(status === wanted, `${thing.objectId} (${thing.status}) is shown with ${status}`)
  }
}

const shownAtOnce = 4
