import { newId, type TenantId } from '../../base/ids.ts'
import type { Write } from '../../store/tx.ts'
import { type AuditActor, recordAudit } from '../audit/index.ts'
import { requireMayGo } from './plan.ts'
import * as queries from './queries.ts'
import type { ErasureRoom } from './room.ts'
import { deeds } from './what-goes.ts'

export type EraseTenantRequest = {
  tenantId: TenantId
  /** Balances that are left are given up. */
  forfeit: boolean
  /** Ends also what is kept for who bought a licence. */
  dropSold: boolean
  /** Unless given, whoever holds the data folder. */
  actor?: AuditActor | undefined
}

export type ErasedTenant = { tenantId: TenantId; counts: queries.Counts; filesKept: number }

const sliceMax = 100

/**
 * Erases a tenant, a short transaction after the other, so that a server goes on serving: first
 * nobody of it can act any more, then its datasets go with files and passages, then what was
 * written elsewhere, its name last. Cut short it is given again. Throws Conflict.
 */
export async function eraseTenant(
  room: ErasureRoom,
  { tenantId, forfeit, dropSold, actor = { type: 'operator', id: null } }: EraseTenantRequest,
): Promise<ErasedTenant> {
  const { store, clock, identity, catalog } = room
  const { db } = store
  const people = queries.listPeopleOf(db, tenantId)
  requireMayGo(db, { tenantId, people, forfeit })
  const counts = queries.countsOf(db, tenantId)
  await identity.lockOut(tenantId)
  for (const datasetId of queries.listLiveDatasets(db, tenantId)) {
    const cmd = { requestId: newId('req', clock.nowMs()), write: store.write }
    await catalog.eraseDataset(cmd, { datasetId })
    await catalog.continueDeletion({ datasetId })
  }
  await unindex(room, tenantId)
  // What waited for its passages to go ends here.
  for (const datasetId of queries.listLiveDatasets(db, tenantId)) {
    await catalog.continueDeletion({ datasetId })
  }
  if (dropSold) {
    await store.write((tx) => queries.endKeeping(tx, { tenantId, nowMs: clock.nowMs() }))
  }
  const filesKept = await removeBytes(room, tenantId)
  for (const deed of deeds) {
    await store.write((tx) => queries.runDeed(tx, deed, { tenantId, people }))
  }
  await store.write((tx) => {
    identity.blankTenant(tx, tenantId)
    recordAudit(tx, {
      atMs: clock.nowMs(),
      tenantId,
      actor,
      action: 'tenant.erased',
      subject: { type: 'tenant', id: tenantId },
      details: { ...counts, files_kept: filesKept, forfeit },
    })
  })
  return { tenantId, counts, filesKept }
}

function attemptOf({ store }: ErasureRoom): { write: Write; signal: AbortSignal } {
  return { write: store.write, signal: new AbortController().signal }
}

async function unindex(room: ErasureRoom, tenantId: TenantId): Promise<void> {
  const { db } = room.store
  for (;;) {
    const slice = queries.listIndexed(db, { tenantId, limit: sliceMax })
    if (slice.length === 0) return
    for (const objectId of slice) await room.ingest.unindexObject(attemptOf(room), { objectId })
  }
}

/** Without the grace period; gives how many files stay for who bought a licence on them. */
async function removeBytes(room: ErasureRoom, tenantId: TenantId): Promise<number> {
  const { db } = room.store
  let [after, kept] = [0, 0]
  for (;;) {
    const slice = queries.listBuried(db, { tenantId, after, limit: sliceMax })
    for (const { blobKey } of slice) {
      await room.ingest.purgeBlob(attemptOf(room), { blobKey })
      if (room.catalog.isBlobNeeded(blobKey)) kept++
    }
    after = slice.at(-1)?.objectNo ?? after
    if (slice.length < sliceMax) return kept
  }
}
