import type { AnyRoute } from '../route.ts'
import {
  addGrant,
  createApiKey,
  getApiKey,
  listApiKeys,
  patchApiKey,
  removeGrant,
  revokeApiKey,
} from './account/api-keys.ts'
import { logIn, logOut, signUp } from './account/auth.ts'
import { changeEmail, requestEmailVerification, verifyEmail } from './account/email.ts'
import { changePassword, getMe } from './account/me.ts'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from './account/passkeys.ts'
import { requestPasswordReset, resetPassword } from './account/password-reset.ts'
import {
  askToConfirm,
  beginTotp,
  confirm,
  finishTotp,
  listSecondFactors,
  removeTotp,
  renewRecoveryCodes,
} from './account/second-factors.ts'
import { endOtherSessions, endSession, listSessions } from './account/sessions.ts'
import { answerSignIn, askSignIn } from './account/sign-in-challenges.ts'
import { curateDataset } from './admin/curation.ts'
import { claimReview, decideReviews, listDecisions, releaseReview } from './admin/decisions.ts'
import {
  eraseTenant,
  eraseUser,
  exportTenant,
  fetchTenantExport,
  getErasurePlan,
} from './admin/erasure.ts'
import { exportAuditEvents, listAllAuditEvents } from './admin/house/audit.ts'
import { getBackup, listBackups } from './admin/house/backups.ts'
import { firstHourRoutes } from './admin/house/first-hour.ts'
import { cancelJob, listJobs, retryJob } from './admin/house/jobs.ts'
import { getLogs } from './admin/house/logs.ts'
import { getMetrics } from './admin/house/metrics.ts'
import { getSecrets } from './admin/house/secrets.ts'
import { getIndexState, getSettings, getTraffic } from './admin/house/server.ts'
import { getStorage } from './admin/house/storage.ts'
import { getTrace } from './admin/house/traces.ts'
import { webhooksOfAllRoutes } from './admin/house/webhooks.ts'
import { getWork, listWork, startWork } from './admin/house/work.ts'
import {
  changePlatformAdmin,
  createResetLink,
  endUserSession,
  endUserSessions,
  getUser,
  listUserSessions,
  listUsers,
  lockUser,
  resetSecondFactors,
  unlockUser,
} from './admin/people.ts'
import {
  approveObject,
  rejectObject,
  reviewDetail,
  reviewPreview,
  reviewQueue,
} from './admin/review.ts'
import {
  approveStagedObject,
  getStagedObject,
  listStagedObjects,
  rejectStagedObject,
} from './admin/staged-objects.ts'
import { restoreObject, resumeDataset, suspendDataset, takeDownObject } from './admin/takedown.ts'
import { getTenantUsage } from './admin/tenant-usage.ts'
import {
  changeStorageQuota,
  createTenant,
  getTenant,
  inviteOwner,
  listTenants,
  resumeTenant,
  suspendTenant,
} from './admin/tenants.ts'
import { getSpend, listAccessActivity, listSearchActivity } from './buyer/agent-activity.ts'
import { findSimilar, readAsset } from './buyer/assets.ts'
import { getBuyerDashboard } from './buyer/buyer.ts'
import { getCatalogDataset, listCatalog } from './buyer/catalog.ts'
import { createDownload } from './buyer/downloads.ts'
import { listLicences } from './buyer/licences.ts'
import { projectSpend } from './buyer/projection.ts'
import { getPurchase, listPurchases } from './buyer/purchases.ts'
import { searchMarket } from './buyer/search.ts'
import { suggestQueries } from './buyer/suggest.ts'
import {
  changeAccess,
  decideAccess,
  grantAccess,
  listAccess,
  listAccessInbox,
  listAccessRequests,
  listOwnAccessRequests,
  requestAccess,
  revokeAccess,
} from './datasets/access.ts'
import {
  createDataset,
  deleteDataset,
  getDataset,
  listDatasets,
  patchDataset,
  priceDatasets,
} from './datasets/datasets.ts'
import { simulatePrices } from './datasets/price-simulation.ts'
import { getReprocess, reprocessDataset } from './datasets/reprocess.ts'
import { streamEvents } from './events/events.ts'
import { folderRoutes } from './folder-routes.ts'
import { moneyRoutes } from './money-routes.ts'
import { listNotices, markNoticesRead } from './notices/notices.ts'
import { changeNotifications, getNotifications } from './notices/notifications.ts'
import { objectRoutes } from './object-routes.ts'
import {
  getDatasetAnalytics,
  getProviderAnalytics,
  getProviderDashboard,
  listPayouts,
} from './provider/provider.ts'
import { listAuditEvents } from './tenant/audit.ts'
import { createInvitation, listInvitations, revokeInvitation } from './tenant/invitations.ts'
import { listMembers, patchMember, removeMember } from './tenant/members.ts'
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  sendWebhookAgain,
} from './webhooks/deliveries.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  patchWebhook,
  rotateWebhookSecret,
  testWebhook,
} from './webhooks/webhooks.ts'

