// A run of the clearing: cells on a bad network, step by step, beside plain arithmetic.
import type { TenantId } from '../../../../src/base/ids.ts'
import { post, verifyLedger } from '../../../../src/domain/ledger/index.ts'
import { fair, type Message } from '../network.ts'
import { Breach, mustHold, type Outcome, type Step } from '../steps.ts'
import { type Cell, Crashed, type Harm, type Sale } from './cell.ts'
import { checkAtRest, checkBooks } from './checks.ts'
import { type Entry, earned, isPosted, payId, type Taken, takeBackId } from './entry.ts'
import { type Body, type Model, openWorld, type Sold, type World } from './world.ts'

export const weights = { sell: 10, refund: 3, dispute: 2, payOut: 2, pass: 9, cut: 1, crash: 3 }
export type Kind = keyof typeof weights

const restartMs = 5_000

export async function runClearing(
  seed: string,
  { steps, harm }: { steps: readonly Step<Kind>[]; harm?: Harm | undefined },
): Promise<Outcome<Kind>> {
  using world = openWorld(seed, harm)
  let done = 0
  try {
    for (const step of steps) {
      done += 1
      world.count(step.kind)
      await deeds[step.kind](world, step)
      checkBooks(world)
    }
    comeToRest(world)
    checkBooks(world)
    checkAtRest(world)
    for (const { name, store } of world.cells) {
      const { problems } = verifyLedger(store.db)
      const [first] = problems
      mustHold(first === undefined, `books of ${name}: ${first?.check} ${first?.message}`)
    }
  } catch (error) {
    const breach = error instanceof Breach ? error.message : `${(error as Error).stack}`
    return { breach, steps: steps.slice(0, done), counts: world.counts }
  }
  return { breach: undefined, steps, counts: { ...world.counts, ...world.network.counts } }
}

type Deed = (world: World, step: Step<Kind>) => void | Promise<void>

