import type { ErasedBy } from '../identity/index.ts'
import { requireMayGo } from './plan.ts'
import { listCards, runDeed } from './queries.ts'
import type { ErasureRoom } from './room.ts'
import { deeds } from './what-goes.ts'

/**
 * Erases a person in one transaction: the account, its wallets and searches, what it wrote, and the
 * assets that it put on Surface C, whose bytes stay as long as after any deletion. Throws NotFound,
 * Conflict.
 */
export function erasePerson(
  { store, identity, catalog }: ErasureRoom,
  { email, forfeit, by }: { email: string; forfeit: boolean; by?: ErasedBy | undefined },
) {
  const { userId } = identity.userNamed(email)
  requireMayGo(store.db, { tenantId: null, people: [userId], forfeit })
  return identity.eraseUser(
    email,
    (tx) => {
      for (const objectId of listCards(tx, [userId])) catalog.buryErased(tx, objectId)
      for (const deed of deeds) runDeed(tx, deed, { tenantId: null, people: [userId] })
    },
    by,
  )
}
