import { Conflict, InsufficientBalance } from '../../../base/errors.ts'
import { newId, type SolEntryId, type UserId } from '../../../base/ids.ts'
import type { Lamports } from '../../../base/lamports.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { Settled, Signed } from '../../chain/index.ts'
import type { Command } from '../../command.ts'
import { requireSession } from '../../identity/index.ts'
import {
  lamportsIn,
  post,
  solBalance,
  solNetworkFees,
  solWithdrawals,
  type TransferRequest,
} from '../../ledger/index.ts'
import { recordDeed } from '../../record-deed.ts'
import { withdrawalBalanceMinLamports, withdrawalFeeLamports } from '../limits.ts'
import type { WalletRoom } from '../room.ts'
import { listOwnWallets, touchWallet, type WalletRow } from '../wallets/queries.ts'
import { requireAmount } from './amount.ts'
import { balanceOf, type SolBalance } from './balance.ts'
import { endEntry, findEntry, insertEntry } from './queries.ts'

export type WithdrawRequest = { readonly amountLamports: Lamports }

/**
 * Pays from the caller's balance to its primary Solana wallet, for a fee. On the local chain that
 * is done at once. With a chain elsewhere amount and fee are held, the signed transaction is
 * written down, and it is sent afterwards: `withdrawalSettled` hears how it ended.
 * Throws InvalidInput for an amount out of range, InsufficientBalance, Conflict without a wallet
 * to pay to, ChainFailure when the chain does not answer.
 */
export async function withdraw(
  room: WalletRoom,
  cmd: Command,
  { amountLamports }: WithdrawRequest,
): Promise<SolBalance> {
  const { principal } = cmd
  requireSession(principal)
  requireAmount(amountLamports, 'withdrawal')
  const { userId, tenantId } = principal
  const { clock, store } = room
  requireFunds(store.db, { userId, amountLamports })
  const entryId = newId('btx', clock.nowMs())
  const wallet = primaryOf(store.db, userId)
  const paid = { entryId, userId, amountLamports, wallet }
  const signed = room.chain.remote && (await signPayment(room, paid))
  return cmd.write((tx) => {
    const nowMs = clock.nowMs()
    requireFunds(tx, paid)
    if (wallet) touchWallet(tx, { walletNo: wallet.walletNo, nowMs })
    if (signed) holdAndSubmit(room, tx, { ...paid, signed, nowMs })
    else payAtOnce(room, tx, { ...paid, nowMs })
    recordDeed(tx, cmd, {
      atMs: nowMs,
      tenantId,
      action: 'balance.withdrawn',
      subject: { type: 'user', id: userId },
      details: { lamports: amountLamports, entry: entryId, to: wallet?.address ?? null },
    })
    return balanceOf(room, tx, userId)
  })
}

/** Amount and fee must be there, and 0.2 SOL in any case. (spec 8) */
function requireFunds(db: Db, asked: { userId: UserId; amountLamports: Lamports }): void {
  const has = lamportsIn(db, solBalance(asked.userId))
  const needs = asked.amountLamports + withdrawalFeeLamports
  if (has >= Math.max(needs, withdrawalBalanceMinLamports)) return
  throw new InsufficientBalance('Insufficient balance for withdrawal')
}

function primaryOf(db: Db, userId: UserId): WalletRow | undefined {
  return listOwnWallets(db, { userId, network: 'solana' }).find(({ isPrimary }) => isPrimary)
}

type Payment = {
  entryId: SolEntryId
  userId: UserId
  amountLamports: Lamports
  wallet: WalletRow | undefined
}

function signPayment({ chain }: WalletRoom, payment: Payment): Promise<Signed> {
  const { wallet, amountLamports, entryId } = payment
  if (!wallet) {
    throw new Conflict({
      reason: 'no_wallet',
      message: 'Register a Solana wallet first: withdrawals go to the primary one.',
    })
  }
  return chain.signWork({ kind: 'pay', to: wallet.address, amountLamports, reference: entryId })
}