const deeds: Readonly<Record<Kind, Deed>> = {
  sell(world, { a, b, c }) {
    const { tenants, model, cellOf } = world
    const buyer = tenants[a % tenants.length] as TenantId
    const provider = tenants[(a + 1 + (b % (tenants.length - 1))) % tenants.length] as TenantId
    const at = cellOf(buyer)
    if (!at.isUp) return
    const linkHash = (model.sold.length + 1 + 1_000 * (c % 1_000)).toString().padStart(64, '0')
    const sale: Sale = {
      linkHash,
      buyer,
      provider,
      cell: cellOf(provider).name,
      priceCents: c % 90,
    }
    const eventId = `dl:${linkHash}`
    const isDone = attempt(world, at, () => at.sell(sale, eventId), ['PaymentRequired'])
    const has = model.credits.get(buyer) as number
    mustHold(isDone === has >= sale.priceCents || !at.isUp, `${buyer} with ${has} was refused`)
    if (!isDone) return
    model.credits.set(buyer, has - sale.priceCents)
    const sold = { ...sale, eventId, at, dueCents: dueOf(at, eventId), isRefunded: false }
    model.sold.push(sold)
    noteGiven(world, sold, 'pay')
    sendDue(world)
  },
  async refund(world, step) {
    const sold = soldAt(world, step)
    if (!sold) return
    const { at, eventId } = sold
    await giveBack(world, sold, () =>
      at.ledger.refundCharge(at.refunding(sold, eventId), { eventId, reason: 'x' }),
    )
  },
  async dispute(world, step) {
    const sold = soldAt(world, step)
    if (!sold) return
    const { at, eventId } = sold
    let disputeId: `dsp_${string}` | undefined
    const open = async () => {
      disputeId = (await at.ledger.openDispute(at.admin(), { eventId, reason: 'x' })).disputeId
    }
    await attemptLater(world, at, open, ['Conflict'])
    if (!at.isUp || disputeId === undefined) return
    const asked = { disputeId, decision: step.b % 2 ? ('refund' as const) : ('reject' as const) }
    if (asked.decision === 'reject') {
      await attemptLater(world, at, () => at.ledger.resolveDispute(at.admin(), asked), [])
    } else {
      const cmd = at.refunding(sold, eventId)
      await giveBack(world, sold, () => at.ledger.resolveDispute(cmd, asked))
    }
  },
  payOut(world, { a, b }) {
    const { tenants, cellOf, model, clock } = world
    const provider = tenants[a % tenants.length] as TenantId
    const at = cellOf(provider)
    if (!at.isUp) return
    const has = at.store.raw
      .prepare("SELECT posted FROM account WHERE owner = ? AND kind = 'earned'")
      .pluck()
    const amountMinor = Math.ceil(((has.get(provider) as number | undefined) ?? 0) / (1 + (b % 2)))
    if (amountMinor === 0) return
    const before = model.paidOut.get(provider) ?? 0
    const transferId = `out:${provider}:${before}:${clock.nowMs}:${world.counts.payOut}`
    const payouts = { unit: 'CREDIT', owner: 'world', kind: 'payouts' } as const
    const isDone = attempt(world, at, () =>
      at.transact((tx) =>
        post(tx, {
          transferId,
          groupId: transferId,
          amountMinor,
          atMs: clock.nowMs,
          code: 'payout',
          ref: '',
          debit: earned(provider),
          credit: payouts,
        }),
      ),
    )
    if (isDone) model.paidOut.set(provider, before + amountMinor)
  },
  pass(world, { a, b }) {
    pass(world, b % 3 === 0 ? a * 10 : a % 500)
  },
  cut({ cells, network, clock }, { a, b, c }) {
    const one = cells[a % cells.length] as Cell
    const other = cells[(a + 1 + (b % (cells.length - 1))) % cells.length] as Cell
    network.cut([one.name, other.name], clock.nowMs + c * 20)
  },
  crash(world, { a, b, c }) {
    const cell = world.cells[a % world.cells.length] as Cell
    if (!cell.isUp) return
    if (b % 3 === 0) world.goDown(cell, c * 3)
    else cell.crashAt(b % 3 === 1 ? 'before' : 'behind')
  },
}

function soldAt({ model: { sold } }: World, { a }: Step): Sold | undefined {
  const one = sold[a % Math.max(1, sold.length)]
  return one?.at.isUp && one.priceCents > 0 ? one : undefined
}

async function giveBack(world: World, sold: Sold, deed: () => Promise<unknown>): Promise<void> {
  const { at, buyer, priceCents, cell } = sold
  // Of one's own cell what was paid out already is the business of the product's statements.
  const refusals = sold.isRefunded ? ['Conflict'] : cell === at.name ? ['Overdrawn'] : []
  const wasRefunded = sold.isRefunded
  const isDone = await attemptLater(world, at, deed, refusals)
  if (!isDone || wasRefunded) return
  sold.isRefunded = true
  world.model.credits.set(buyer, (world.model.credits.get(buyer) as number) + priceCents)
  noteGiven(world, sold, 'takeBack')
  sendDue(world)
}

function noteGiven({ model }: World, sold: Sold, kind: Entry['kind']): void {
  const { at, cell, provider, dueCents: amountMinor, eventId } = sold
  if (cell === at.name || amountMinor === 0) return
  const id = kind === 'pay' ? payId(eventId) : takeBackId(eventId)
  const entry = { id, kind, from: at.name, to: cell, provider, amountMinor, eventId, eventHash: '' }
  model.given.set(id, { ...entry, isTaken: false })
}

function dueOf({ store }: Cell, eventId: string): number {
  const due = store.raw.prepare('SELECT provider_cents FROM meter_event WHERE event_id = ?')
  return due.pluck().get(eventId) as number
}

