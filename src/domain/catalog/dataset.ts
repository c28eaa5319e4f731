import { Conflict, Forbidden } from '../../base/errors.ts'
import type { datasets } from './tables.ts'
import type { DatasetStatus } from './values.ts'

export type DatasetRow = typeof datasets.$inferSelect

/** A dataset with what is counted from its objects at the time of asking (spec 2.2). */
export type Dataset = DatasetRow & DatasetSums

export type DatasetSums = {
  /** Confirmed and not deleted. */
  objectCount: number
  /** Approved and indexed. */
  activeObjectCount: number
  /** Of the objects in objectCount. */
  totalBytes: number
  states: ObjectStates
}

/** How many objects there are in which state; an open upload is one, a deleted object is none. */
export type ObjectStates = {
  initiated: number
  staged: number
  active: number
  rejected: number
  expired: number
  /** Of the active ones. */
  queued: number
  indexed: number
  failed: number
  takenDown: number
}

/**
 * Who may make a step: the owner's tenant by PATCH, a platform admin by PATCH, the system alone
 * (first confirmation, first indexed object, end of a suspension or of the clean-up), nobody.
 * `stay` is no step.
 */
export type StepRight = 'owner' | 'admin' | 'system' | 'stay' | 'nobody'

/**
 * Every step from every status (row) to every other (column). (spec 3 names pending_deletion and
 * deleted; the other steps are our choice)
 */
export const datasetSteps: Readonly<
  Record<DatasetStatus, Readonly<Record<DatasetStatus, StepRight>>>
> = {
  draft: {
    draft: 'stay',
    ingesting: 'system',
    active: 'owner',
    paused: 'owner',
    archived: 'owner',
    suspended: 'admin',
    pending_deletion: 'owner',
    deleted: 'nobody',
  },
  ingesting: {
    draft: 'nobody',
    ingesting: 'stay',
    active: 'system',
    paused: 'nobody',
    archived: 'nobody',
    suspended: 'admin',
    pending_deletion: 'owner',
    deleted: 'nobody',
  },
  active: {
    draft: 'owner',
    ingesting: 'nobody',
    active: 'stay',
    paused: 'owner',
    archived: 'owner',
    suspended: 'admin',
    pending_deletion: 'owner',
    deleted: 'nobody',
  },
  paused: {
    draft: 'owner',
    ingesting: 'nobody',
    active: 'owner',
    paused: 'stay',
    archived: 'owner',
    suspended: 'admin',
    pending_deletion: 'owner',
    deleted: 'nobody',
  },
  archived: {
    draft: 'owner',
    ingesting: 'nobody',
    active: 'owner',
    paused: 'owner',
    archived: 'stay',
    suspended: 'admin',
    pending_deletion: 'owner',
    deleted: 'nobody',
  },
  suspended: {
    draft: 'admin',
    ingesting: 'system',
    active: 'admin',
    paused: 'admin',
    archived: 'admin',
    suspended: 'stay',
    pending_deletion: 'owner',
    deleted: 'nobody',
  },
  pending_deletion: {
    draft: 'nobody',
    ingesting: 'nobody',
    active: 'nobody',
    paused: 'nobody',
    archived: 'nobody',
    suspended: 'nobody',
    pending_deletion: 'stay',
    deleted: 'system',
  },
  deleted: {
    draft: 'nobody',
    ingesting: 'nobody',
    active: 'nobody',
    paused: 'nobody',
    archived: 'nobody',
    suspended: 'nobody',
    pending_deletion: 'nobody',
    deleted: 'stay',
  },
}

/**
 * What a step does to the record of a suspension: it is remembered what the dataset comes back to,
 * for as long as it is suspended.
 */
export function suspensionOf(
  before: Pick<DatasetRow, 'status'>,
  to: DatasetStatus,
): Pick<DatasetRow, 'suspendedFrom' | 'suspensionReason'> {
  const suspendedFrom = to === 'suspended' ? before.status : null
  return { suspendedFrom, suspensionReason: null }
}

/** Throws Conflict for a step that nobody may ask for, Forbidden for one that an admin may. */
export function requireStep(step: {
  from: DatasetStatus
  to: DatasetStatus
  isPlatformAdmin: boolean
}): void {
  const right = datasetSteps[step.from][step.to]
  if (right === 'stay' || right === 'owner') return
  if (right === 'admin' && step.isPlatformAdmin) return
  if (right === 'admin') {
    throw new Forbidden({
      reason: 'platform_admin_only',
      message: `Only a platform admin may set a dataset from ${step.from} to ${step.to}.`,
    })
  }
  throw new Conflict({
    reason: 'illegal_transition',
    message: `A dataset cannot be set from ${step.from} to ${step.to}.`,
    facts: { field: 'status', from: step.from, to: step.to },
  })
}
