import { InsufficientBalance } from '../../../base/errors.ts'
import { newId, type ObjectId, type UserId } from '../../../base/ids.ts'
import { type Lamports, lamports, shareOf } from '../../../base/lamports.ts'
import type { Tx } from '../../../store/tx.ts'
import { lamportsIn, post, solBalance, solRevenue } from '../../ledger/index.ts'
import { earningsFeeBp } from '../limits.ts'
import type { WalletRoom } from '../room.ts'
import { insertEntry } from './queries.ts'

export type LicencePayment = {
  /** Made by the caller from what is bought, so that nothing is paid twice: `microip:<sale>`. */
  readonly groupId: string
  readonly buyerId: UserId
  readonly ownerId: UserId
  readonly assetId: ObjectId
  readonly priceLamports: Lamports
  /** What the chain says of the sale besides. */
  readonly record: { readonly id: string; readonly [member: string]: string }
  readonly nowMs: number
}

export type PaidLicence = {
  readonly transactionHash: string
  readonly feeLamports: Lamports
}

/**
 * Moves the price from the buyer's balance: the owner's earnings and the platform's fee of them as
 * one group, both told in the histories, and a record on the local chain. Joins the caller's
 * transaction. Throws InsufficientBalance; a group that was paid is refused by the ledger.
 */
export function payLicence({ chain }: WalletRoom, tx: Tx, payment: LicencePayment): PaidLicence {
  const { groupId, buyerId, ownerId, priceLamports, nowMs } = payment
  if (lamportsIn(tx, solBalance(buyerId)) < priceLamports) {
    throw new InsufficientBalance('Insufficient balance for purchase')
  }
  const feeLamports = shareOf(priceLamports, earningsFeeBp)
  const netLamports = lamports(priceLamports - feeLamports)
  const debit = solBalance(buyerId)
  const common = { groupId, debit, ref: payment.assetId, atMs: nowMs }
  post(tx, {
    ...common,
    transferId: `${groupId}:earnings`,
    credit: solBalance(ownerId),
    amountMinor: netLamports,
    code: 'sol_earnings',
  })
  if (feeLamports > 0) {
    post(tx, {
      ...common,
      transferId: `${groupId}:fee`,
      credit: solRevenue,
      amountMinor: feeLamports,
      code: 'sol_platform_fee',
    })
  }
  const { id, ...said } = payment.record
  const body = {
    kind: 'purchase',
    id,
    buyer: buyerId,
    owner: ownerId,
    asset: payment.assetId,
    lamports: String(priceLamports),
    fee_lamports: String(feeLamports),
    ...said,
  }
  const [recorded] = chain.append(tx, { records: [{ subjectId: payment.assetId, body }], nowMs })
  const transactionHash = recorded?.transactionHash ?? ''
  const entry = { ...payment, transactionHash }
  tell(tx, { ...entry, type: 'purchase', userId: buyerId, amount: priceLamports, fee: noFee })
  tell(tx, { ...entry, type: 'earnings', userId: ownerId, amount: netLamports, fee: feeLamports })
  return { transactionHash, feeLamports }
}

const noFee = lamports(0)

type Told = LicencePayment & {
  type: 'purchase' | 'earnings'
  userId: UserId
  amount: Lamports
  fee: Lamports
  transactionHash: string
}

function tell(tx: Tx, told: Told): void {
  const { type, userId, amount, fee, transactionHash, assetId, groupId, nowMs } = told
  insertEntry(tx, {
    entryId: newId('btx', nowMs),
    userId,
    type,
    amountLamports: amount,
    feeLamports: fee,
    status: 'confirmed',
    transactionHash,
    walletAddress: null,
    assetId,
    groupId,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  })
}
