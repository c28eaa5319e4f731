// What must hold of ledgers that clear with each other.
import type { TenantId } from '../../../../src/base/ids.ts'
import { mustHold } from '../steps.ts'
import type { Cell } from './cell.ts'
import type { World } from './world.ts'

type Balances = Map<string, number>

/** At every moment, whatever is under way. */
export function checkBooks({ cells, model, cellOf }: World): void {
  const books = new Map(cells.map((cell) => [cell.name, balancesOf(cell)]))
  for (const [name, balances] of books) {
    const sum = [...balances.values()].reduce((all, posted) => all + posted, 0)
    mustHold(sum === 0, `money appeared or vanished in ${name}`)
  }
  for (const [buyer, credits] of model.credits) {
    const has = books.get(cellOf(buyer).name)?.get(`${buyer} balance`) ?? 0
    mustHold(has === credits, `${buyer} has ${has}, not ${credits}`)
  }
  for (const one of cells) {
    for (const other of cells) {
      if (one.name >= other.name) continue
      const net =
        (books.get(one.name)?.get(`world clearing:${other.name}`) ?? 0) +
        (books.get(other.name)?.get(`world clearing:${one.name}`) ?? 0)
      const under = underWay(model, [one.name, other.name])
      mustHold(
        net === under,
        `${one.name} and ${other.name} net to ${net}, and ${under} is under way`,
      )
    }
  }
  checkProviders(books, { model, cellOf })
}

/** What was given on from one of two to the other, and did not arrive. */
function underWay({ given }: World['model'], pair: readonly string[]): number {
  let sum = 0
  for (const { from, to, kind, amountMinor, isTaken } of given.values()) {
    if (isTaken || !pair.includes(from) || !pair.includes(to)) continue
    sum += kind === 'pay' ? amountMinor : -amountMinor
  }
  return sum
}

/** A provider has what arrived for it, less what was paid out, and nothing in another cell. */
function checkProviders(
  books: ReadonlyMap<string, Balances>,
  { model, cellOf }: Pick<World, 'model' | 'cellOf'>,
): void {
  for (const provider of model.credits.keys()) {
    const home = cellOf(provider)
    for (const [name, balances] of books) {
      const abroad = name === home.name ? 0 : (balances.get(`${provider} earned`) ?? 0)
      mustHold(abroad === 0, `${provider} of ${home.name} has ${abroad} in ${name}`)
    }
    const has = books.get(home.name)?.get(`${provider} earned`) ?? 0
    const paidOut = model.paidOut.get(provider) ?? 0
    const borne = borneFor(home, provider)
    const due = dueTo(model, provider)
    mustHold(has + paidOut === due + borne, `${provider} has ${has}, not ${due + borne - paidOut}`)
    mustHold(borne <= paidOut, `the platform gave back ${borne} for ${provider}, paid ${paidOut}`)
  }
}

function dueTo({ sold, given }: World['model'], provider: TenantId): number {
  const own = sold.filter((one) => one.provider === provider && one.at.name === one.cell)
  const here = own.reduce((sum, one) => sum + (one.isRefunded ? 0 : one.dueCents), 0)
  const arrived = [...given.values()].filter((one) => one.provider === provider && one.isTaken)
  return arrived.reduce(
    (sum, { kind, amountMinor }) => sum + (kind === 'pay' ? amountMinor : -amountMinor),
    here,
  )
}

/** What was taken back after the provider had been paid. */
function borneFor({ store }: Cell, provider: TenantId): number {
  const rows = store.raw.prepare(
    `SELECT coalesce(sum(t.amount_minor), 0) FROM transfer t
     JOIN account a ON a.account_id = t.debit_account_id
     WHERE t.code = 'clearing_back' AND a.kind IN ('revenue', 'goodwill')
       AND t.group_id IN (SELECT p.group_id || ':back' FROM transfer p
         JOIN account e ON e.account_id = p.credit_account_id
         WHERE p.code = 'clearing' AND e.owner = ?)`,
  )
  return rows.pluck().get(provider) as number
}

function balancesOf({ store }: Cell): Balances {
  const rows = store.raw.prepare('SELECT owner, kind, posted FROM account').raw().all()
  return new Map(
    (rows as [string, string, number][]).map(([owner, kind, n]) => [`${owner} ${kind}`, n]),
  )
}

type Half = { cell: string; group_id: string; code: string; ref: string; cents: number }

/** When nothing is under way: each entry is in two ledgers, once in each, and the same in both. */
export function checkAtRest({ cells, model }: World): void {
  const halves = new Map<string, Half[]>()
  for (const { name, store } of cells) {
    const rows = store.raw.prepare(
      `SELECT group_id, code, ref, sum(amount_minor) AS cents FROM transfer
       WHERE code LIKE 'clearing%' GROUP BY group_id, code, ref`,
    )
    for (const row of rows.all() as Half[]) {
      const others = halves.get(row.group_id) ?? []
      halves.set(row.group_id, [...others, { ...row, cell: name }])
    }
  }
  for (const [id, [one, other, third]] of halves) {
    mustHold(one !== undefined && other !== undefined && !third, `${id} is not in two ledgers`)
    const text = ({ code, ref, cents }: Half) => `${code} ${ref} ${cents}`
    mustHold(text(one as Half) === text(other as Half), `${id} is not the same in both`)
    mustHold(one?.cell !== other?.cell, `${id} is in one ledger twice`)
  }
  for (const { id, isTaken } of model.given.values()) {
    mustHold(halves.has(id) && isTaken, `${id} was given on and never arrived`)
  }
  mustHold(halves.size === model.given.size, `${halves.size} entries, ${model.given.size} deeds`)
}
