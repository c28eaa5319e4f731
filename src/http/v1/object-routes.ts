import type { AnyRoute } from '../route.ts'
import { getJob, streamJob } from './objects/jobs.ts'
import { listObjectHistory, listObjectJobs, listOwnPassages } from './objects/looks.ts'
import {
  announceUploads,
  confirmUploads,
  deleteObjects,
  knownObjects,
  listObjectRows,
  resubmitObjects,
} from './objects/many-objects.ts'
import {
  deleteObject,
  downloadObject,
  getObject,
  listObjects,
  listOwnObjects,
  resubmitObject,
} from './objects/objects.ts'
import { listPages, pageImage } from './objects/pages.ts'
import { previewImage } from './objects/preview-image.ts'
import { attachSidecar, listSidecars } from './objects/sidecars.ts'
import {
  cancelUpload,
  completeUpload,
  confirmUpload,
  createUpload,
  getUpload,
  initiateUpload,
} from './objects/uploads.ts'
import { wordBoxes } from './objects/word-boxes.ts'

/** Files on their way in, and what there is of them. */
export const objectRoutes: readonly AnyRoute[] = [
  initiateUpload,
  announceUploads,
  confirmUploads,
  knownObjects,
  createUpload,
  getUpload,
  confirmUpload,
  completeUpload,
  cancelUpload,
  listObjects,
  listObjectRows,
  listOwnObjects,
  getObject,
  downloadObject,
  previewImage,
  listPages,
  pageImage,
  wordBoxes,
  listOwnPassages,
  attachSidecar,
  listSidecars,
  resubmitObject,
  resubmitObjects,
  deleteObject,
  deleteObjects,
  getJob,
  streamJob,
  listObjectJobs,
  listObjectHistory,
]
