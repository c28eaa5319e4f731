import type { AnyRoute } from '../route.ts'
import {
  addGrant,
  createApiKey,
  getApiKey,
  listApiKeys,
  patchApiKey,
  removeGrant,
  revokeApiKey,
} from './api-keys.ts'
import { logIn, logOut, signUp } from './auth.ts'
import { grantCredits } from './credits.ts'
import { createDataset, deleteDataset, getDataset, listDatasets, patchDataset } from './datasets.ts'
import { changePassword, getMe } from './me.ts'
import {
  cancelUpload,
  confirmUpload,
  deleteObject,
  downloadObject,
  getObject,
  initiateUpload,
  listObjects,
} from './objects.ts'
import { approveObject, rejectObject, reviewDetail, reviewPreview, reviewQueue } from './review.ts'

/** Surface B: every endpoint of /v1, in the order of the contract's table (spec 4.2). */
export const v1Routes: readonly AnyRoute[] = [
  signUp,
  logIn,
  logOut,
  getMe,
  changePassword,
  createDataset,
  listDatasets,
  getDataset,
  patchDataset,
  deleteDataset,
  initiateUpload,
  confirmUpload,
  cancelUpload,
  listObjects,
  getObject,
  downloadObject,
  deleteObject,
  reviewQueue,
  reviewDetail,
  approveObject,
  rejectObject,
  reviewPreview,
  grantCredits,
  createApiKey,
  listApiKeys,
  getApiKey,
  patchApiKey,
  revokeApiKey,
  addGrant,
  removeGrant,
]
