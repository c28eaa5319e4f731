/**
 * Catalog: what is on offer, whose it is, and who may see it.
 *
 * Owns datasets, objects, open uploads with their parts, access to restricted datasets with the
 * requests for it, and the signed URLs through which bytes come in and go out. visibility.ts holds
 * the one predicate that every search, list, read and download asks. An object of Surface B is an
 * asset of A and C: asset_id and object_id are the same text, and assets.ts is where one becomes
 * the other.
 *
 * States. Dataset: dataset.ts has the table; the first confirmation turns draft to ingesting, the
 * first indexed object turns ingesting to active. Object: initiated → staged (pending) → active
 * (approved), rejected or expired; expired → staged once more; any → deleted, which leaves a
 * tombstone. An approved object is queued → indexed or failed; a deleted one is removing until its
 * last passage is gone. Taken down is a mark on an approved object, suspended a status of a dataset
 * that knows what it comes back to. Access request: pending → approved or rejected.
 *
 * Refuses: names and types that are none (InvalidInput), what is not there, foreign or deleted
 * (NotFound, one and the same answer), illegal steps and confirmations without the declared bytes
 * (Conflict), altered, expired and outdated URLs (LinkInvalid), more bytes than declared
 * (TooLarge). A confirmed object is immutable; whoever wants other bytes uploads another one.
 */

import type { DatasetId, ObjectId } from '../../base/ids.ts'
import type { Tx } from '../../store/tx.ts'
import type { AnonymousCommand, Command } from '../command.ts'
import type { Principal } from '../identity/index.ts'
import { type DecideAccessRequest, decideAccess } from './access/decide-access.ts'
import { type GrantAccessRequest, grantAccess } from './access/grant-access.ts'
import { type ListAccessRequest, listAccess } from './access/list-access.ts'
import {
  type ListAccessRequestsRequest,
  listAccessRequests,
} from './access/list-access-requests.ts'
import { type ListOwnRequestsRequest, listOwnRequests } from './access/list-own-requests.ts'
import { type RequestAccessRequest, requestAccess } from './access/request-access.ts'
import { revokeAccess } from './access/revoke-access.ts'
import { type CreateDatasetRequest, createDataset } from './datasets/create-dataset.ts'
import { type CurateRequest, curateDataset } from './datasets/curate-dataset.ts'
import { continueDeletion, deleteDataset } from './datasets/delete-dataset.ts'
import { buryErased, eraseDataset } from './datasets/erase-dataset.ts'
import { getDataset, type ListDatasetsRequest, listDatasets } from './datasets/list-datasets.ts'
import {
  type ResumeRequest,
  resumeDataset,
  type SuspendRequest,
  suspendDataset,
} from './datasets/suspend-dataset.ts'
import { type UpdateDatasetRequest, updateDataset } from './datasets/update-dataset.ts'
import { type ImportDatasetRequest, importDataset } from './imports/import-dataset.ts'
import {
  type ImportFileRequest,
  importedFrom,
  importFile,
  importState,
  removeImported,
  requireImportable,
} from './imports/import-file.ts'
import type { FilePlace } from './imports/queries.ts'
import { isBlobNeeded } from './objects/blob-queries.ts'
import { deleteObject } from './objects/delete-object.ts'
import { expireReviews } from './objects/expire-reviews.ts'
import { getJob } from './objects/get-job.ts'
import { signKept } from './objects/kept-bytes.ts'
import { getObject, type ListObjectsRequest, listObjects } from './objects/list-objects.ts'
import { objectDownload, openLinked } from './objects/object-download.ts'
import { resubmitObject } from './objects/resubmit-object.ts'
import { type ReviewDecision, setReviewDecision } from './objects/review-decision.ts'
import { sellExclusively, signDownload } from './objects/sell-exclusively.ts'
import { sweepBlobs } from './objects/sweep-blobs.ts'
import {
  type RestoreRequest,
  restoreObject,
  type TakeDownRequest,
  takeDownObject,
} from './objects/take-down.ts'
import { warnOfReviews } from './objects/warn-of-reviews.ts'
import { getOffer, type ListOffersRequest, listOffers } from './offers/list-offers.ts'
import type { BlobKey } from './ports.ts'
import { openPreview } from './previews/open-preview.ts'
import { type CatalogDeps, type CatalogRoom, makeRoom } from './room.ts'
import {
  type AttachSidecarRequest,
  attachSidecar,
  listSidecarsOf,
} from './sidecars/attach-sidecar.ts'
import type { PresentedLink, SignedLink } from './signed-urls.ts'
import { cancelUpload } from './uploads/cancel-upload.ts'
import { type ConfirmUploadRequest, confirmUpload } from './uploads/confirm-upload.ts'
import { type InitiateUploadRequest, initiateUpload } from './uploads/initiate-upload.ts'
import { type IncomingBytes, receiveBytes } from './uploads/receive-bytes.ts'
import { removeOpenUploads } from './uploads/remove-open-uploads.ts'
import { renewUpload } from './uploads/renew-upload.ts'
import {
  type AssetFile,
  discardFile,
  type LooseFile,
  receiveFile,
  stageFile,
} from './uploads/take-asset.ts'
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

    ...offersAndAccess(room),
    ...imports(room),
    ...erasures(room),

    // Uploads
    initiateUpload: (cmd: Command, request: InitiateUploadRequest) =>
      initiateUpload(room, cmd, request),
    /** What came so far, and new URLs. */
    renewUpload: (cmd: Command, request: OneObject) => renewUpload(room, cmd, request),
    confirmUpload: (cmd: Command, request: ConfirmUploadRequest) =>
      confirmUpload(room, cmd, request),
    cancelUpload: (cmd: Command, request: OneObject) => cancelUpload(room, cmd, request),

    ...wholeFiles(room),

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
    attachSidecar: (cmd: Command, request: AttachSidecarRequest) =>
      attachSidecar(room, cmd, request),
    listSidecars: (caller: Caller, request: OneObject) => listSidecarsOf(room, caller, request),
    openPreview: (caller: Caller, request: OneObject) => openPreview(room, caller, request),
    deleteObject: (cmd: Command, request: OneObject) => deleteObject(room, cmd, request),
    resubmitObject: (cmd: Command, request: OneObject) => resubmitObject(room, cmd, request),
    getJob: (principal: Principal, request: { jobId: string }) => getJob(room, principal, request),

    ...governance(room),

    // For the room review
    setReviewDecision: (tx: Tx, decision: ReviewDecision) => setReviewDecision(room, tx, decision),
    expireReviews: (tx: Tx, slice: { limit: number }) => expireReviews(room, tx, slice),
    warnOfReviews: (tx: Tx, slice: Parameters<typeof warnOfReviews>[2]) =>
      warnOfReviews(room, tx, slice),

    // For the upkeep: each gives how many there were
    removeOpenUploads: () => removeOpenUploads(room),
    sweepBlobs: (signal: AbortSignal) => sweepBlobs(room, signal),
  }
}

