import { type Principal, requireSession } from '../../identity/index.ts'
import { requireNetwork } from '../network.ts'
import type { WalletRoom } from '../room.ts'
import { listOwnWallets } from './queries.ts'
import { type Wallet, walletsOf } from './wallet.ts'

/** The caller's wallets, the oldest first; of one network where one is named. */
export function listWallets(
  { store: { db } }: WalletRoom,
  principal: Principal,
  request: { network?: string } = {},
): Wallet[] {
  requireSession(principal)
  const { userId } = principal
  const ofNetwork =
    request.network === undefined ? {} : { network: requireNetwork(request.network) }
  return walletsOf(db, userId, listOwnWallets(db, { userId, ...ofNetwork }))
}
