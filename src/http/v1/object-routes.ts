import type { AnyRoute } from '../route.ts'
import * as jobs from './objects/jobs.ts'
import * as looks from './objects/looks.ts'
import * as manyObjects from './objects/many-objects.ts'
import * as objects from './objects/objects.ts'
import * as pages from './objects/pages.ts'
import { previewImage } from './objects/preview-image.ts'
import * as sidecars from './objects/sidecars.ts'
import * as uploads from './objects/uploads.ts'
import { wordBoxes } from './objects/word-boxes.ts'

/** Files on their way in, and what there is of them. */
export const objectRoutes: readonly AnyRoute[] = [
  uploads.initiateUpload,
  manyObjects.announceUploads,
  manyObjects.confirmUploads,
  manyObjects.knownObjects,
  uploads.createUpload,
  uploads.getUpload,
  uploads.confirmUpload,
  uploads.completeUpload,
  uploads.cancelUpload,
  objects.listObjects,
  manyObjects.listObjectRows,
  objects.listOwnObjects,
  objects.getObject,
  objects.downloadObject,
  previewImage,
  pages.listPages,
  pages.pageImage,
  wordBoxes,
  looks.listOwnPassages,
  sidecars.attachSidecar,
  sidecars.listSidecars,
  objects.resubmitObject,
  manyObjects.resubmitObjects,
  objects.reprocessObject,
  objects.deleteObject,
  manyObjects.deleteObjects,
  jobs.getJob,
  jobs.streamJob,
  looks.listObjectJobs,
  looks.listObjectHistory,
]
