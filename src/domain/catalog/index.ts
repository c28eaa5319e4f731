/**
 * Catalog: what is on offer, whose it is, and who may see it.
 *
 * Owns datasets, objects, open uploads with their parts, grants of restricted datasets, and the
 * signed URLs through which bytes come in and go out. visibility.ts holds the one predicate that
 * every search, list, read and download asks. An object of Surface B is an asset of A and C:
 * asset_id and object_id are the same text, and assets.ts is where one becomes the other.
 *
 * States. Dataset: dataset.ts has the table; the first confirmation turns draft to ingesting, the
 * first indexed object turns ingesting to active. Object: initiated → staged (pending) → active
 * (approved), rejected or expired; any → deleted, which leaves a tombstone. An approved object is
 * queued → indexed or failed; a deleted one is removing until its last passage is gone.
 *
 * Refuses: names and types that are none (InvalidInput), what is not there, foreign or deleted
 * (NotFound, one and the same answer), illegal steps and confirmations without the declared bytes
 * (Conflict), altered, expired and outdated URLs (LinkInvalid), more bytes than declared
 * (TooLarge). A confirmed object is immutable; whoever wants other bytes uploads another one.
 */

import type { DatasetId } from '../../base/ids.ts'
import type { Tx } from '../../store/tx.ts'
import type { AnonymousCommand, Command } from '../command.ts'
import { type CreateDatasetRequest, createDataset } from './datasets/create-dataset.ts'
import { continueDeletion, deleteDataset } from './datasets/delete-dataset.ts'
import { getDataset, type ListDatasetsRequest, listDatasets } from './datasets/list-datasets.ts'
import { type UpdateDatasetRequest, updateDataset } from './datasets/update-dataset.ts'
import { deleteObject } from './objects/delete-object.ts'
import { expireReviews } from './objects/expire-reviews.ts'
import { getObject, type ListObjectsRequest, listObjects } from './objects/list-objects.ts'
import { objectDownload, openLinked } from './objects/object-download.ts'
import { type ReviewDecision, setReviewDecision } from './objects/review-decision.ts'
import { sweepBlobs } from './objects/sweep-blobs.ts'
import { type CatalogDeps, makeRoom } from './room.ts'
import type { PresentedLink, SignedLink } from './signed-urls.ts'
import { cancelUpload } from './uploads/cancel-upload.ts'
import { confirmUpload } from './uploads/confirm-upload.ts'
import { type InitiateUploadRequest, initiateUpload } from './uploads/initiate-upload.ts'
import { type IncomingBytes, receiveBytes } from './uploads/receive-bytes.ts'
import { removeOpenUploads } from './uploads/remove-open-uploads.ts'
import type { Caller } from './visibility.ts'

export type Catalog = ReturnType<typeof openCatalog>

export function openCatalog(deps: CatalogDeps) {
  const room = makeRoom(deps)
  type OneDataset = { datasetId: string }
  type OneObject = { objectId: string }
  return {
    // Datasets
    createDataset: (cmd: Command, request: CreateDatasetRequest) =>
      createDataset(room, cmd, request),
    listDatasets: (caller: Caller, request: ListDatasetsRequest) =>
      listDatasets(room, caller, request),
    getDataset: (caller: Caller, request: OneDataset) => getDataset(room, caller, request),
    updateDataset: (cmd: Command, request: UpdateDatasetRequest) =>
      updateDataset(room, cmd, request),
    deleteDataset: (cmd: Command, request: OneDataset) => deleteDataset(room, cmd, request),
    /** The job `delete-dataset`. */
    continueDeletion: (payload: { datasetId: DatasetId }) => continueDeletion(room, payload),

    // Uploads
    initiateUpload: (cmd: Command, request: InitiateUploadRequest) =>
      initiateUpload(room, cmd, request),
    confirmUpload: (cmd: Command, request: OneObject) => confirmUpload(room, cmd, request),
    cancelUpload: (cmd: Command, request: OneObject) => cancelUpload(room, cmd, request),

    // Signed URLs
    verifyLink: (presented: PresentedLink) => room.links.verify(presented, room.clock.nowMs()),
    receiveBytes: (cmd: AnonymousCommand, incoming: IncomingBytes) =>
      receiveBytes(room, cmd, incoming),
    openLinked: (link: SignedLink) => openLinked(room, link),

    // Objects
    listObjects: (caller: Caller, request: ListObjectsRequest) =>
      listObjects(room, caller, request),
    getObject: (caller: Caller, request: OneObject) => getObject(room, caller, request),
    objectDownload: (caller: Caller, request: OneObject) => objectDownload(room, caller, request),
    deleteObject: (cmd: Command, request: OneObject) => deleteObject(room, cmd, request),

    // For the room review
    setReviewDecision: (tx: Tx, decision: ReviewDecision) => setReviewDecision(room, tx, decision),
    expireReviews: (tx: Tx, slice: { limit: number }) => expireReviews(room, tx, slice),

    // For the upkeep: each gives how many there were
    removeOpenUploads: () => removeOpenUploads(room),
    sweepBlobs: (signal: AbortSignal) => sweepBlobs(room, signal),
  }
}

export {
  type Asset,
  type AssetPage,
  type AssetState,
  assetStates,
  findAsset,
  findVisibleObjects,
  listOwnAssets,
  type VisibleObject,
} from './assets.ts'
export * from './dataset.ts'
export type { CreateDatasetRequest } from './datasets/create-dataset.ts'
export type { DatasetList, ListDatasetsRequest } from './datasets/list-datasets.ts'
export type { UpdateDatasetRequest } from './datasets/update-dataset.ts'
export * from './limits.ts'
export * from './object.ts'
export { isBlobNeeded } from './objects/blob-queries.ts'
export {
  getForIngest,
  type Indexed,
  markIndexed,
  markIngestFailed,
  markPassagesRemoved,
  type ObjectForIngest,
} from './objects/ingest-marks.ts'
export type { ListObjectsRequest, ObjectList } from './objects/list-objects.ts'
export type { LinkedContent } from './objects/object-download.ts'
export type { ReviewDecision } from './objects/review-decision.ts'
export {
  countInReview,
  findForReview,
  pageInReview,
  type ReviewFilters,
  type ReviewItem,
  type ReviewPosition,
} from './objects/review-queue.ts'
export { type BlobKey, BlobMissing, type BlobStore, type ReceivedBlob } from './ports.ts'
export type { CatalogDeps, CatalogSettings } from './room.ts'
export {
  openSignedUrls,
  type PresentedLink,
  type SignedLink,
  type SignedUrls,
} from './signed-urls.ts'
export type { InitiatedUpload, InitiateUploadRequest } from './uploads/initiate-upload.ts'
export {
  type Caller,
  hiddenObjectNos,
  isOwnedBy,
  knowsDataset,
  restrictionOf,
  type Viewer,
  type VisibleDataset,
  type VisibleScope,
  visibleScope,
} from './visibility.ts'
