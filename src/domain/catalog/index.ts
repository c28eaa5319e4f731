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
 * (Conflict), altered, expired and outdated URLs (LinkInvalid), more bytes than declared or than
 * the tenant may keep (TooLarge). A confirmed object is immutable; whoever wants other bytes
 * uploads another one.
 */

import { bind } from '../../base/bind.ts'
import { changeAccess } from './access/change-access.ts'
import { decideAccess } from './access/decide-access.ts'
import { endAccess } from './access/end-access.ts'
import { grantAccess } from './access/grant-access.ts'
import { listAccess } from './access/list-access.ts'
import { listAccessRequests } from './access/list-access-requests.ts'
import { listInbox } from './access/list-inbox.ts'
import { listOwnRequests } from './access/list-own-requests.ts'
import { requestAccess } from './access/request-access.ts'
import { revokeAccess } from './access/revoke-access.ts'
import { getAnyDataset, listAnyDatasets } from './datasets/any-datasets.ts'
import { createDataset } from './datasets/create-dataset.ts'
import { curateDataset } from './datasets/curate-dataset.ts'
import { datasetNamed } from './datasets/dataset-named.ts'
import { continueDeletion, deleteDataset } from './datasets/delete-dataset.ts'
import { buryErased, eraseDataset } from './datasets/erase-dataset.ts'
import { getDataset, listDatasets } from './datasets/list-datasets.ts'
import * as suspending from './datasets/suspend-dataset.ts'
import { updateDataset } from './datasets/update-dataset.ts'
import { importDataset, importedDataset } from './imports/import-dataset.ts'
import {
  datasetName,
  importedFrom,
  importFile,
  importState,
  importTarget,
  removeImported,
  replacedFrom,
  requireImportable,
  requireSpaceFor,
  requireTakable,
} from './imports/import-file.ts'
import { objectHistory, objectJobs } from './looks/object-history.ts'
import { announceUploads, knownContent } from './many/announce-uploads.ts'
import { deleteObjects, resubmitObjects } from './many/change-objects.ts'
import { confirmUploads } from './many/confirm-uploads.ts'
import { listObjectRows, listObjects } from './many/list-rows.ts'
import { priceDatasets } from './many/price-datasets.ts'
import { getAnyObject, listTakenDown, listTakenDownAsOperator } from './objects/any-objects.ts'
import { isBlobNeeded, markPurged } from './objects/blob-queries.ts'
import { deleteObject } from './objects/delete-object.ts'
import { getJob } from './objects/get-job.ts'
import { signKept } from './objects/kept-bytes.ts'
import { getObject, listOwnObjects } from './objects/list-objects.ts'
import { objectDownload, openLinked } from './objects/object-download.ts'
import { sellExclusively, signDownload } from './objects/sell-exclusively.ts'
import { countOrphans, sweepBlobs } from './objects/sweep-blobs.ts'
import {
  restoreAsOperator,
  restoreObject,
  takeDownAsOperator,
  takeDownObject,
} from './objects/take-down.ts'
import { getOffer, listOffers } from './offers/list-offers.ts'
import { getPublicOffer, listPublicOffers } from './offers/public-offers.ts'
import type { BlobKey } from './ports.ts'
import { openPreview } from './previews/open-preview.ts'
import { expireReviews } from './reviews/expire-reviews.ts'
import { resubmitObject } from './reviews/resubmit-object.ts'
import { setReviewDecision } from './reviews/review-decision.ts'
import { warnOfReviews } from './reviews/warn-of-reviews.ts'
import { type CatalogDeps, makeRoom } from './room.ts'
import { attachSidecar, listSidecarsOf } from './sidecars/attach-sidecar.ts'
import type { PresentedLink } from './signed-urls.ts'
import { cancelUpload } from './uploads/cancel-upload.ts'
import { confirmUpload } from './uploads/confirm-upload.ts'
import { initiateUpload } from './uploads/initiate-upload.ts'
import { receiveBytes } from './uploads/receive-bytes.ts'
import { countLongOpen, removeOpenUploads } from './uploads/remove-open-uploads.ts'
import { renewUpload } from './uploads/renew-upload.ts'
import { limitWithinQuota } from './uploads/storage-quota.ts'
import { discardFile, receiveFile, stageFile } from './uploads/take-asset.ts'

