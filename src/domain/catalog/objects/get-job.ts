import { NotFound } from '../../../base/errors.ts'
import type { DatasetId, ObjectId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import type { Principal } from '../../identity/index.ts'
import { findJob, type JobRecord } from '../../outbox/index.ts'
import type { CatalogRoom } from '../room.ts'
import { findObjectRow } from './queries.ts'

/** A job with what it is about: an object, or a dataset as a whole. */
export type ContentJob = JobRecord & { objectId: ObjectId | null; datasetId: DatasetId }

/**
 * A job about the caller's content, as far as its key reaches; a platform admin sees everybody's.
 * Throws NotFound for an unknown and a foreign one alike.
 */
export function getJob(
  { store: { db } }: CatalogRoom,
  principal: Principal,
  { jobId }: { jobId: string },
): ContentJob {
  const job = findJob(db, jobId)
  if (!job || (job.tenantId !== principal.tenantId && !principal.isPlatformAdmin)) {
    throw new NotFound('job')
  }
  const content = { ...job, ...contentOf(db, job) }
  if (!reaches(principal, content)) throw new NotFound('job')
  return content
}

/** A tombstone still says which dataset it was in. */
function contentOf(db: Db, { subjectId }: JobRecord): Pick<ContentJob, 'objectId' | 'datasetId'> {
  const object = findObjectRow(db, subjectId as ObjectId)
  if (!object) return { objectId: null, datasetId: subjectId as DatasetId }
  return { objectId: object.objectId, datasetId: object.datasetId }
}

function reaches({ datasetAccess }: Principal, { datasetId }: ContentJob): boolean {
  return datasetAccess.mode === 'all_available' || datasetAccess.datasetIds.includes(datasetId)
}
