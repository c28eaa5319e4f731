import { Conflict } from '../../../base/errors.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import * as queries from '../queries.ts'
import { type AccountName, accountText } from './account.ts'
import { bodyHash, formOf, hashOfTransfer, type TransferBody, type TransferPhase } from './chain.ts'
import { newBlind } from './commitment.ts'

export type TransferRequest = {
  /** Made by the caller from what the transfer is for, so that a retry has the same one. */
  transferId: string
  /** Shared by all transfers of one deed. */
  groupId: string
  phase?: TransferPhase
  debit: AccountName
  credit: AccountName
  /** Cents or lamports, by the accounts' unit. */
  amountMinor: number
  /** The seq of the hold that this transfer resolves. */
  holdSeq?: number
  code: string
  ref: string
  atMs: number
}

/** As they were read, by their texts. */
export type Accounts = Map<string, queries.AccountRow>

export type Posted = { seq: number; isNew: boolean }

/** More was asked of an account than it has. Callers turn this into their own refusal. */
export class Overdrawn extends Error {
  override readonly name = 'Overdrawn'
  readonly availableMinor: number
  constructor(availableMinor: number) {
    super(`the account has ${availableMinor} available`)
    this.availableMinor = availableMinor
  }
}

/**
 * Appends one transfer to the ledger: `post` moves the amount, `hold` sets it aside, `post_hold`
 * moves (at most) what was set aside and frees the rest, `void_hold` frees all of it.
 * The same id with the same body again has no effect and gives the first one's seq.
 * Throws Conflict for the same id with another body, Overdrawn when the debited account has less.
 */
export function post(tx: Tx, request: TransferRequest): Posted {
  const body = bodyOf(request)
  const old = queries.findTransfer(tx, request.transferId)
  if (old && !old.bodyHash.equals(bodyHash(body, formOf(old)))) throw reusedId(request.transferId)
  if (old) return { seq: old.seq, isNew: false }
  const row = transferAfter(tx, request, { body })
  queries.insertTransfer(tx, row)
  return { seq: row.seq, isNew: true }
}

/**
 * The same for plain transfers that cannot be there yet, because something under the same ids was
 * made just before in this transaction: they are not looked for, and what they follow and move is
 * read once for all, unless the caller knows it. The database would refuse what does not fit.
 */
export function postAllNew(
  tx: Tx,
  requests: readonly Omit<TransferRequest, 'phase'>[],
  known: { [part in keyof Books]?: Books[part] | undefined } = {},
): void {
  if (requests.length === 0) return
  const { head = queries.findHead(tx), accounts = readAccounts(tx, requests.flatMap(sidesOf)) } =
    known
  const books: Books = { head, accounts }
  for (const request of requests) {
    queries.insertTransfer(tx, transferAfter(tx, request, { body: bodyOf(request), books }))
  }
}

/** Those of these accounts that there are, by their texts. */
export function readAccounts(db: Db, names: readonly AccountName[]): Accounts {
  const accounts: Accounts = new Map()
  for (const name of names) {
    const text = accountText(name)
    const row = accounts.has(text) ? undefined : queries.findAccount(db, name)
    if (row) accounts.set(text, row)
  }
  return accounts
}

export function sidesOf({
  debit,
  credit,
}: Pick<TransferRequest, 'debit' | 'credit'>): AccountName[] {
  return [debit, credit]
}

/** What was read and has moved since, in one transaction. */
type Books = { head: { seq: number; hash: Buffer }; accounts: Accounts }

type Bodied = { body: TransferBody; books?: Books }

/** The next link of the chain, to be inserted; `books` move on with it. */
function transferAfter(
  tx: Tx,
  request: TransferRequest,
  { body, books }: Bodied,
): queries.TransferRow {
  const debit = openAccount(tx, body.debit, books)
  const credit = openAccount(tx, body.credit, books)
  const after = balancesAfter(tx, { debit, credit, body })
  if (after.debit < 0 && !debit.mayGoNegative) throw new Overdrawn(available(debit))
  const head = books?.head ?? queries.findHead(tx)
  const blind = newBlind()
  const link = {
    transferId: request.transferId,
    seq: head.seq + 1,
    prev: head.hash,
    bodyHash: bodyHash(body, formOf({ blind })),
    createdAt: request.atMs,
    debitAfter: after.debit,
    creditAfter: after.credit,
    blind,
  }
  const { debit: _debit, credit: _credit, ...facts } = body
  const sides = { debitAccountId: debit.accountId, creditAccountId: credit.accountId }
  const row = { ...facts, ...sides, ...link, hash: hashOfTransfer(link) }
  if (books) {
    books.head = row
    debit.posted -= body.amountMinor
    credit.posted += body.amountMinor
  }
  return row
}

/** What an account has to spend: what was posted less what is set aside. */
export function available(account: { posted: number; held: number }): number {
  return account.posted - account.held
}

function bodyOf(request: TransferRequest): TransferBody {
  const { groupId, debit, credit, amountMinor, code, ref } = request
  const phase = request.phase ?? 'post'
  return { groupId, phase, debit, credit, amountMinor, holdSeq: request.holdSeq ?? null, code, ref }
}

function openAccount(tx: Tx, name: AccountName, books: Books | undefined): queries.AccountRow {
  const known = books?.accounts.get(accountText(name))
  if (known) return known
  const row = queries.findAccount(tx, name) ?? queries.insertAccount(tx, name)
  books?.accounts.set(accountText(name), row)
  return row
}

type Sides = { debit: queries.AccountRow; credit: queries.AccountRow; body: TransferBody }

/** What both sides have available afterwards. The triggers work it out again and compare. */
function balancesAfter(tx: Tx, { debit, credit, body }: Sides): { debit: number; credit: number } {
  const { phase, amountMinor, holdSeq } = body
  const held = holdSeq === null ? 0 : (queries.findHold(tx, holdSeq)?.amountMinor ?? 0)
  const taken = phase === 'void_hold' ? 0 : amountMinor
  const given = phase === 'post' || phase === 'post_hold' ? amountMinor : 0
  return { debit: available(debit) + held - taken, credit: available(credit) + given }
}

function reusedId(transferId: string): Conflict {
  return new Conflict({
    reason: 'transfer_id_reused',
    message: `Another transfer was made under the id ${transferId}.`,
  })
}
