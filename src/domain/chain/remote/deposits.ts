import { ChainFailure } from '../../../base/errors.ts'
import type { UserId } from '../../../base/ids.ts'
import type { Lamports } from '../../../base/lamports.ts'
import type { Tx } from '../../../store/tx.ts'
import { retryAfterSeconds } from '../limits.ts'
import { ChainUnreachable, type RemoteDeposit, type RemoteDeposits } from '../ports.ts'
import type { ChainRoom } from '../room.ts'
import * as queries from './queries.ts'

/** Deposits that were read and not yet written down. */
export type ReadDeposits = RemoteDeposits

/** Reads what came in since the last time. Throws ChainFailure when the chain does not answer. */
export async function readDeposits({ remote, store }: ChainRoom): Promise<ReadDeposits> {
  if (!remote) return { deposits: [], cursor: undefined, more: false, unshown: undefined }
  try {
    return await remote.depositsSince(queries.findCursor(store.db, remote.name))
  } catch (error) {
    throw error instanceof ChainUnreachable ? new ChainFailure({ retryAfterSeconds }) : error
  }
}

/** Writes them down. What is known already stays as it is, so reading twice does no harm. */
export function keepDeposits({ remote, clock }: ChainRoom, tx: Tx, read: ReadDeposits): void {
  for (const deposit of read.deposits) queries.insertDeposit(tx, deposit, clock.nowMs())
  if (!remote || read.cursor === undefined) return
  queries.moveCursor(tx, { name: remote.name, position: read.cursor })
}

export type Claim = {
  readonly userId: UserId
  /** Addresses that the user has shown to hold the keys of. */
  readonly from: readonly string[]
  readonly amountLamports: Lamports
  readonly nowMs: number
}

/** Takes the oldest fitting deposit for a user, once and for all. Undefined when there is none. */
export function takeDeposit(tx: Tx, claim: Claim): { signature: string; from: string } | undefined {
  const found = queries.findUnclaimed(tx, claim)
  if (!found) return undefined
  queries.claimDeposit(tx, found, claim)
  return { signature: found.signature, from: found.fromAddress }
}

/** Takes exactly this deposit for a user; false when somebody has it, or it is not written down. */
export function takeThisDeposit(
  tx: Tx,
  named: Pick<RemoteDeposit, 'signature' | 'instruction'>,
  claim: Pick<Claim, 'userId' | 'nowMs'>,
): boolean {
  const found = queries.findDeposit(tx, named)
  if (!found || found.claimedBy !== null) return false
  queries.claimDeposit(tx, found, claim)
  return true
}
