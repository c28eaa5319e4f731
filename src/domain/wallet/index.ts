/**
 * Wallet: whose address is whose, and what a user has in SOL.
 *
 * Owns wallets (addresses of Solana, Ethereum and Bitcoin whose key a user has shown to hold), the
 * messages that were offered and used for it, and the history of each user's balance of SOL. The
 * money itself is in the ledger, in lamports, and what happened is on the chain; all three are
 * written in one transaction.
 *
 * States. Challenge: open → used or expired, 5 minutes. A message verifies once per address. A
 * user's wallets of one network have exactly one primary among them. Withdrawal: confirmed at once
 * on the local chain; else pending → confirmed, or failed and given back.
 *
 * Refuses: networks, addresses and signatures that are none (InvalidInput), addresses that
 * somebody has (Conflict), what is not the caller's (NotFound), amounts out of range
 * (InvalidInput), more than there is (InsufficientBalance), deposits that nobody can see
 * (ChainFailure). Nobody gets SOL by saying so, except on a local chain that is declared open.
 * Signatures are checked by pure functions (proofs/), and not by the libraries that wallets use.
 */
import { bind } from '../../base/bind.ts'
import { getBalance } from './balance/balance.ts'
import { creditDeposit, deposit } from './balance/deposit.ts'
import { listTransactions, transactionReceipt } from './balance/list-transactions.ts'
import { namedRecords } from './balance/named-records.ts'
import { payLicence } from './balance/pay-licence.ts'
import { verifyEntries } from './balance/verify-entries.ts'
import { watchDeposits } from './balance/watch-deposits.ts'
import { withdraw, withdrawalSettled } from './balance/withdraw.ts'
import { networks } from './network.ts'
import { makeRoom, type WalletDeps } from './room.ts'
import { closeWallets } from './wallets/close-wallets.ts'
import { listWallets } from './wallets/list-wallets.ts'
import { registerWallet } from './wallets/register-wallet.ts'
import { removeWallet } from './wallets/remove-wallet.ts'
import { walletStatus } from './wallets/wallet-status.ts'

export type Wallets = ReturnType<typeof openWallet>

export function openWallet(deps: WalletDeps) {
  const room = makeRoom(deps)
  return {
    // Wallets
    listNetworks: () => networks,
    ...bind(room, {
      listWallets,
      walletStatus,
      registerWallet,
      removeWallet,

      // Balance
      getBalance,
      deposit,
      creditDeposit,
      watchDeposits,
      withdraw,
      listTransactions,
      transactionReceipt,

      // For other rooms
      payLicence,
      withdrawalSettled,
    }),
    closeWallets,
    /** For the verification of the ledger: do the histories lead to the balances? */
    verifyEntries,
    /** For the verification of the chain: what it must have. */
    namedRecords,
  }
}

export type { SolBalance } from './balance/balance.ts'
export type { TransactionPage } from './balance/list-transactions.ts'
export type { EntryRow as SolEntry } from './balance/queries.ts'
export { labelMaxChars } from './limits.ts'
export { messageAt } from './message.ts'
export { type Network, networks } from './network.ts'
export { entryTypes } from './tables.ts'
export type { Wallet } from './wallets/wallet.ts'
export type { WalletStatus } from './wallets/wallet-status.ts'