export type Catalog = ReturnType<typeof openCatalog>

export function openCatalog(deps: CatalogDeps) {
  const room = makeRoom(deps)
  return {
    ...bind(room, {
      // Datasets
      createDataset,
      listDatasets,
      getDataset,
      updateDataset,
      priceDatasets,
      deleteDataset,
      continueDeletion,

      // What buyers choose from
      listOffers,
      getOffer,
      listPublicOffers,
      getPublicOffer,

      // Access to restricted datasets
      grantAccess,
      changeAccess,
      revokeAccess,
      listAccess,
      requestAccess,
      decideAccess,
      listAccessRequests,
      listInbox,
      listOwnRequests,

      // Files of folders on this machine
      datasetNamed,
      requireImportable,
      requireTakable,
      requireSpaceFor,
      importTarget,
      datasetName,
      importState,
      importedFrom,
      replacedFrom,
      importFile,
      importDataset,
      importedDataset,
      removeImported,

      // What the room erasure takes away
      eraseDataset,
      buryErased,

      // Uploads
      initiateUpload,
      renewUpload,
      confirmUpload,
      cancelUpload,
      announceUploads,
      confirmUploads,
      knownContent,

      // Files that come without an upload URL, and go to who bought them
      receiveFile,
      limitWithinQuota,
      discardFile,
      stageFile,
      signDownload,
      signKept,

      // Signed URLs
      receiveBytes,
      openLinked,

      // Objects
      listObjects,
      listObjectRows,
      listOwnObjects,
      getObject,
      objectDownload,
      attachSidecar,
      listSidecars: listSidecarsOf,
      openPreview,
      deleteObject,
      deleteObjects,
      resubmitObject,
      resubmitObjects,
      getJob,
      objectJobs,
      objectHistory,

      // For platform administrators
      listAnyDatasets,
      getAnyDataset,
      curateDataset,
      suspendDataset: suspending.suspendDataset,
      resumeDataset: suspending.resumeDataset,
      takeDownObject,
      restoreObject,
      listTakenDown,
      getAnyObject,

      // For who holds the data folder
      suspendDatasetAsOperator: suspending.suspendDatasetAsOperator,
      resumeDatasetAsOperator: suspending.resumeDatasetAsOperator,
      takeDownAsOperator,
      restoreAsOperator,
      listTakenDownAsOperator,

      // For the room review
      setReviewDecision,
      expireReviews,
      warnOfReviews,

      // For the upkeep: each gives how many there were
      removeOpenUploads,
      countLongOpen,
      endAccess,
      sweepBlobs,
      countOrphans,
    }),
    verifyLink: (presented: PresentedLink) => room.links.verify(presented, room.clock.nowMs()),
    sellExclusively,
    isBlobNeeded: (blobKey: BlobKey) =>
      isBlobNeeded(room.store.db, { blobKey, nowMs: room.clock.nowMs() }),
  }
}

