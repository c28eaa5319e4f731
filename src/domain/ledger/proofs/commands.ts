import { bind } from '../../../base/bind.ts'
import type { LedgerRoom } from '../room.ts'
import { headOf, signHead } from './head.ts'
import { keepHead } from './keep-head.ts'
import { findLastHead } from './queries.ts'
import { receiptFor } from './receipt.ts'
import { keyIdOf, pemOf } from './signer.ts'
import { noteSigningKeys } from './signing-keys.ts'
import { verifyAgainst } from './verify-against.ts'
import { verifySince } from './verify-since.ts'

/** The part of the room with which others can check it. */
export function proofCommands(room: LedgerRoom) {
  const { store, signer, clock } = room
  return {
    ...bind(room, { receiptFor, noteSigningKeys, keepHead, verifyAgainst }),
    /** The public key that heads are signed with, as PEM. */
    signingKey: () => ({
      keyId: signer.keyId,
      publicKeyPem: signer.publicKeyPem,
      previous: signer.past().map(({ publicKey, retiredMs }) => {
        const keyId = keyIdOf(publicKey)
        return { keyId, publicKeyPem: pemOf(publicKey), retiredAtMs: retiredMs }
      }),
    }),
    /** The last head that is kept; without one, the present one. */
    lastHead() {
      const kept = findLastHead(store.db)
      return kept ? headOf(kept) : signHead(store.db, signer, clock.nowMs())
    },
    /** Checks all that came after a head, given as the hash of the last transfer then. */
    verifySince: (head: string) => verifySince(store.db, head),
  }
}