/** Says whether it was committed; the process may have ended on the way. */
function attempt(world: World, cell: Cell, deed: () => unknown, refusals: string[] = []): boolean {
  try {
    deed()
    return true
  } catch (error) {
    return afterwards(world, cell, { error, refusals })
  }
}

async function attemptLater(
  world: World,
  cell: Cell,
  deed: () => Promise<unknown>,
  refusals: string[],
): Promise<boolean> {
  try {
    await deed()
    return true
  } catch (error) {
    return afterwards(world, cell, { error, refusals })
  }
}

type Failed = { error: unknown; refusals: string[] }

function afterwards(world: World, cell: Cell, { error, refusals }: Failed): boolean {
  if (error instanceof Crashed) {
    world.goDown(cell, restartMs)
    return error.isCommitted
  }
  if (refusals.includes((error as Error).name)) return false
  throw error
}

/** Time goes by: what is due is sent, what arrives is taken in, who was down comes back. */
function pass(world: World, ms: number): void {
  const { clock, network, cells, downUntil } = world
  const endMs = clock.nowMs + ms
  for (;;) {
    const up = cells.filter(({ isUp }) => isUp)
    const moments = [
      ...up.map((cell) => cell.outbox.nextMs()),
      ...cells.flatMap(({ isUp, name }) => (isUp ? [] : [downUntil.get(name) ?? 0])),
      network.nextMs() ?? endMs,
    ]
    const next = Math.max(clock.nowMs, Math.min(...moments))
    if (next > endMs || (next === endMs && ms === 0)) break
    clock.nowMs = next
    for (const cell of cells) {
      if (cell.isUp || (downUntil.get(cell.name) ?? 0) > next) continue
      cell.isUp = true
      cell.crashAt(undefined)
      cell.outbox.restart()
    }
    sendDue(world)
    const message = network.arrival(next)
    if (message) receive(world, message)
    else if (next === endMs) break
  }
  clock.nowMs = endMs
}

function sendDue({ cells, send }: World): void {
  for (const cell of cells) {
    if (cell.isUp) for (const entry of cell.outbox.due()) send(entry)
  }
}

function receive(world: World, { from, to, id, body }: Message<Body>): void {
  const { cells, model, network, clock, harm, count } = world
  const cell = cells.find(({ name }) => name === to) as Cell
  if (!cell.isUp) {
    count('lost on a cell that was down')
    return
  }
  if (body.what === 'taken') {
    cell.outbox.answered(body.id)
    return
  }
  const answer = () =>
    network.send({ from: to, to: from, id: `${id}!`, body: { what: 'taken', id } }, clock.nowMs)
  const isHasty = harm === 'acknowledged before it is committed'
  if (isHasty) answer()
  let taken: Taken | undefined
  const isDone = attempt(world, cell, () => {
    taken = cell.take(body.entry)
  })
  if (!isDone) return
  // Where the process ended right behind the commit there is no answer; the books have it, or it
  // was early.
  if (taken === 'new' || (taken === undefined && isPosted(cell.store.db, id))) noteTaken(model, id)
  if (taken === undefined) return
  count(`taken: ${taken}`)
  if (taken !== 'early' && !isHasty) answer()
}

function noteTaken({ given }: Model, id: string): void {
  const entry = given.get(id)
  if (entry) entry.isTaken = true
}

const restsMax = 200

/** The network heals, everybody comes back: all that waits arrives. */
function comeToRest(world: World): void {
  const { network, cells, downUntil, clock } = world
  network.heal()
  network.change(fair)
  for (const cell of cells)
    downUntil.set(cell.name, Math.min(downUntil.get(cell.name) ?? 0, clock.nowMs))
  for (let rest = 0; rest < restsMax; rest++) {
    pass(world, 10_000)
    const isQuiet = cells.every((cell) => cell.isUp && cell.outbox.waits() === 0)
    if (isQuiet && network.nextMs() === undefined) return
  }
  mustHold(false, 'what was given never arrived')
}