export * from './access/access-request.ts'
export type { AccessList } from './access/list-access.ts'
export type { AccessRequestList } from './access/list-access-requests.ts'
export type { Inbox } from './access/list-inbox.ts'
export type { OwnAccessRequestList } from './access/list-own-requests.ts'
export {
  type Asset,
  type AssetPage,
  type AssetState,
  assetStates,
  countOwnAssets,
  findAnyAsset,
  findAsset,
  findLicensable,
  findOnOffer,
  findShownObjects,
  findSold,
  findVisibleObjects,
  listOwnAssets,
  pageOwnAssets,
  type ShownObject,
  type VisibleObject,
} from './assets.ts'
export { findColumns } from './columns/queries.ts'
export * from './dataset.ts'
export type { CreateDatasetRequest } from './datasets/create-dataset.ts'
export type { DatasetDetail, DatasetList } from './datasets/list-datasets.ts'
export { findDatasetRow as findDataset, getOwnDataset } from './datasets/queries.ts'
export type { ImportTarget } from './imports/import-file.ts'
export * from './limits.ts'
export { findForLook } from './looks/find-for-look.ts'
export { type ObjectList, type ObjectRows, uploadEndsAtMs } from './many/list-rows.ts'
export { type KnownContent, type ObjectRow, objectSorts } from './many/queries.ts'
export { mediaType } from './media-type.ts'
export * from './object.ts'
export { aboutObject } from './objects/about-object.ts'
export type { AnyObject, TakenDownList } from './objects/any-objects.ts'
export type { ContentJob } from './objects/get-job.ts'
export {
  getForIngest,
  markIndexed,
  markIngestFailed,
  markPassagesRemoved,
  type ObjectForIngest,
} from './objects/ingest-marks.ts'
export type { ObjectDetail } from './objects/list-objects.ts'
export type { LinkedContent } from './objects/object-download.ts'
export { listObjectNames } from './objects/object-names.ts'
export { getOwnObject } from './objects/queries.ts'
export {
  beginAnew,
  canBeReadAnew,
  findDatasetOf,
  listReadable,
  nextReadableDataset,
} from './objects/reprocessing.ts'
export { listSameContent, type SameContent } from './objects/same-content.ts'
export type { ListOffersRequest } from './offers/list-offers.ts'
export * from './offers/offer.ts'
export type { PublicOffer, PublicOffers } from './offers/public-offers.ts'
export { type BlobKey, BlobMissing, type BlobStore, type LentWords } from './ports.ts'
export { keepPreview, storePreview } from './previews/keep-preview.ts'
export {
  dropPreview,
  findPreview,
  objectsWithPicture,
  type PreviewRow,
  pictureOf,
} from './previews/queries.ts'
export {
  countDecided,
  type DecidedFilters,
  type DecidedItem,
  type DecidedPosition,
  pageDecided,
} from './reviews/decided.ts'
export {
  countInReview,
  findForReview,
  pageInReview,
  type ReviewFilters,
  type ReviewItem,
  type ReviewPlace,
  type ReviewPosition,
  type ReviewSort,
  reviewPlaceOf,
  reviewSorts,
} from './reviews/review-queue.ts'
export type { CatalogDeps, CatalogSettings } from './room.ts'
export { isRecording, listSidecars } from './sidecars/queries.ts'
export { reindexObject } from './sidecars/reindex-recordings.ts'
export { openSignedUrls, type PresentedLink, type SignedUrls } from './signed-urls.ts'
export { titleOf, titleShown } from './title-shown.ts'
export type { ConfirmUploadRequest } from './uploads/confirm-upload.ts'
export type { InitiateUploadRequest } from './uploads/initiate-upload.ts'
export { etagOf } from './uploads/parts/part-list.ts'
export type { OpenUpload } from './uploads/renew-upload.ts'
export type { ConfirmedObject } from './uploads/stage-object.ts'
export type { LooseFile } from './uploads/take-asset.ts'
export { objectIdOf } from './uploads/upload-id.ts'
export type { UploadUrls } from './uploads/upload-urls.ts'
export * from './values.ts'
export {
  type Caller,
  hiddenObjectNos,
  isOnOfferTo,
  isOpenTo,
  isOwnedBy,
  knowsDataset,
  mayBeSeenBy,
  namesOfVisible,
  restrictionOf,
  type Viewer,
  visibilityChange,
  visibleDatasetNos,
  visibleScope,
} from './visibility.ts'
export { isBlobNeeded, markPurged }
