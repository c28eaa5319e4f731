import { Conflict } from '../../base/errors.ts'
import { newId, type ObjectId, type TenantId, type UserId } from '../../base/ids.ts'
import type { Tx } from '../../store/tx.ts'
import { type AuditActor, recordAudit } from '../audit/index.ts'
import { enqueue, type JobPayloads } from '../outbox/index.ts'
import { type Attempt, applyInSlices } from './apply-in-slices.ts'
import { requireMayGo } from './plan.ts'
import * as queries from './queries.ts'
import type { ErasureRoom } from './room.ts'
import { type Deed, deeds } from './what-goes.ts'

export type EraseTenantRequest = {
  tenantId: TenantId
  /** Balances that are left are given up. */
  forfeit: boolean
  /** Ends also what is kept for who bought a licence. */
  dropSold: boolean
  /** Unless given, whoever holds the data folder. */
  actor?: AuditActor | undefined
  /** Stops it between two slices. */
  signal?: AbortSignal | undefined
  /** What there was when it began, where it is gone on with. */
  counts?: queries.Counts | undefined
}

export type ErasedTenant = { tenantId: TenantId; counts: queries.Counts; filesKept: number }

const sliceMax = 100

/** Until a job looks whether it came to its end: whoever asked has it done before, mostly. */
const lookAfterMs = 60_000

/**
 * Erases a tenant, a short transaction after the other, so that a server goes on serving: first
 * nobody of it can act any more, then its datasets go with files and passages, then what was
 * written elsewhere, its name last. Where that is cut short a job goes on. Throws Conflict, also
 * while it is under way.
 */
export async function eraseTenant(
  room: ErasureRoom,
  request: EraseTenantRequest,
): Promise<ErasedTenant> {
  const { underWay } = room
  const { tenantId } = request
  if (underWay.has(tenantId)) {
    const message = 'This tenant is being erased already.'
    throw new Conflict({ reason: 'under_way', message })
  }
  underWay.add(tenantId)
  try {
    return await erase(room, request)
  } finally {
    underWay.delete(tenantId)
  }
}

type Begun = JobPayloads['erase-tenant']

/** The job `erase-tenant`: goes on with one that was cut short. */
export async function goOnErasing(
  room: ErasureRoom,
  { write, signal }: Attempt,
  begun: Begun,
): Promise<void> {
  const { tenantId } = begun
  if (!queries.isThere(room.store.db, tenantId)) return
  if (room.underWay.has(tenantId)) return write((tx) => lookLater(room, tx, begun))
  await eraseTenant(room, { ...begun, signal })
}

function lookLater({ clock }: ErasureRoom, tx: Tx, payload: Begun): void {
  const { tenantId } = payload
  const nowMs = clock.nowMs()
  const when = { nowMs, runAfterMs: nowMs + lookAfterMs }
  enqueue(tx, { kind: 'erase-tenant', payload, subjectId: tenantId, tenantId, ...when })
}

async function erase(room: ErasureRoom, request: EraseTenantRequest): Promise<ErasedTenant> {
  const { tenantId, forfeit, dropSold, signal = new AbortController().signal } = request
  const { actor = { type: 'operator', id: null } } = request
  const { store, clock, identity } = room
  const { db } = store
  const attempt = { write: store.write, signal }
  const people = queries.listPeopleOf(db, tenantId)
  requireMayGo(db, { tenantId, people, forfeit })
  const counts = request.counts ?? (await queries.countsOf(room.reading, tenantId))
  const begin = (tx: Tx) => {
    if (queries.isLookedAfter(tx, tenantId)) return
    lookLater(room, tx, { tenantId, forfeit, dropSold, actor, counts })
  }
  await identity.lockOut(tenantId, { begin, signal })
  // A dataset takes its reports along in one go: their files are many.
  await applyAll(room, attempt, { deeds: reports, tenantId, people })
  await deleteDatasets(room, attempt, tenantId)
  await unindex(room, attempt, tenantId)
  // What waited for its passages to go ends here.
  await deleteDatasets(room, attempt, tenantId)
  const filesKept = await removeBytes(room, attempt, { tenantId, dropSold })
  await applyAll(room, attempt, { deeds: ofTenant, tenantId, people })
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

const ofTenant = deeds.filter(({ whose }) => whose !== 'person')
const reports = deeds.filter(({ table }) => table.startsWith('import_report'))

type All = { deeds: readonly Deed[]; tenantId: TenantId; people: readonly UserId[] }

async function applyAll(
  room: ErasureRoom,
  attempt: Attempt,
  { deeds: some, tenantId, people }: All,
): Promise<void> {
  for (const deed of some) {
    // In the order of their ids the rows of one person are found at once, and those of several not.
    const apart = deed.whose === 'people' && deed.order !== undefined
    const groups = apart ? people.map((userId) => [userId]) : [people]
    for (const group of groups)
      await applyInSlices(room, attempt, { deed, tenantId, people: group })
  }
}

async function deleteDatasets(
  { store, clock, catalog }: ErasureRoom,
  { write, signal }: Attempt,
  tenantId: TenantId,
): Promise<void> {
  for (const datasetId of queries.listLiveDatasets(store.db, tenantId)) {
    signal.throwIfAborted()
    await catalog.eraseDataset({ requestId: newId('req', clock.nowMs()), write }, { datasetId })
    await catalog.continueDeletion({ datasetId }, { signal })
  }
}

async function unindex(room: ErasureRoom, attempt: Attempt, tenantId: TenantId): Promise<void> {
  const { db } = room.store
  for (;;) {
    const slice = queries.listIndexed(db, { tenantId, limit: sliceMax })
    if (slice.length === 0) return
    for (const objectId of slice) {
      attempt.signal.throwIfAborted()
      await room.ingest.unindexObject(attempt, { objectId })
    }
  }
}

type Bytes = { tenantId: TenantId; dropSold: boolean }

/** Without the grace period; gives how many files stay for who bought a licence on them. */
async function removeBytes(
  { store, clock, ingest, catalog }: ErasureRoom,
  attempt: Attempt,
  { tenantId, dropSold }: Bytes,
): Promise<number> {
  let kept = 0
  for (let after = ''; ; ) {
    const slice = queries.listBuried(store.db, { tenantId, after, limit: sliceMax })
    const objectIds: ObjectId[] = slice.map(({ objectId }) => objectId)
    const nowMs = clock.nowMs()
    if (dropSold) await store.write((tx) => queries.endKeeping(tx, { objectIds, nowMs }))
    for (const { blobKey } of slice) {
      attempt.signal.throwIfAborted()
      await ingest.purgeBlob(attempt, { blobKey })
      if (catalog.isBlobNeeded(blobKey)) kept++
    }
    after = objectIds.at(-1) ?? after
    if (slice.length < sliceMax) return kept
  }
}
