import type { UserId } from '../../../base/ids.ts'
import { type Lamports, lamports } from '../../../base/lamports.ts'
import type { Db } from '../../../store/tx.ts'
import { findAccount } from '../queries.ts'
import type { AccountName } from './account.ts'
import { available } from './post.ts'

/** The accounts in lamports: SOL belongs to users, credits to tenants. */
export function solBalance(userId: UserId): AccountName {
  return { unit: 'SOL', owner: userId, kind: 'balance' }
}

/** Where SOL comes from and where it goes. */
export const solDeposits: AccountName = { unit: 'SOL', owner: 'world', kind: 'deposits' }
export const solWithdrawals: AccountName = { unit: 'SOL', owner: 'world', kind: 'withdrawals' }

/** What withdrawals pay for the network, and what the platform keeps of earnings. */
export const solNetworkFees: AccountName = { unit: 'SOL', owner: 'platform', kind: 'network-fees' }
export const solRevenue: AccountName = { unit: 'SOL', owner: 'platform', kind: 'revenue' }

/** What an account of SOL has to spend; 0 for one that never had anything. */
export function lamportsIn(db: Db, name: AccountName): Lamports {
  const account = findAccount(db, name)
  return lamports(account ? available(account) : 0)
}
