import type { Tx } from '../../../store/tx.ts'
import { treeLeavesPerSlice } from '../limits.ts'
import { findEventHead, findHead } from '../queries.ts'
import type { LedgerRoom } from '../room.ts'
import { headOf, rowOf, type SignedHead, signHead } from './head.ts'
import { findLastHead, insertHead } from './queries.ts'
import { growTree } from './tree.ts'

/**
 * For the upkeep: lets the trees grow to the present, some leaves in each transaction, and signs
 * and keeps the head, if anything was added since the last one. Gives the last head that is kept.
 */
export async function keepHead(room: LedgerRoom): Promise<SignedHead | undefined> {
  const { store } = room
  for (const log of ['transfer', 'event'] as const) {
    while (await store.write((tx) => growTree(tx, log, { leaves: treeLeavesPerSlice }))) {
      // The next slice.
    }
  }
  return store.write((tx) => keepIfNew(room, tx))
}

function keepIfNew({ signer, clock }: LedgerRoom, tx: Tx): SignedHead | undefined {
  const last = findLastHead(tx)
  const [transfers, events] = [findHead(tx).seq, findEventHead(tx).seq]
  if (last ? last.transfers === transfers && last.events === events : transfers + events === 0) {
    return last && headOf(last)
  }
  const signedAt = clock.nowMs()
  const head = signHead(tx, signer, signedAt)
  const place = { headNo: (last?.headNo ?? 0) + 1, publicKey: signer.publicKey, signedAt }
  insertHead(tx, rowOf(head, place))
  return head
}
