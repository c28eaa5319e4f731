/**
 * Ingest: from the bytes of an object to passages in the index, and out of it again.
 *
 * Owns what was seen in a file before its review (object_inspection); the passages belong to the
 * room search, the state of the object to the room catalog. Every function here is the body of a
 * job: it may be cut short at any point and run again, and it writes only while its attempt holds
 * the job.
 * A file is read by the extractor, outside of this process. An approved object is indexed or
 * failed in the end, never in between: what the file itself causes (encrypted, corrupt,
 * unsupported_type, empty, timeout, memory, too_many_pages, too_much_text) is written to the
 * object as a sentence and is final; everything else is thrown and tried again by the runner,
 * which tells us with a …GivenUp function when it stops trying.
 * A file that took too long after it gave some text is indexed by that, with how much it is.
 * Pages are drawn for the owner and for who reviews, when they are looked at (pages/).
 * Refuses to add a passage to an object that is deleted or not approved.
 */
import { bind } from '../../base/bind.ts'
import type { DatasetId, ObjectId } from '../../base/ids.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { ingestionGivenUp, ingestObject } from './ingest-object.ts'
import { inspectionGivenUp, inspectObject } from './inspect-object.ts'
import { findPage } from './pages/find-page.ts'
import { pagesOf } from './pages/pages-of.ts'
import { purgeBlob } from './purge-blob.ts'
import { findInspection, type InspectionRow } from './queries.ts'
import { readAnewAfterUpgrade } from './reprocess/after-upgrade.ts'
import { markAllQueued } from './reprocess/queries.ts'
import { readAnew } from './reprocess/read-anew.ts'
import { getReprocess, queueReprocess, reprocessDataset } from './reprocess/reprocess-dataset.ts'
import { reprocessingGivenUp, reprocessObject } from './reprocess/reprocess-object.ts'
import type { IngestDeps, IngestRoom } from './room.ts'
import { unindexObject } from './unindex-object.ts'
import { readWordBoxes } from './word-boxes.ts'

export { pageMax, pageShelfMaxBytes, pageWidths } from './limits.ts'
export type { Reprocess } from './reprocess/reprocess-dataset.ts'
export type { Attempt } from './room.ts'
export { reprocessOutcomes, reprocessSets } from './tables.ts'

export type Ingest = ReturnType<typeof openIngest>

type OneObject = { objectId: ObjectId }

export function openIngest(deps: IngestDeps) {
  const room: IngestRoom = { ...deps, inspections: new Map(), undrawable: new Map() }
  return {
    ...bind(room, {
      inspectObject,
      ingestObject,
      unindexObject,
      purgeBlob,
      readWordBoxes,
      pagesOf,
      findPage,
      reprocessDataset,
      getReprocess,
      queueReprocess,
      reprocessObject,
      readAnew,
      readAnewAfterUpgrade,
    }),

    // What is noted when a job was given up
    inspectionGivenUp: (tx: Tx, { objectId }: OneObject) => inspectionGivenUp(room, tx, objectId),
    ingestionGivenUp: (tx: Tx, { objectId }: OneObject) => ingestionGivenUp(room, tx, objectId),
    reprocessingGivenUp: (tx: Tx, { objectId }: OneObject) => reprocessingGivenUp(tx, objectId),
    /** A run without its list would go on for ever, and the next dataset wait for it. */
    listingGivenUp: (tx: Tx, { datasetId }: { datasetId: DatasetId }) =>
      markAllQueued(tx, datasetId),
  }
}

/** What the inspection of a file found, once there was one. */
export function inspectionOf(db: Db, objectId: ObjectId): InspectionRow | undefined {
  return findInspection(db, objectId)
}