/** Files of the operator's folders, at the command line. */
function imports(room: CatalogRoom) {
  return {
    requireImportable: (datasetId: string) => requireImportable(room, datasetId),
    importState: (file: FilePlace & { checksumSha256: string }) => importState(room, file),
    importedFrom: (from: Omit<FilePlace, 'path'>) => importedFrom(room, from),
    importFile: (cmd: AnonymousCommand, request: ImportFileRequest) =>
      importFile(room, cmd, request),
    importDataset: (cmd: AnonymousCommand, request: ImportDatasetRequest) =>
      importDataset(room, cmd, request),
    removeImported: (cmd: AnonymousCommand, request: Parameters<typeof removeImported>[2]) =>
      removeImported(room, cmd, request),
  }
}

/** What the room erasure takes away. */
function erasures(room: CatalogRoom) {
  const { db } = room.store
  return {
    eraseDataset: (cmd: AnonymousCommand, one: { datasetId: DatasetId }) =>
      eraseDataset(room, cmd, one),
    buryErased: (tx: Tx, objectId: ObjectId) => buryErased(room, tx, objectId),
    isBlobNeeded: (blobKey: BlobKey) => isBlobNeeded(db, { blobKey, nowMs: room.clock.nowMs() }),
  }
}

/** Files that come without an upload URL, and go to who bought them. */
function wholeFiles(room: CatalogRoom) {
  return {
    receiveFile: (source: AsyncIterable<Uint8Array>, limit: Parameters<typeof receiveFile>[2]) =>
      receiveFile(room, source, limit),
    discardFile: (file: LooseFile) => discardFile(room, file),
    stageFile: (tx: Tx, asset: AssetFile & { cmd: Command }) => stageFile(room, tx, asset),
    /** For who has paid: the rules of who may are the caller's. */
    signDownload: (object: Parameters<typeof signDownload>[1]) => signDownload(room, object),
    /** For who bought what its owner deleted since. */
    signKept: (object: Parameters<typeof signKept>[1]) => signKept(room, object),
    sellExclusively,
  }
}

/** For platform administrators. */
function governance(room: CatalogRoom) {
  return {
    curateDataset: (cmd: Command, request: CurateRequest) => curateDataset(room, cmd, request),
    suspendDataset: (cmd: Command, request: SuspendRequest) => suspendDataset(room, cmd, request),
    resumeDataset: (cmd: Command, request: ResumeRequest) => resumeDataset(room, cmd, request),
    takeDownObject: (cmd: Command, request: TakeDownRequest) => takeDownObject(room, cmd, request),
    restoreObject: (cmd: Command, request: RestoreRequest) => restoreObject(room, cmd, request),
  }
}