/** Surface B: every endpoint of /v1, in the order of the contract's table (spec 4.2). */
export const v1Routes: readonly AnyRoute[] = [
  signUp,
  logIn,
  askSignIn,
  answerSignIn,
  logOut,
  resetPassword,
  requestEmailVerification,
  changeEmail,
  verifyEmail,
  requestPasswordReset,
  getMe,
  changePassword,
  listSessions,
  endSession,
  endOtherSessions,
  listNotices,
  markNoticesRead,
  getNotifications,
  changeNotifications,
  listSecondFactors,
  beginTotp,
  finishTotp,
  removeTotp,
  renewRecoveryCodes,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  askToConfirm,
  confirm,
  createDataset,
  listDatasets,
  // Before those with an id, which `prices` is none of.
  priceDatasets,
  getDataset,
  patchDataset,
  deleteDataset,
  reprocessDataset,
  getReprocess,
  simulatePrices,
  grantAccess,
  listAccess,
  changeAccess,
  revokeAccess,
  listCatalog,
  getCatalogDataset,
  requestAccess,
  listOwnAccessRequests,
  listAccessRequests,
  listAccessInbox,
  decideAccess,
  ...objectRoutes,
  ...folderRoutes,
  reviewQueue,
  reviewDetail,
  approveObject,
  rejectObject,
  reviewPreview,
  claimReview,
  releaseReview,
  decideReviews,
  listDecisions,
  listStagedObjects,
  getStagedObject,
  approveStagedObject,
  rejectStagedObject,
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
  listPurchases,
  getPurchase,
  listLicences,
  getSpend,
  projectSpend,
  listMembers,
  patchMember,
  removeMember,
  createInvitation,
  listInvitations,
  revokeInvitation,
  listAuditEvents,
  streamEvents,
  createWebhook,
  listWebhooks,
  getWebhook,
  patchWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  getWebhookDelivery,
  sendWebhookAgain,
  createTenant,
  listTenants,
  getTenant,
  inviteOwner,
  changeStorageQuota,
  suspendTenant,
  resumeTenant,
  getTenantUsage,
  getErasurePlan,
  eraseTenant,
  exportTenant,
  fetchTenantExport,
  listUsers,
  getUser,
  createResetLink,
  listUserSessions,
  endUserSessions,
  endUserSession,
  lockUser,
  unlockUser,
  resetSecondFactors,
  changePlatformAdmin,
  eraseUser,
  listJobs,
  retryJob,
  cancelJob,
  listAllAuditEvents,
  exportAuditEvents,
  getTraffic,
  getMetrics,
  getSettings,
  getIndexState,
  getStorage,
  listBackups,
  getBackup,
  getLogs,
  getTrace,
  getSecrets,
  ...firstHourRoutes,
  ...webhooksOfAllRoutes,
  startWork,
  listWork,
  getWork,
  searchMarket,
  suggestQueries,
  readAsset,
  findSimilar,
  createDownload,
]
