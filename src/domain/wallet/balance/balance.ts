import type { UserId } from '../../../base/ids.ts'
import type { Lamports } from '../../../base/lamports.ts'
import type { Db } from '../../../store/tx.ts'
import { type Principal, requireSession } from '../../identity/index.ts'
import { lamportsIn, solBalance } from '../../ledger/index.ts'
import type { WalletRoom } from '../room.ts'
import { sumOf } from './queries.ts'

/** Spec 2.3, Balance: what can be spent now, and what came in and went out by licences. */
export type SolBalance = {
  readonly balanceLamports: Lamports
  readonly earnedLamports: Lamports
  readonly spentLamports: Lamports
  /** Where deposits go, on a chain elsewhere. */
  readonly depositAddress: string | undefined
}

export function getBalance(room: WalletRoom, principal: Principal): SolBalance {
  requireSession(principal)
  return balanceOf(room, room.store.db, principal.userId)
}

export function balanceOf({ chain }: WalletRoom, db: Db, userId: UserId): SolBalance {
  return {
    balanceLamports: lamportsIn(db, solBalance(userId)),
    earnedLamports: sumOf(db, { userId, type: 'earnings' }),
    spentLamports: sumOf(db, { userId, type: 'purchase' }),
    depositAddress: chain.remote?.address,
  }
}
