import type { AnyRoute } from '../route.ts'
import {
  decideAccess,
  grantAccess,
  listAccess,
  listAccessRequests,
  listOwnAccessRequests,
  requestAccess,
  revokeAccess,
} from './access.ts'
import { getSpend, listAccessActivity, listSearchActivity } from './agent-activity.ts'
import {
  addGrant,
  createApiKey,
  getApiKey,
  listApiKeys,
  patchApiKey,
  removeGrant,
  revokeApiKey,
} from './api-keys.ts'
import { listAuditEvents } from './audit.ts'
import { logIn, logOut, signUp } from './auth.ts'
import { getBuyerDashboard } from './buyer.ts'
import { getCatalogDataset, listCatalog } from './catalog.ts'
import { curateDataset } from './curation.ts'
import { createDataset, deleteDataset, getDataset, listDatasets, patchDataset } from './datasets.ts'
import { createInvitation, listInvitations, revokeInvitation } from './invitations.ts'
import { getJob } from './jobs.ts'
import { changePassword, getMe } from './me.ts'
import { listMembers, patchMember, removeMember } from './members.ts'
import { moneyRoutes } from './money-routes.ts'
import { deleteObject, downloadObject, getObject, listObjects, resubmitObject } from './objects.ts'
import { previewImage } from './preview-image.ts'
import {
  getDatasetAnalytics,
  getProviderAnalytics,
  getProviderDashboard,
  listPayouts,
} from './provider.ts'
import { getReprocess, reprocessDataset } from './reprocess.ts'
import { approveObject, rejectObject, reviewDetail, reviewPreview, reviewQueue } from './review.ts'
import { searchMarket } from './search.ts'
import { attachSidecar, listSidecars } from './sidecars.ts'
import { approveStagedObject, listStagedObjects, rejectStagedObject } from './staged-objects.ts'
import { restoreObject, resumeDataset, suspendDataset, takeDownObject } from './takedown.ts'
import {
  cancelUpload,
  completeUpload,
  confirmUpload,
  createUpload,
  getUpload,
  initiateUpload,
} from './uploads.ts'
import { wordBoxes } from './word-boxes.ts'

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
  reprocessDataset,
  getReprocess,
  grantAccess,
  listAccess,
  revokeAccess,
  listCatalog,
  getCatalogDataset,
  requestAccess,
  listOwnAccessRequests,
  listAccessRequests,
  decideAccess,
  initiateUpload,
  createUpload,
  getUpload,
  confirmUpload,
  completeUpload,
  cancelUpload,
  listObjects,
  getObject,
  downloadObject,
  previewImage,
  wordBoxes,
  attachSidecar,
  listSidecars,
  resubmitObject,
  deleteObject,
  reviewQueue,
  reviewDetail,
  approveObject,
  rejectObject,
  reviewPreview,
  listStagedObjects,
  approveStagedObject,
  rejectStagedObject,
  getJob,
  takeDownObject,
  restoreObject,
  curateDataset,
  suspendDataset,
  resumeDataset,
  ...moneyRoutes,
  createApiKey,
  listApiKeys,
  getApiKey,
  patchApiKey,
  revokeApiKey,
  addGrant,
  removeGrant,
  getProviderDashboard,
  getDatasetAnalytics,
  getProviderAnalytics,
  listPayouts,
  getBuyerDashboard,
  listSearchActivity,
  listAccessActivity,
  getSpend,
  listMembers,
  patchMember,
  removeMember,
  createInvitation,
  listInvitations,
  revokeInvitation,
  listAuditEvents,
  searchMarket,
]
