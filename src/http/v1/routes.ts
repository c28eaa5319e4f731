import type { AnyRoute } from '../route.ts'
import * as apiKeys from './account/api-keys.ts'
import * as auth from './account/auth.ts'
import * as authorizations from './account/authorizations.ts'
import * as email from './account/email.ts'
import * as me from './account/me.ts'
import * as passkeys from './account/passkeys.ts'
import * as passwordReset from './account/password-reset.ts'
import * as secondFactors from './account/second-factors.ts'
import * as sessions from './account/sessions.ts'
import * as signInChallenges from './account/sign-in-challenges.ts'
import * as anyDatasets from './admin/any-datasets.ts'
import * as anyObjects from './admin/any-objects.ts'
import { curateDataset } from './admin/curation.ts'
import * as decisions from './admin/decisions.ts'
import * as erasure from './admin/erasure.ts'
import * as audit from './admin/house/audit.ts'
import * as backups from './admin/house/backups.ts'
import { firstHourRoutes } from './admin/house/first-hour.ts'
import * as jobs from './admin/house/jobs.ts'
import { getLogs } from './admin/house/logs.ts'
import { getMetrics } from './admin/house/metrics.ts'
import { getSecrets } from './admin/house/secrets.ts'
import * as server from './admin/house/server.ts'
import { getStorage } from './admin/house/storage.ts'
import { getTrace } from './admin/house/traces.ts'
import { webhooksOfAllRoutes } from './admin/house/webhooks.ts'
import * as work from './admin/house/work.ts'
import * as people from './admin/people.ts'
import * as review from './admin/review.ts'
import * as stagedObjects from './admin/staged-objects.ts'
import * as takedown from './admin/takedown.ts'
import { getTenantUsage } from './admin/tenant-usage.ts'
import * as tenants from './admin/tenants.ts'
import * as agentActivity from './buyer/agent-activity.ts'
import * as assets from './buyer/assets.ts'
import { getBuyerDashboard } from './buyer/buyer.ts'
import * as catalog from './buyer/catalog.ts'
import { createDownload } from './buyer/downloads.ts'
import { listLicences } from './buyer/licences.ts'
import { projectSpend } from './buyer/projection.ts'
import * as purchases from './buyer/purchases.ts'
import { searchMarket } from './buyer/search.ts'
import { suggestQueries } from './buyer/suggest.ts'
import * as access from './datasets/access.ts'
import * as datasets from './datasets/datasets.ts'
import { simulatePrices } from './datasets/price-simulation.ts'
import * as reprocess from './datasets/reprocess.ts'
import { streamEvents } from './events/events.ts'
import { folderRoutes } from './folder-routes.ts'
import { moneyRoutes } from './money-routes.ts'
import * as notices from './notices/notices.ts'
import * as notifications from './notices/notifications.ts'
import { objectRoutes } from './object-routes.ts'
import * as provider from './provider/provider.ts'
import { listAuditEvents } from './tenant/audit.ts'
import * as closing from './tenant/closing.ts'
import * as invitations from './tenant/invitations.ts'
import * as members from './tenant/members.ts'
import * as deliveries from './webhooks/deliveries.ts'
import * as webhooks from './webhooks/webhooks.ts'

