// Money that goes from a ledger to another one: two transfers under one id, one in each ledger.
//
// The buyer's cell charges as the product does, and in the same transaction moves what the
// provider is due on to `world/clearing:<cell of the provider>`, with a row for the way. The
// provider's cell posts `world/clearing:<cell of the buyer>` to what the provider earned, under
// the same id. What is given back goes the same way with the signs turned round. The two accounts
// are zero together as soon as nothing is under way.
import { sql } from 'drizzle-orm'
import type { TenantId } from '../../../../src/base/ids.ts'
import { post, type TransferRequest } from '../../../../src/domain/ledger/index.ts'
import type { Db, Tx } from '../../../../src/store/tx.ts'

export type Entry = {
  /** Of both transfers. */
  id: string
  kind: 'pay' | 'takeBack'
  from: string
  to: string
  provider: TenantId
  amountMinor: number
  /** The metered event that it follows from, and its link in the chain of the buyer's cell. */
  eventId: string
  eventHash: string
}

type Account = TransferRequest['debit']

export function clearing(cell: string): Account {
  return { unit: 'CREDIT', owner: 'world', kind: `clearing:${cell}` }
}

export function earned(provider: TenantId): Account {
  return { unit: 'CREDIT', owner: provider, kind: 'earned' }
}

const revenue: Account = { unit: 'CREDIT', owner: 'platform', kind: 'revenue' }
const goodwill: Account = { unit: 'CREDIT', owner: 'world', kind: 'goodwill' }

export const payId = (eventId: string) => `x:${eventId}`
export const takeBackId = (eventId: string) => `x:${eventId}:back`

/** In the buyer's cell, in the transaction of the deed. */
export function giveOn(tx: Tx, entry: Entry, atMs: number): void {
  const { kind, provider, amountMinor, to } = entry
  const [own, other] = [earned(provider), clearing(to)]
  const [debit, credit] = kind === 'pay' ? [own, other] : [other, own]
  post(tx, { ...deedOf(entry, atMs), debit, credit, amountMinor })
}

export type Taken = 'new' | 'known' | 'early'

/**
 * In the provider's cell: the other half. What is taken back comes from what the provider earned,
 * and where that was paid out from the platform of its cell; so what it consists of depends on the
 * moment, and that it was done is seen by its group. It is early as long as what it takes back has
 * not come: then nothing happens.
 */
export function takeIn(
  tx: Tx,
  entry: Entry,
  { atMs, isHasty = false }: { atMs: number; isHasty?: boolean },
): Taken {
  const { id, kind, from, provider, amountMinor } = entry
  if (isPosted(tx, id)) return 'known'
  if (kind === 'pay') {
    const [debit, credit] = [clearing(from), earned(provider)]
    post(tx, { ...deedOf(entry, atMs), debit, credit, amountMinor })
    return 'new'
  }
  if (!isHasty && !isPosted(tx, payId(entry.eventId))) return 'early'
  takeBack(tx, entry, atMs)
  return 'new'
}

function takeBack(tx: Tx, entry: Entry, atMs: number): void {
  let left = entry.amountMinor
  for (const debit of [earned(entry.provider), revenue, goodwill]) {
    const there = debit === goodwill ? left : Math.min(left, availableIn(tx, debit))
    if (there === 0) continue
    const transferId = `${entry.id}:${debit.kind}`
    const deed = { ...deedOf(entry, atMs), transferId }
    post(tx, { ...deed, debit, credit: clearing(entry.from), amountMinor: there })
    left -= there
  }
}

/** Whether there is anything of a group in this ledger. */
export function isPosted(db: Db, groupId: string): boolean {
  return db.get(sql`SELECT 1 FROM transfer WHERE group_id = ${groupId} LIMIT 1`) !== undefined
}

function availableIn(db: Db, { unit, owner, kind }: Account): number {
  const row = db.get<{ left: number } | undefined>(sql`
    SELECT posted - held AS left FROM account
    WHERE unit = ${unit} AND owner = ${owner} AND kind = ${kind}`)
  return row?.left ?? 0
}

function deedOf({ id, kind, eventId, eventHash }: Entry, atMs: number) {
  const code = kind === 'pay' ? 'clearing' : 'clearing_back'
  return { transferId: id, groupId: id, code, ref: `${eventId} ${eventHash}`, atMs }
}
