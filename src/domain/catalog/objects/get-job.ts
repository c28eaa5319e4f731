import { NotFound } from '../../../base/errors.ts'
import type { DatasetId, ObjectId } from '../../../base/ids.ts'
import type { PartRead } from '../../../base/part-read.ts'
import type { Db } from '../../../store/tx.ts'
import type { Principal } from '../../identity/index.ts'
import { findJob, type JobKind, type JobRecord } from '../../outbox/index.ts'
import type { CatalogRoom } from '../room.ts'
import { findObjectRow } from './queries.ts'

/** A job with what it is about: an object, or a dataset as a whole. */
export type ContentJob = JobRecord & Content

type Content = {
  objectId: ObjectId | null
  datasetId: DatasetId
  /** Of a job that read it: what was odd, and how much of it was read where that is not all. */
  warnings: string[]
  part: PartRead | null
}

const readingKinds: readonly JobKind[] = ['ingest-object', 'reprocess-object']

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
export function contentOf(db: Db, { subjectId, kind, state }: JobRecord): Content {
  const object = findObjectRow(db, subjectId as ObjectId)
  const nothing = { warnings: [], part: null }
  if (!object) return { objectId: null, datasetId: subjectId as DatasetId, ...nothing }
  const { objectId, datasetId, warnings, part } = object
  const hasRead = state === 'done' && readingKinds.includes(kind)
  return { objectId, datasetId, ...(hasRead ? { warnings, part } : nothing) }
}

function reaches({ datasetAccess }: Principal, { datasetId }: ContentJob): boolean {
  return datasetAccess.mode === 'all_available' || datasetAccess.datasetIds.includes(datasetId)
}