function payAtOnce({ chain }: WalletRoom, tx: Tx, payment: Payment & { nowMs: number }): void {
  const { entryId, userId, amountLamports, wallet, nowMs } = payment
  const to = wallet === undefined ? {} : { to: wallet.address }
  const [recorded] = chain.append(tx, {
    records: [
      {
        subjectId: entryId,
        body: {
          kind: 'withdrawal',
          id: entryId,
          user: userId,
          lamports: String(amountLamports),
          fee_lamports: String(withdrawalFeeLamports),
          ...to,
        },
      },
    ],
    nowMs,
  })
  for (const transfer of transfersOf(payment)) post(tx, { ...transfer, atMs: nowMs })
  const transactionHash = recorded?.transactionHash ?? null
  insert(tx, { ...payment, status: 'confirmed', transactionHash })
}

function holdAndSubmit(
  { chain }: WalletRoom,
  tx: Tx,
  payment: Payment & { signed: Signed; nowMs: number },
): void {
  const { entryId, signed, nowMs } = payment
  for (const hold of holdsOf(payment)) post(tx, { ...hold, atMs: nowMs })
  insert(tx, { ...payment, status: 'pending', transactionHash: signed.prepared.signature })
  chain.submit(tx, signed, { kind: 'withdrawal', subjectId: entryId, nowMs })
}

/**
 * Told by the room chain how a withdrawal ended: what was held leaves for good, or goes back to the
 * balance. Called in the transaction that settles it.
 */
export function withdrawalSettled({ chain }: WalletRoom, tx: Tx, settled: Settled): void {
  const { subjectId, ok, signature, nowMs } = settled
  const entry = findEntry(tx, subjectId as SolEntryId)
  if (entry?.status !== 'pending') return
  const { entryId, userId, amountLamports } = entry
  for (const hold of holdsOf(entry)) {
    // The same hold again has no effect and tells its number.
    const { seq } = post(tx, { ...hold, atMs: nowMs })
    const phase = ok ? 'post_hold' : 'void_hold'
    const transferId = `${hold.transferId.replace(/:hold$/, '')}:${ok ? 'posted' : 'voided'}`
    post(tx, { ...hold, transferId, phase, holdSeq: seq, atMs: nowMs })
  }
  endEntry(tx, {
    entryId,
    status: ok ? 'confirmed' : 'failed',
    transactionHash: signature,
    nowMs,
  })
  if (!ok) return
  const body = {
    kind: 'withdrawal',
    id: entryId,
    user: userId,
    lamports: String(amountLamports),
    to: entry.walletAddress ?? '',
    solana_signature: signature,
  }
  chain.append(tx, { records: [{ subjectId: entryId, body }], nowMs })
}

type Transfer = Omit<TransferRequest, 'atMs'>
type Paid = Pick<Payment, 'entryId' | 'userId' | 'amountLamports'>

function transfersOf({ entryId, userId, amountLamports }: Paid): Transfer[] {
  const groupId = groupOf(entryId)
  const debit = solBalance(userId)
  return [
    {
      transferId: `${groupId}:amount`,
      groupId,
      debit,
      credit: solWithdrawals,
      amountMinor: amountLamports,
      code: 'sol_withdrawal',
      ref: entryId,
    },
    {
      transferId: `${groupId}:fee`,
      groupId,
      debit,
      credit: solNetworkFees,
      amountMinor: withdrawalFeeLamports,
      code: 'sol_network_fee',
      ref: entryId,
    },
  ]
}

function holdsOf(paid: Paid): Transfer[] {
  return transfersOf(paid).map((transfer) => ({
    ...transfer,
    transferId: `${transfer.transferId}:hold`,
    phase: 'hold',
  }))
}

function groupOf(entryId: SolEntryId): string {
  return `sol-withdrawal:${entryId}`
}

type Entry = Payment & {
  status: 'confirmed' | 'pending'
  transactionHash: string | null
  nowMs: number
}

function insert(tx: Tx, entry: Entry): void {
  const { entryId, userId, amountLamports, wallet, status, transactionHash, nowMs } = entry
  insertEntry(tx, {
    entryId,
    userId,
    type: 'withdrawal',
    amountLamports,
    feeLamports: withdrawalFeeLamports,
    status,
    transactionHash,
    walletAddress: wallet?.address ?? null,
    assetId: null,
    groupId: groupOf(entryId),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  })
}
