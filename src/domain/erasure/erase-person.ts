import type { TenantId, UserId } from '../../base/ids.ts'
import type { Tx } from '../../store/tx.ts'
import type { ErasedBy, ErasedUser } from '../identity/index.ts'
import { enqueue } from '../outbox/index.ts'
import { type Attempt, applyInSlices, begin } from './apply-in-slices.ts'
import { requireMayGo } from './plan.ts'
import type { ErasureRoom } from './room.ts'
import { type Deed, deeds } from './what-goes.ts'

/** Until a job looks whether what remained is gone: whoever asked has it done before. */
const lookAfterMs = 60_000
/** Assets that are deleted in one transaction. */
const buriedAtOnce = 50

/**
 * Erases a person: the account in one transaction, with as much of what is known of it as a short
 * one bears, and then the rest, slice by slice: searches, what it wrote, and the assets that it put
 * on Surface C, whose bytes stay as long as after any deletion. Where that is cut short a job does
 * it. Throws NotFound, Conflict.
 */
export async function erasePerson(
  room: ErasureRoom,
  { email, forfeit, by }: { email: string; forfeit: boolean; by?: ErasedBy | undefined },
): Promise<ErasedUser> {
  const { store, identity } = room
  const { userId } = identity.userNamed(email)
  requireMayGo(store.db, { tenantId: null, people: [userId], forfeit })
  const erased = await identity.eraseUser(email, (tx, person) => beginRest(room, tx, person), by)
  const { signal } = new AbortController()
  await erasePersonsRest(room, { write: store.write, signal }, erased)
  return erased
}

type Person = { userId: UserId; tenantId: TenantId }

function beginRest({ clock }: ErasureRoom, tx: Tx, { userId, tenantId }: Person): void {
  for (const deed of deeds) {
    const isAtHand = deed.whose === 'people' && !deed.order
    if (isAtHand) begin(tx, deed, { tenantId, people: [userId] })
  }
  const nowMs = clock.nowMs()
  const payload = { userId, tenantId }
  const when = { nowMs, runAfterMs: nowMs + lookAfterMs }
  enqueue(tx, { kind: 'erase-person', payload, subjectId: userId, tenantId, ...when })
}

/** The job `erase-person`: what is left of who was erased. Running it twice does no harm. */
export async function erasePersonsRest(
  room: ErasureRoom,
  attempt: Attempt,
  { userId, tenantId }: Person,
): Promise<void> {
  for (const deed of deeds) {
    if (deed.whose === 'tenant') continue
    await applyInSlices(room, attempt, { deed, tenantId, people: [userId], ...besides(room, deed) })
  }
}

/** Whoever put an asset on Surface C takes it along. */
function besides({ catalog }: ErasureRoom, { table }: Deed) {
  if (table !== 'asset_card') return {}
  const bury = (tx: Tx, ids: string[]) => {
    for (const objectId of ids) catalog.buryErased(tx, objectId as never)
  }
  return { with: { do: bury, atOnce: buriedAtOnce } }
}
