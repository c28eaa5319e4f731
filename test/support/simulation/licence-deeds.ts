// Surface C: money in SOL, licences that providers offer and buyers hold.
import {
  breach,
  type Deed,
  isSoldAway,
  type Market,
  oneToSee,
  pick,
  refusedAsSuspended,
  refusedBuyer,
  told,
} from './acting.ts'
import { isReady, type Licence, type Thing } from './model.ts'
import type { Step } from './steps.ts'
import { pathOf, textOf } from './words.ts'

const sol = 1_000_000_000
const withdrawalFee = sol / 100
const withdrawalBalanceMin = sol / 5
const keptMs = 30 * 24 * 3_600_000

export const licenceDeeds = {
  async license(market, { a, b, fault }) {
    const { things } = market.model
    const isLicensable = ({ status }: Thing) => status === 'active' || status === 'staged'
    const bare = things.filter((thing) => isLicensable(thing) && !thing.licence)
    const thing = pick(bare.length > 0 && a % 8 !== 0 ? bare : things.filter(isLicensable), a)
    if (!thing) return undefined
    const licence = licenceOf(b)
    const { status } = await told(market, {
      what: 'POST /microip',
      as: market.running.providers[thing.provider]?.token,
      body: { asset_id: thing.objectId, ...bodyOf(licence) },
      fault,
    })
    if (refusedAsSuspended(market, thing.provider, status)) return undefined
    const isTaken = thing.licence !== undefined || isTooLate(thing, licence)
    if (thing.isDown && status === 404) return undefined
    breach(status === (isTaken ? 409 : 201), `a licence was answered with ${status}`)
    if (!isTaken) thing.licence = licence
    return undefined
  },
  async reprice(market, { a, b, fault }) {
    const thing = pick(market.model.things, a, ({ licence, status, isDown }) => {
      return licence !== undefined && status === 'active' && !isDown
    })
    if (!thing) return undefined
    const licence = licenceOf(b)
    const { status } = await market.running.ask(`PATCH /microip/${thing.objectId}`, {
      as: market.running.providers[thing.provider]?.token,
      body: bodyOf(licence),
      fault,
    })
    if (refusedAsSuspended(market, thing.provider, status)) return undefined
    const isRefused = thing.licence?.type !== 'exclusive' && isTooLate(thing, licence)
    breach(status === (isRefused ? 409 : 200), `other terms were answered with ${status}`)
    if (!isRefused) thing.licence = licence
    return undefined
  },
  async deposit(market, { a, b, fault }) {
    const [buyer, lamports] = [a % 2, (1 + (b % 40)) * (sol / 10)]
    const status = await move(market, { what: 'deposit', buyer, lamports, fault })
    if (refusedBuyer(market, buyer, status)) return undefined
    breach(status === 200, `a deposit was answered with ${status}`)
    pay(market, buyer, -lamports)
    return undefined
  },
  async withdraw(market, { a, b, fault }) {
    const [buyer, lamports] = [a % 2, (1 + (b % 10)) * (sol / 10)]
    const status = await move(market, { what: 'withdraw', buyer, lamports, fault })
    if (refusedBuyer(market, buyer, status)) return undefined
    const needs = Math.max(lamports + withdrawalFee, withdrawalBalanceMin)
    const isPoor = (market.model.lamports[buyer] ?? 0) < needs
    breach(status === (isPoor ? 402 : 200), `a withdrawal was answered with ${status}`)
    if (!isPoor) pay(market, buyer, lamports + withdrawalFee)
    return undefined
  },
  async buyLicence(market, { a, b, fault }) {
    const buyer = a % 2
    const licensed = market.model.things.filter(({ licence }) => licence !== undefined)
    const offered = licensed.filter((thing) => isOffered(market, thing))
    const wanted = [oneToSee(market, b), pick(licensed, b), pick(offered, b), pick(offered, b)]
    const thing = wanted[b % 4]
    if (thing) await buyOne(market, { thing, buyer, fault })
    return undefined
  },
} satisfies Record<string, Deed>

type Purchase = { thing: Thing; buyer: number; fault: Step['fault'] }

async function buyOne(market: Market, { thing, buyer, fault }: Purchase): Promise<void> {
  const { running, model } = market
  const what = `POST /microip/${thing.objectId}/download`
  const asked = { what, as: running.buyers[buyer]?.token }
  const first = await told(market, { ...asked, fault })
  if (refusedBuyer(market, buyer, first.status)) return
  // Terms that changed meanwhile are shown, and accepted the second time: a server that was
  // started in between has forgotten that.
  const { status, body } = first.status === 409 ? await told(market, asked) : first
  const { licence } = thing
  const isHolder = thing.holders.includes(buyer)
  const isThere = licence !== undefined && isOffered(market, thing) && !isSoldAway(thing, buyer)
  const isGone = !isThere && !(isHolder && isKept(market, thing))
  if (isGone || !licence || (!isHolder && isTooLate(thing, licence))) {
    breach(status === 404, `a licence that is not to be had was answered with ${status}`)
    return
  }
  const price = isHolder ? 0 : licence.lamports
  if ((model.lamports[buyer] ?? 0) < price) {
    breach(status === 402, `a licence without the money was answered with ${status}`)
    return
  }
  breach(status === 200, `a licence was answered with ${status} ${JSON.stringify(body)}`)
  const paid = Math.round(body.transaction.amount_paid * sol)
  breach(paid === price, `a licence of ${price} cost ${paid}`)
  const fetched = await running.ask(`GET ${pathOf(body.download_url)}`)
  const isWhole = fetched.status === 200 && fetched.bytes.toString() === textOf(thing.word)
  breach(isWhole, `a licence led to ${fetched.status}`)
  if (isHolder) return
  thing.holders.push(buyer)
  if (licence.type === 'exclusive') thing.soldAwayTo = buyer
  pay(market, buyer, price)
  const fee = (price * 250) / 10_000
  model.earned[thing.provider] = (model.earned[thing.provider] ?? 0) + price - fee
}

/** Who sets a price offers it, also out of a dataset that is not listed. */
function isOffered({ model, running }: Market, thing: Thing): boolean {
  return isReady(thing) && !model.suspended.has(running.providers[thing.provider]?.tenantId ?? '')
}

/** What was sold already cannot be sold to one alone. */
function isTooLate({ holders, wasFetched }: Thing, { type }: Licence): boolean {
  return type === 'exclusive' && (holders.length > 0 || wasFetched)
}

function isKept({ running }: Market, { status, isDown, deletedMs = 0 }: Thing): boolean {
  return status === 'deleted' && !isDown && running.clock.nowMs() < deletedMs + keptMs
}

function licenceOf(b: number): Licence {
  return { lamports: (1 + (b % 15)) * (sol / 10), type: b % 4 === 0 ? 'exclusive' : 'standard' }
}

function bodyOf({ lamports, type }: Licence) {
  return { price: lamports / sol, license_type: type }
}

type Moved = { what: string; buyer: number; lamports: number; fault: Step['fault'] }

async function move(market: Market, { what, buyer, lamports, fault }: Moved): Promise<number> {
  const as = market.running.buyers[buyer]?.token
  const body = { amount: lamports / sol }
  return (await told(market, { what: `POST /balance/${what}`, as, body, fault })).status
}

function pay({ model }: Market, buyer: number, lamports: number): void {
  model.lamports[buyer] = (model.lamports[buyer] ?? 0) - lamports
}