/** What buyers may choose from, and their access to what is restricted. */
function offersAndAccess(room: CatalogRoom) {
  type OneDataset = { datasetId: string }
  return {
    // What buyers choose from
    listOffers: (caller: Caller, request: ListOffersRequest) => listOffers(room, caller, request),
    getOffer: (caller: Caller, request: OneDataset) => getOffer(room, caller, request),

    // Access to restricted datasets
    grantAccess: (cmd: Command, request: GrantAccessRequest) => grantAccess(room, cmd, request),
    revokeAccess: (cmd: Command, request: GrantAccessRequest) => revokeAccess(room, cmd, request),
    listAccess: (caller: Caller, request: ListAccessRequest) => listAccess(room, caller, request),
    requestAccess: (cmd: Command, request: RequestAccessRequest) =>
      requestAccess(room, cmd, request),
    decideAccess: (cmd: Command, request: DecideAccessRequest) => decideAccess(room, cmd, request),
    listAccessRequests: (caller: Caller, request: ListAccessRequestsRequest) =>
      listAccessRequests(room, caller, request),
    /** What the caller itself asked for. */
    listOwnRequests: (caller: Caller, request: ListOwnRequestsRequest) =>
      listOwnRequests(room, caller, request),
  }
}

export * from './access/access-request.ts'
export type { AccessList } from './access/list-access.ts'
export type { AccessRequestList } from './access/list-access-requests.ts'
export type { OwnAccessRequest, OwnAccessRequestList } from './access/list-own-requests.ts'
export {
  type Asset,
  type AssetPage,
  type AssetState,
  assetStates,
  countOwnAssets,
  findAnyAsset,
  findAsset,
  findOnOffer,
  findVisibleObjects,
  listOwnAssets,
  pageOwnAssets,
  type VisibleObject,
} from './assets.ts'
export * from './dataset.ts'
export type { CreateDatasetRequest } from './datasets/create-dataset.ts'
export type { DatasetDetail, DatasetList, ListDatasetsRequest } from './datasets/list-datasets.ts'
export { findDatasetRow as findDataset, findOwnDataset } from './datasets/queries.ts'
export type { UpdateDatasetRequest } from './datasets/update-dataset.ts'
export * from './limits.ts'
export * from './object.ts'
export type { ContentJob } from './objects/get-job.ts'
export {
  getForIngest,
  type Indexed,
  markIndexed,
  markIngestFailed,
  markPassagesRemoved,
  type ObjectForIngest,
} from './objects/ingest-marks.ts'
export type { ListObjectsRequest, ObjectDetail, ObjectList } from './objects/list-objects.ts'
export type { LinkedContent } from './objects/object-download.ts'
export { listObjectNames, type ObjectNames } from './objects/object-names.ts'
export {
  beginAnew,
  canBeReadAnew,
  findDatasetOf,
  listReadable,
} from './objects/reprocessing.ts'
export type { ReviewDecision } from './objects/review-decision.ts'
export {
  countInReview,
  findForReview,
  pageInReview,
  type ReviewFilters,
  type ReviewItem,
  type ReviewPosition,
} from './objects/review-queue.ts'
export { listSameContent, type SameContent } from './objects/same-content.ts'
export type { ListOffersRequest, OfferList } from './offers/list-offers.ts'
export * from './offers/offer.ts'
export { type BlobKey, BlobMissing, type BlobStore, type ReceivedBlob } from './ports.ts'
export {
  keepPreview,
  type MadePreview,
  type StoredPreview,
  storePreview,
} from './previews/keep-preview.ts'
export type { OpenPreview } from './previews/open-preview.ts'
export { dropPreview, findPreview, type PreviewRow, pictureOf } from './previews/queries.ts'
export type { CatalogDeps, CatalogSettings } from './room.ts'
export { isRecording, listSidecars } from './sidecars/queries.ts'
export { reindexObject } from './sidecars/reindex-recordings.ts'
export {
  openSignedUrls,
  type PresentedLink,
  type SignedLink,
  type SignedUrls,
} from './signed-urls.ts'
export type { ConfirmUploadRequest } from './uploads/confirm-upload.ts'
export type { InitiateUploadRequest } from './uploads/initiate-upload.ts'
export { etagOf, type NamedPart } from './uploads/part-list.ts'
export type { OpenUpload } from './uploads/renew-upload.ts'
export type { ConfirmedObject } from './uploads/stage-object.ts'
export type { LooseFile } from './uploads/take-asset.ts'
export { objectIdOf } from './uploads/upload-id.ts'
export type { UploadUrls } from './uploads/upload-urls.ts'
export {
  type Caller,
  hiddenObjectNos,
  isOwnedBy,
  knowsDataset,
  restrictionOf,
  type Viewer,
  type VisibleDataset,
  type VisibleScope,
  visibleDatasetNos,
  visibleScope,
} from './visibility.ts'
export { isBlobNeeded }
