import { Conflict } from '../../../base/errors.ts'
import type { UserId } from '../../../base/ids.ts'
import { solOf } from '../../../base/lamports.ts'
import type { Tx } from '../../../store/tx.ts'
import { lamportsIn, solBalance } from '../../ledger/index.ts'
import { hasPending } from '../balance/queries.ts'
import { deleteWalletsOf } from './queries.ts'

/**
 * For who leaves a tenant: its addresses are free for another account. Throws Conflict while there
 * is SOL of the person, which nobody could withdraw any more.
 */
export function closeWallets(tx: Tx, userId: UserId): void {
  if (hasPending(tx, userId)) {
    throw new Conflict({
      reason: 'pending',
      message: 'Not while a withdrawal of SOL is on its way.',
    })
  }
  const left = lamportsIn(tx, solBalance(userId))
  if (left > 0) {
    throw new Conflict({
      reason: 'balance_left',
      message:
        `This person still has ${solOf(left)} SOL, which nobody could withdraw afterwards. ` +
        'The person withdraws it first, or whoever runs this platform erases the account.',
    })
  }
  deleteWalletsOf(tx, userId)
}