/** Surface B: every endpoint of /v1, in the order of the contract's table (spec 4.2). */
export const v1Routes: readonly AnyRoute[] = [
  auth.signUp,
  auth.logIn,
  signInChallenges.askSignIn,
  signInChallenges.answerSignIn,
  auth.logOut,
  passwordReset.resetPassword,
  email.requestEmailVerification,
  email.changeEmail,
  email.verifyEmail,
  passwordReset.requestPasswordReset,
  me.getMe,
  me.changePassword,
  sessions.listSessions,
  sessions.endSession,
  sessions.endOtherSessions,
  notices.listNotices,
  notices.markNoticesRead,
  notifications.getNotifications,
  notifications.changeNotifications,
  secondFactors.listSecondFactors,
  secondFactors.beginTotp,
  secondFactors.finishTotp,
  secondFactors.removeTotp,
  secondFactors.renewRecoveryCodes,
  passkeys.beginPasskey,
  passkeys.addPasskey,
  passkeys.renamePasskey,
  passkeys.removePasskey,
  secondFactors.askToConfirm,
  secondFactors.confirm,
  datasets.createDataset,
  datasets.listDatasets,
  // Before those with an id, which `prices` is none of.
  datasets.priceDatasets,
  datasets.getDataset,
  datasets.patchDataset,
  datasets.deleteDataset,
  reprocess.reprocessDataset,
  reprocess.getReprocess,
  simulatePrices,
  access.grantAccess,
  access.listAccess,
  access.changeAccess,
  access.revokeAccess,
  catalog.listCatalog,
  catalog.getCatalogDataset,
  access.requestAccess,
  access.listOwnAccessRequests,
  access.listAccessRequests,
  access.listAccessInbox,
  access.decideAccess,
  ...objectRoutes,
  ...folderRoutes,
  review.reviewQueue,
  review.reviewDetail,
  review.approveObject,
  review.rejectObject,
  review.reviewPreview,
  decisions.claimReview,
  decisions.releaseReview,
  decisions.decideReviews,
  decisions.listDecisions,
  stagedObjects.listStagedObjects,
  stagedObjects.getStagedObject,
  stagedObjects.approveStagedObject,
  stagedObjects.rejectStagedObject,
  takedown.takeDownObject,
  takedown.restoreObject,
  anyDatasets.listAnyDatasets,
  anyDatasets.getAnyDataset,
  anyObjects.listTakenDown,
  anyObjects.getAnyObject,
  curateDataset,
  takedown.suspendDataset,
  takedown.resumeDataset,
  ...moneyRoutes,
  apiKeys.createApiKey,
  apiKeys.listApiKeys,
  apiKeys.getApiKey,
  apiKeys.patchApiKey,
  apiKeys.revokeApiKey,
  apiKeys.addGrant,
  apiKeys.removeGrant,
  authorizations.askAuthorization,
  authorizations.approveAuthorization,
  provider.getProviderDashboard,
  provider.getDatasetAnalytics,
  provider.getProviderAnalytics,
  provider.listPayouts,
  getBuyerDashboard,
  agentActivity.listSearchActivity,
  agentActivity.listAccessActivity,
  purchases.listPurchases,
  purchases.getPurchase,
  listLicences,
  agentActivity.getSpend,
  projectSpend,
  members.listMembers,
  members.patchMember,
  members.removeMember,
  invitations.createInvitation,
  invitations.listInvitations,
  invitations.revokeInvitation,
  invitations.acceptInvitation,
  closing.getClosingPlan,
  closing.closeTenant,
  listAuditEvents,
  streamEvents,
  webhooks.createWebhook,
  webhooks.listWebhooks,
  webhooks.getWebhook,
  webhooks.patchWebhook,
  webhooks.deleteWebhook,
  webhooks.rotateWebhookSecret,
  webhooks.testWebhook,
  deliveries.listWebhookDeliveries,
  deliveries.getWebhookDelivery,
  deliveries.sendWebhookAgain,
  tenants.createTenant,
  tenants.listTenants,
  tenants.getTenant,
  tenants.inviteOwner,
  tenants.revokeOwnerInvitations,
  tenants.changeStorageQuota,
  tenants.suspendTenant,
  tenants.resumeTenant,
  getTenantUsage,
  erasure.getErasurePlan,
  erasure.eraseTenant,
  erasure.exportTenant,
  erasure.fetchTenantExport,
  people.listUsers,
  people.getUser,
  people.createResetLink,
  people.listUserSessions,
  people.endUserSessions,
  people.endUserSession,
  people.lockUser,
  people.unlockUser,
  people.resetSecondFactors,
  people.changePlatformAdmin,
  erasure.eraseUser,
  jobs.listJobs,
  jobs.retryJob,
  jobs.cancelJob,
  audit.listAllAuditEvents,
  audit.exportAuditEvents,
  server.getTraffic,
  getMetrics,
  server.getSettings,
  server.getIndexState,
  getStorage,
  backups.listBackups,
  backups.getBackup,
  getLogs,
  getTrace,
  getSecrets,
  ...firstHourRoutes,
  ...webhooksOfAllRoutes,
  work.startWork,
  work.listWork,
  work.getWork,
  searchMarket,
  suggestQueries,
  assets.readAsset,
  assets.findSimilar,
  createDownload,
]
