import { isoOf } from '../../base/clock.ts'
import { solOf } from '../../base/lamports.ts'
import type { SolBalance, SolEntry, TransactionPage } from '../../domain/wallet/index.ts'

/** Spec 2.3, Balance. */
export function presentBalance(balance: SolBalance) {
  const { depositAddress } = balance
  return {
    balance: solOf(balance.balanceLamports),
    total_earned: solOf(balance.earnedLamports),
    total_spent: solOf(balance.spentLamports),
    ...(depositAddress === undefined ? {} : { deposit_address: depositAddress }),
  }
}

export function presentTransactions({ items, page, limit, total }: TransactionPage) {
  return { items: items.map(presentEntry), page, limit, total }
}

function presentEntry(entry: SolEntry) {
  return {
    transaction_id: entry.entryId,
    type: entry.type,
    amount: solOf(entry.amountLamports),
    fee: solOf(entry.feeLamports),
    status: entry.status,
    transaction_hash: entry.transactionHash,
    wallet_address: entry.walletAddress,
    asset_id: entry.assetId,
    timestamp: isoOf(entry.createdAtMs),
  }
}
