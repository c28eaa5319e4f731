import type { UserId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import type { Network } from '../network.ts'
import { findUserNo, type WalletRow } from './queries.ts'

/** An address that its user has shown to hold the key of. */
export type Wallet = {
  readonly walletNo: number
  readonly userNo: number
  readonly network: Network
  readonly address: string
  readonly label: string
  readonly isPrimary: boolean
  readonly lastUsedAtMs: number
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** The rows of one user as wallets. */
export function walletsOf(db: Db, userId: UserId, rows: readonly WalletRow[]): Wallet[] {
  const userNo = findUserNo(db, userId) ?? 0
  return rows.map(({ userId: _, addressKey: __, ...wallet }) => ({ ...wallet, userNo }))
}
