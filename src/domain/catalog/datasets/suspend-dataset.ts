import { Conflict } from '../../../base/errors.ts'
import type { Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import type { AnonymousCommand, Command } from '../../command.ts'
import { recordEvent } from '../../events/index.ts'
import { requirePlatformAdmin } from '../../identity/index.ts'
import { actorBehind } from '../../record-deed.ts'
import { type Dataset, type DatasetRow, suspensionOf } from '../dataset.ts'
import type { CatalogRoom } from '../room.ts'
import type { DatasetStatus } from '../values.ts'
import { getLiveDataset, updateDatasetRow, withSums } from './queries.ts'

export type SuspendRequest = { datasetId: string; reason: string }
export type ResumeRequest = { datasetId: string; note?: string | undefined }

/**
 * Shuts a dataset of any tenant: nobody sees its content, its owner included, and it takes no new
 * uploads. Throws Forbidden, NotFound, Conflict when it is suspended already.
 */
export function suspendDataset(
  room: CatalogRoom,
  cmd: Command,
  request: SuspendRequest,
): Promise<Dataset> {
  requirePlatformAdmin(cmd.principal)
  return suspendDatasetAsOperator(room, cmd, request)
}

/** The same for whoever holds the data folder: the command line. */
export function suspendDatasetAsOperator(
  room: CatalogRoom,
  cmd: AnonymousCommand,
  { datasetId, reason }: SuspendRequest,
): Promise<Dataset> {
  return cmd.write((tx) => {
    const before = getLiveDataset(tx, datasetId)
    if (before.status === 'suspended') throw unfit('already_suspended', 'suspended already')
    const nowMs = room.clock.nowMs()
    const action = 'dataset.suspended'
    note(room, tx, { cmd, dataset: before, nowMs, action, details: { reason } })
    return changed(tx, before, {
      status: 'suspended',
      ...suspensionOf(before, 'suspended'),
      suspensionReason: reason,
      updatedAtMs: nowMs,
    })
  })
}

/**
 * Puts a suspended dataset back to where it was. Throws Forbidden, NotFound, Conflict when it is
 * not suspended.
 */
export function resumeDataset(
  room: CatalogRoom,
  cmd: Command,
  request: ResumeRequest,
): Promise<Dataset> {
  requirePlatformAdmin(cmd.principal)
  return resumeDatasetAsOperator(room, cmd, request)
}

/** The same for whoever holds the data folder: the command line. */
export function resumeDatasetAsOperator(
  room: CatalogRoom,
  cmd: AnonymousCommand,
  { datasetId, note: why }: ResumeRequest,
): Promise<Dataset> {
  return cmd.write((tx) => {
    const before = getLiveDataset(tx, datasetId)
    if (before.status !== 'suspended') throw unfit('not_suspended', 'not suspended')
    const status = resumedStatus(withSums(tx, [before])[0] as Dataset)
    const nowMs = room.clock.nowMs()
    const details = why === undefined ? { status } : { status, note: why }
    note(room, tx, { cmd, dataset: before, nowMs, action: 'dataset.resumed', details })
    return changed(tx, before, { status, ...suspensionOf(before, status), updatedAtMs: nowMs })
  })
}

/** What was being ingested may be there by now: the first object came during the suspension. */
function resumedStatus({ suspendedFrom, activeObjectCount }: Dataset): DatasetStatus {
  if (suspendedFrom === 'ingesting' && activeObjectCount > 0) return 'active'
  return suspendedFrom ?? 'active'
}

function changed(tx: Tx, { datasetId }: DatasetRow, changes: Partial<DatasetRow>): Dataset {
  return withSums(tx, [updateDatasetRow(tx, datasetId, changes)])[0] as Dataset
}

type Noted = {
  cmd: AnonymousCommand
  dataset: DatasetRow
  nowMs: number
  action: 'dataset.suspended' | 'dataset.resumed'
  details: { status?: DatasetStatus; reason?: string; note?: string }
}

function note(
  room: CatalogRoom,
  tx: Tx,
  { cmd, dataset: { datasetId, tenantId, name, status }, nowMs, action, details }: Noted,
): void {
  recordAudit(tx, {
    atMs: nowMs,
    tenantId,
    actor: actorBehind(cmd),
    action,
    subject: { type: 'dataset', id: datasetId },
    details: { from: status, ...details },
    requestId: cmd.requestId,
  })
  const data = { dataset_id: datasetId }
  recordEvent(tx, { stream: tenantId, type: action, atMs: nowMs, data })
  const { reason } = details
  room.tellManagers?.(tx, { tenantId, type: action, name, reason, place: `/data/${datasetId}` })
}

function unfit(reason: 'already_suspended' | 'not_suspended', what: string): Conflict {
  return new Conflict({ reason, message: `This dataset is ${what}.` })
}
