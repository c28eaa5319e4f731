import { Conflict } from '../../../base/errors.ts'
import { newId, type UserId } from '../../../base/ids.ts'
import { type Lamports, lamports, solOf } from '../../../base/lamports.ts'
import type { Tx } from '../../../store/tx.ts'
import { lamportsIn, post, solBalance, solDeposits } from '../../ledger/index.ts'
import { balanceMaxLamports } from '../limits.ts'
import type { WalletRoom } from '../room.ts'
import { insertEntry } from './queries.ts'

type Facts = { userId: UserId; amountLamports: Lamports }

export type Credit = Facts & { nowMs: number; source: { signature?: string; from?: string } }

/** Money comes into the books, and the chain says from where. Gives the transaction's hash. */
export function credit({ chain }: WalletRoom, tx: Tx, deed: Credit): string {
  const { userId, amountLamports, nowMs, source } = deed
  requireRoomFor(tx, deed)
  const entryId = newId('btx', nowMs)
  const [recorded] = chain.append(tx, {
    records: [
      {
        subjectId: entryId,
        body: {
          kind: 'deposit',
          id: entryId,
          user: userId,
          lamports: String(amountLamports),
          ...(source.signature === undefined ? {} : { solana_signature: source.signature }),
          ...(source.from === undefined ? {} : { from: source.from }),
        },
      },
    ],
    nowMs,
  })
  const transactionHash = source.signature ?? recorded?.transactionHash ?? ''
  const groupId = `sol-deposit:${source.signature ?? entryId}`
  post(tx, {
    transferId: `${groupId}:${entryId}`,
    groupId: `${groupId}:${entryId}`,
    debit: solDeposits,
    credit: solBalance(userId),
    amountMinor: amountLamports,
    code: 'sol_deposit',
    ref: transactionHash,
    atMs: nowMs,
  })
  insertEntry(tx, {
    entryId,
    userId,
    type: 'deposit',
    amountLamports,
    feeLamports: lamports(0),
    status: 'confirmed',
    transactionHash,
    walletAddress: source.from ?? null,
    assetId: null,
    groupId: `${groupId}:${entryId}`,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  })
  return transactionHash
}

/** No balance, and not all balances together, may come near what a number can hold exactly. */
export function hasRoomFor(tx: Tx, { userId, amountLamports }: Facts): boolean {
  const own = lamportsIn(tx, solBalance(userId)) + amountLamports
  const world = -lamportsIn(tx, solDeposits) + amountLamports
  return own <= balanceMaxLamports && world <= Number.MAX_SAFE_INTEGER
}

function requireRoomFor(tx: Tx, facts: Facts): void {
  if (hasRoomFor(tx, facts)) return
  throw new Conflict({
    reason: 'balance_full',
    message: `A balance can hold ${solOf(balanceMaxLamports)} SOL.`,
  })
}
