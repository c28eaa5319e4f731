import { NotFound } from '../../../base/errors.ts'
import type { ChainReceipt } from '../../chain/index.ts'
import { type Principal, requireSession } from '../../identity/index.ts'
import type { WalletRoom } from '../room.ts'
import type { EntryType } from '../tables.ts'
import { countEntries, type EntryRow, findOwnEntry, listEntries } from './queries.ts'

export type TransactionsRequest = {
  readonly page: number
  readonly limit: number
  readonly type?: EntryType | undefined
}

export type TransactionPage = {
  readonly items: readonly EntryRow[]
  readonly page: number
  readonly limit: number
  readonly total: number
}

/** What moved the caller's balance, the newest first. */
export function listTransactions(
  { store: { db } }: WalletRoom,
  principal: Principal,
  { page, limit, type }: TransactionsRequest,
): TransactionPage {
  requireSession(principal)
  const whose = { userId: principal.userId, type }
  const items = listEntries(db, { ...whose, offset: (page - 1) * limit, limit })
  return { items, page, limit, total: countEntries(db, whose) }
}

/** Proof of one of the caller's transactions. Throws NotFound for anybody else's. */
export function transactionReceipt(
  { chain, store: { db } }: WalletRoom,
  principal: Principal,
  { transactionHash }: { transactionHash: string },
): ChainReceipt {
  requireSession(principal)
  const subjectId = findOwnEntry(db, { userId: principal.userId, transactionHash })
  if (subjectId === undefined) throw new NotFound('transaction')
  return chain.receipt({ transactionHash, subjectId })
}
