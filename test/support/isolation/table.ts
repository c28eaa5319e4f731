// Who is told what by every route of Surface A and B. A row is keyed by the id of its route.
// `{name}` stands for something of the provider's that nobody else may see; the names that begin
// with `own` are the asking stranger's.

import { administration } from './administration-rows.ts'
import type { Told } from './ask.ts'
import { consoleRows } from './console-rows.ts'
import { folderRows } from './folder-rows.ts'
import { providing, reviewing } from './provider-rows.ts'
import { secondFactors } from './second-factor-rows.ts'
import { signIn } from './sign-in-rows.ts'
import { webhooks } from './webhook-rows.ts'
import {
  about,
  anothersCursor,
  badB,
  byOperator,
  data,
  empty,
  file,
  forbidden,
  invalidLinkA,
  invalidLinkB,
  no,
  noAsset,
  noAssetA,
  noDataset,
  noEvent,
  noGrant,
  noId,
  noInvitation,
  noJob,
  noKey,
  noMember,
  noObject,
  noRequest,
  open,
  ownMember,
  ownStates,
  type Row,
  refusedByB,
  sessionOnly,
  unauthorizedC,
  unknownDataset,
  wholeTenant,
  withoutDatasets,
} from './words.ts'

export const accounts: Record<string, Row> = {
  signUp: {
    call: 'POST /v1/auth/signup',
    body: {},
    needs: 'nothing',
    foreign: open,
    narrow: open,
    always: badB({ field: 'email', reason: 'required', message: 'email is required.' }),
  },
  logIn: {
    call: 'POST /v1/auth/login',
    body: {},
    needs: 'nothing',
    foreign: open,
    narrow: open,
    always: badB({ field: 'email', reason: 'required', message: 'email is required.' }),
  },
  resetPassword: {
    call: 'POST /v1/auth/password-reset',
    body: {},
    needs: 'nothing',
    foreign: open,
    narrow: open,
    always: badB({ field: 'reset_code', reason: 'required', message: 'reset_code is required.' }),
  },
  logOut: { call: 'POST /v1/auth/logout', needs: 'session', foreign: noId, narrow: sessionOnly },
  getMe: { call: 'GET /v1/me', needs: 'credential', foreign: noId, narrow: withoutDatasets },
  changePassword: {
    call: 'POST /v1/me/password',
    needs: 'session',
    foreign: noId,
    narrow: sessionOnly,
    body: { current_password: 'wrong', new_password: 'another horse battery' },
  },
  listMembers: {
    call: 'GET /v1/tenant/members',
    needs: 'session',
    narrow: sessionOnly,
    foreign: data({ members: [ownMember], total: 1, next_cursor: null }),
  },
  patchMember: {
    call: 'PATCH /v1/tenant/members/{member}',
    body: { roles: ['viewer'] },
    needs: 'session',
    foreign: noMember,
    narrow: sessionOnly,
  },
  removeMember: {
    call: 'DELETE /v1/tenant/members/{member}',
    needs: 'session',
    foreign: noMember,
    narrow: sessionOnly,
  },
  createInvitation: {
    call: 'POST /v1/tenant/invitations',
    body: { roles: ['viewer'] },
    needs: 'session',
    foreign: noId,
    narrow: sessionOnly,
  },
  listInvitations: {
    call: 'GET /v1/tenant/invitations',
    needs: 'session',
    foreign: empty('invitations'),
    narrow: sessionOnly,
  },
  revokeInvitation: {
    call: 'DELETE /v1/tenant/invitations/{invitation}',
    needs: 'session',
    foreign: noInvitation,
    narrow: sessionOnly,
  },
  acceptInvitation: {
    call: 'POST /v1/me/invitation',
    body: { invitation_code: 'invite_x' },
    needs: 'session',
    foreign: forbidden('invitation_invalid', 'This invitation is unknown, used or expired.'),
    narrow: sessionOnly,
  },
  getClosingPlan: {
    call: 'GET /v1/tenant/closing',
    needs: 'session',
    foreign: data({
      tenant_id: '{ownTenant}',
      name: 'Stranger house',
      goes: {
        users: 1,
        datasets: 1,
        objects: 0,
        bytes: 0,
        passages: 0,
        wallets: 0,
        searches: 0,
        api_keys: 10,
      },
      money: [{ unit: 'CREDIT', kind: 'balance', minor: 500 }],
      in_the_way: [],
    }),
    narrow: sessionOnly,
  },
  closeTenant: {
    call: 'POST /v1/tenant/closing',
    body: { name: 'not its name' },
    needs: 'session',
    foreign: badB({
      field: 'name',
      reason: 'name_differs',
      message: 'name must be the name of the tenant, letter by letter.',
    }),
    narrow: sessionOnly,
  },
  listAuditEvents: {
    call: 'GET /v1/audit?action=dataset.deleted',
    needs: 'admin:*',
    foreign: empty('audit_events'),
    narrow: wholeTenant,
  },
}

/** A restricted dataset shows that it is there, without a word of its content. */
const offered = {
  dataset_id: '{limited}',
  tenant_id: '{tenant}',
  provider_name: 'Provider house',
  name: 'Secret ledger',
  description: null,
  source_modality: 'document',
  monetization_mode: 'open',
  pricing_model: 'demand_curve',
  visibility: 'restricted',
  access: 'by_request',
  access_request_status: null,
  object_count: 1,
  passage_count: 1,
  total_bytes: 43,
  modalities: { text: 1 },
  languages: [],
  prices: { download_credits: 25, retrieval_credits: 0 },
  tags: [],
  curated: false,
  license: null,
  sample_passages: [],
  column_profile: null,
  created_at: '2026-03-09T10:00:00.000Z',
  updated_at: '2026-03-09T10:00:00.000Z',
  last_ingest_at: null,
}

export const datasets: Record<string, Row> = {
  createDataset: {
    call: 'POST /v1/datasets',
    body: { name: 'New' },
    needs: 'datasets:write',
    foreign: noId,
    narrow: forbidden(
      'allow_list_key',
      'This key is limited to certain datasets and cannot create another.',
    ),
  },
  listDatasets: {
    call: 'GET /v1/datasets?visibility=private',
    needs: 'datasets:read',
    foreign: empty('datasets'),
    narrow: empty('datasets'),
  },
  getDataset: about('datasets:read', 'GET /v1/datasets/{dataset}', noDataset),
  patchDataset: about('datasets:write', 'PATCH /v1/datasets/{dataset}', noDataset, { name: 'X' }),
  deleteDataset: about('datasets:write', 'DELETE /v1/datasets/{dataset}', noDataset),
  reprocessDataset: about('datasets:write', 'POST /v1/datasets/{dataset}/reprocess', noDataset, {}),
  getReprocess: about('datasets:read', 'GET /v1/datasets/{dataset}/reprocess', noDataset),
  grantAccess: about('datasets:write', 'POST /v1/datasets/{limited}/access', noDataset, {
    tenant_id: '{buyerTenant}',
  }),
  listAccess: about('datasets:read', 'GET /v1/datasets/{limited}/access', noDataset),
  changeAccess: about(
    'datasets:write',
    'PATCH /v1/datasets/{limited}/access/{buyerTenant}',
    noDataset,
    { expires_at: null },
  ),
  revokeAccess: about(
    'datasets:write',
    'DELETE /v1/datasets/{limited}/access/{buyerTenant}',
    noDataset,
  ),
  listCatalog: {
    call: 'GET /v1/catalog/datasets',
    needs: 'datasets:read',
    foreign: data({ datasets: [offered], total: 1, next_cursor: null }),
    narrow: empty('datasets'),
  },
  getCatalogDataset: about('datasets:read', 'GET /v1/catalog/datasets/{dataset}', noDataset),
  requestAccess: about(
    'search:query',
    'POST /v1/catalog/datasets/{dataset}/access-requests',
    noDataset,
    {},
  ),
  listOwnAccessRequests: {
    call: 'GET /v1/catalog/access-requests',
    needs: 'datasets:read',
    foreign: empty('access_requests'),
    narrow: empty('access_requests'),
  },
  listAccessRequests: about(
    'datasets:read',
    'GET /v1/datasets/{limited}/access-requests',
    noDataset,
  ),
  decideAccess: {
    call: 'PATCH /v1/datasets/{limited}/access-requests/{accessRequest}',
    body: { decision: 'approved' },
    needs: 'datasets:write',
    narrow: noDataset,
    foreign: [
      noDataset,
      { ...noRequest, call: 'PATCH /v1/datasets/{ownDataset}/access-requests/{accessRequest}' },
    ],
  },
}

export const objects: Record<string, Row> = {
  ...providing,
  initiateUpload: about(
    'objects:write',
    'POST /v1/datasets/{dataset}/objects/upload',
    noDataset,
    file,
  ),
  createUpload: about('objects:write', 'POST /v1/uploads', noDataset, {
    dataset_id: '{dataset}',
    ...file,
  }),
  getUpload: about('objects:write', 'GET /v1/objects/{initiated}/upload', noObject),
  confirmUpload: about('objects:write', 'POST /v1/objects/{initiated}/confirm', noObject, {}),
  completeUpload: about('objects:write', 'POST /v1/uploads/{upload}/complete', noObject, {}),
  cancelUpload: about('objects:write', 'DELETE /v1/objects/{initiated}/upload', noObject),
  listObjects: about('datasets:read', 'GET /v1/datasets/{dataset}/objects', noDataset),
  listOwnObjects: {
    call: 'GET /v1/objects?dataset_id={dataset}',
    needs: 'datasets:read',
    foreign: empty('objects'),
    narrow: empty('objects'),
  },
  getObject: about('datasets:read', 'GET /v1/objects/{indexed}', noObject),
  previewImage: about('datasets:read', 'GET /v1/objects/{indexed}/preview-image', noObject),
  wordBoxes: about('datasets:read', 'GET /v1/objects/{indexed}/word-boxes', noObject),
  attachSidecar: about('objects:write', 'POST /v1/objects/{indexed}/sidecars', noObject, {
    filename: 'a.srt',
    content: '1\n00:00:01,000 --> 00:00:02,000\nHi',
  }),
  listSidecars: about('datasets:read', 'GET /v1/objects/{indexed}/sidecars', noObject),
  downloadObject: about('datasets:read', 'GET /v1/objects/{indexed}/download', noObject),
  resubmitObject: about('objects:write', 'POST /v1/objects/{expired}/resubmit', noObject, {}),
  reprocessObject: about('datasets:write', 'POST /v1/objects/{indexed}/reprocess', noObject, {}),
  deleteObject: about('objects:write', 'DELETE /v1/objects/{indexed}', noObject),
  getJob: about('datasets:read', 'GET /v1/jobs/{job}', noJob),
  streamJob: about('datasets:read', 'GET /v1/jobs/{job}/events', noJob),
  putBlob: {
    call: 'PUT /blobs/{initiated}?purpose=upload',
    body: 'x',
    needs: 'nothing',
    always: invalidLinkB,
    foreign: open,
    narrow: open,
  },
  getBlob: {
    call: 'GET /blobs/{indexed}?purpose=download',
    needs: 'nothing',
    always: invalidLinkB,
    foreign: open,
    narrow: open,
  },
}

const reviewed = '/v1/admin/review/objects/{tenant}/{staged}'

export const operators: Record<string, Row> = {
  ...reviewing,
  reviewQueue: byOperator('GET /v1/admin/review/queue'),
  reviewDetail: byOperator(`GET ${reviewed}`),
  approveObject: byOperator(`POST ${reviewed}/approve`, {}),
  rejectObject: byOperator(`POST ${reviewed}/reject`, { reason: 'x' }),
  reviewPreview: byOperator(`GET ${reviewed}/preview`),
  listStagedObjects: byOperator('GET /v1/admin/staged-objects'),
  getStagedObject: byOperator('GET /v1/admin/staged-objects/{staged}'),
  approveStagedObject: byOperator('POST /v1/admin/staged-objects/{staged}/approve', {}),
  rejectStagedObject: byOperator('POST /v1/admin/staged-objects/{staged}/reject', { reason: 'x' }),
  takeDownObject: byOperator('POST /v1/admin/objects/{tenant}/{indexed}/takedown', {
    reason: 'x',
  }),
  restoreObject: byOperator('POST /v1/admin/objects/{tenant}/{indexed}/restore', {}),
  listTakenDown: byOperator('GET /v1/admin/taken-down'),
  getAnyObject: byOperator('GET /v1/admin/objects/{indexed}'),
  listAnyDatasets: byOperator('GET /v1/admin/datasets'),
  getAnyDataset: byOperator('GET /v1/admin/datasets/{dataset}'),
  curateDataset: byOperator('PATCH /v1/admin/datasets/{dataset}', { curated: true }),
  suspendDataset: byOperator('POST /v1/admin/datasets/{dataset}/suspend', { reason: 'x' }),
  resumeDataset: byOperator('POST /v1/admin/datasets/{dataset}/resume', {}),
  createTenant: byOperator('POST /v1/admin/tenants', { name: 'x' }),
  listTenants: byOperator('GET /v1/admin/tenants'),
  getTenant: byOperator('GET /v1/admin/tenants/{tenant}'),
  inviteOwner: byOperator('POST /v1/admin/tenants/{tenant}/invitations', {}),
  revokeOwnerInvitations: byOperator('DELETE /v1/admin/tenants/{tenant}/invitations'),
  changeStorageQuota: byOperator('PUT /v1/admin/tenants/{tenant}/storage-quota', {
    storage_quota_bytes: 1,
  }),
  suspendTenant: byOperator('POST /v1/admin/tenants/{tenant}/suspend', { reason: 'x' }),
  resumeTenant: byOperator('POST /v1/admin/tenants/{tenant}/resume', {}),
  ...administration,
  changePlan: byOperator('PATCH /v1/admin/tenants/{tenant}', { plan: 'pro' }),
  grantCredits: byOperator('POST /v1/admin/tenants/{tenant}/credits', {
    credits: 100,
    reason: 'x',
  }),
  refundCharge: byOperator('POST /v1/admin/refunds', { event_id: 'x', reason: 'x' }),
  openDispute: byOperator('POST /v1/admin/disputes', { event_id: 'x', reason: 'x' }),
  listDisputes: byOperator('GET /v1/admin/disputes'),
  resolveDispute: byOperator('POST /v1/admin/disputes/x/resolve', { decision: 'reject' }),
  listAllPayouts: byOperator('GET /v1/admin/payouts?tenant_id={tenant}'),
  changePayout: byOperator('POST /v1/admin/payouts/x/status', { status: 'approved' }),
  createPayoutBatch: byOperator('POST /v1/admin/payout-batches', {}),
  getPayoutBatch: byOperator('GET /v1/admin/payout-batches/x'),
  payPayoutBatch: byOperator('POST /v1/admin/payout-batches/x/paid', {}),
  getPayoutBatchCsv: byOperator('GET /v1/admin/payout-batches/x/csv'),
  exportLedger: byOperator('GET /v1/exports/ledger?period=2026-03'),
  exportStatements: byOperator('GET /v1/exports/statements?period=2026-03'),
  getPayoutDue: byOperator('GET /v1/admin/payout-due'),
  getPayoutBatchSepa: byOperator('GET /v1/admin/payout-batches/x/sepa'),
  createVouchers: byOperator('POST /v1/admin/vouchers', { credits: 100 }),
}

const noProgram = refusedByB(400, {
  code: 'bad_request',
  reason: 'invalid_client',
  message: 'This program is not registered here, or not any more: connect it anew.',
})

export const keys: Record<string, Row> = {
  createApiKey: {
    call: 'POST /v1/api-keys',
    needs: 'keys:write',
    body: { name: 'x', dataset_access_mode: 'allow_list', dataset_ids: ['{dataset}'] },
    foreign: unknownDataset('dataset_ids'),
    narrow: unknownDataset('dataset_ids'),
  },
  listApiKeys: {
    call: 'GET /v1/api-keys?limit=1&cursor={cursor}',
    needs: 'keys:write',
    foreign: anothersCursor,
    narrow: anothersCursor,
  },
  getApiKey: {
    call: 'GET /v1/api-keys/{key}',
    needs: 'credential',
    foreign: noKey,
    narrow: noKey,
  },
  patchApiKey: {
    call: 'PATCH /v1/api-keys/{key}',
    body: { name: 'x' },
    needs: 'keys:write',
    foreign: [
      noKey,
      {
        ...unknownDataset('dataset_ids'),
        call: 'PATCH /v1/api-keys/{ownKey}',
        bodySent: { dataset_ids: ['{dataset}'] },
      },
    ],
    narrow: [noKey, { ...noKey, bodySent: { dataset_ids: ['{dataset}'] } }],
  },
  revokeApiKey: {
    call: 'DELETE /v1/api-keys/{key}',
    needs: 'keys:write',
    foreign: noKey,
    narrow: noKey,
  },
  addGrant: {
    call: 'POST /v1/api-keys/{key}/grants',
    body: { dataset_id: '{dataset}' },
    needs: 'keys:write',
    narrow: noKey,
    foreign: [
      noKey,
      { ...unknownDataset('dataset_id'), call: 'POST /v1/api-keys/{ownKey}/grants' },
    ],
  },
  askAuthorization: {
    call: 'GET /v1/oauth/authorization?client_id=x&redirect_uri=x',
    needs: 'session',
    foreign: noProgram,
    narrow: sessionOnly,
  },
  approveAuthorization: {
    call: 'POST /v1/oauth/authorization',
    body: { client_id: 'x', redirect_uri: 'x', monthly_budget_credits: 1 },
    needs: 'session',
    foreign: noProgram,
    narrow: sessionOnly,
  },
  removeGrant: {
    call: 'DELETE /v1/api-keys/{key}/grants/{grant}',
    needs: 'keys:write',
    foreign: [noKey, { ...noGrant, call: 'DELETE /v1/api-keys/{ownKey}/grants/{grant}' }],
    narrow: noKey,
  },
}

const usageColumns =
  'event_id,kind,occurred_at,period,dataset_id,asset_id,search_id,quantity,credits,' +
  'price_version,refunded_at'
const spending = {
  available_credits: 500,
  plan: 'free',
  search_allowance: 1000,
  searches_this_month: 0,
  downloads_this_month: 0,
  spend_this_month_credits: 0,
  prices: {
    retrieval_credits: 0,
    retrieval_premium_credits: 0,
    citation_credits: 0,
    download_credits: 25,
  },
}
const spentNothing = data({
  currency: 'EUR',
  from: '2026-02-08T00:00:00.000Z',
  to: '2026-03-10T00:00:00.000Z',
  group_by: 'day',
  total_credits: 0,
  groups: [],
})

const marketFoundNothing = data({
  results: [],
  total: 0,
  total_relation: 'exact',
  has_more: false,
  offset: 0,
  facets: null,
  next_cursor: null,
  retrieval_mode: 'lexical',
  search_id: 'SEARCH',
  charged_credits: 0,
  available_credits: 500,
  took_ms: 0,
})

export const money: Record<string, Row> = {
  getPrices: about('search:query', 'GET /v1/prices?asset_id={indexed}', noAsset),
  createCitation: {
    call: 'POST /v1/citations',
    body: { retrieval_event_id: '{event}' },
    needs: 'search:query',
    foreign: noEvent,
    narrow: noEvent,
  },
  createOutcome: {
    call: 'POST /v1/outcomes',
    body: { retrieval_event_id: '{event}', revenue_credits: 1 },
    needs: 'search:query',
    foreign: noEvent,
    narrow: noEvent,
  },
  redeemVoucher: {
    call: 'POST /v1/vouchers/redeem',
    body: { code: 'unknown' },
    needs: 'session',
    foreign: no('voucher'),
    narrow: sessionOnly,
  },
  getProviderDashboard: {
    call: 'GET /v1/provider/dashboard',
    needs: 'usage:read',
    foreign: data({
      total_datasets: 1,
      total_objects: 0,
      total_storage_bytes: 0,
      objects_pending_review: 0,
      objects_approved: 0,
      objects_for_sale: 0,
      objects_rejected: 0,
      objects_expiring_soon: 0,
      objects_failed: 0,
      failures: [],
    }),
    narrow: data({
      total_datasets: 0,
      total_objects: 0,
      total_storage_bytes: 0,
      objects_pending_review: 0,
      objects_approved: 0,
      objects_for_sale: 0,
      objects_rejected: 0,
      objects_expiring_soon: 0,
      objects_failed: 0,
      failures: [],
    }),
  },
  getDatasetAnalytics: about(
    'usage:read',
    'GET /v1/provider/datasets/{dataset}/analytics',
    noDataset,
  ),
  getProviderAnalytics: about(
    'usage:read',
    'GET /v1/provider/analytics?dataset_id={dataset}',
    noDataset,
  ),
  getPayoutAccount: {
    call: 'GET /v1/provider/payout-account',
    needs: 'billing:read',
    foreign: no('payout account'),
    narrow: wholeTenant,
  },
  setPayoutAccount: {
    call: 'PUT /v1/provider/payout-account',
    needs: 'session',
    body: { holder_name: 'X', iban: 'DE89370400440532013000' },
    foreign: noId,
    narrow: sessionOnly,
  },
  getInvoice: {
    call: 'GET /v1/invoices/2026-03',
    needs: 'billing:read',
    narrow: wholeTenant,
    foreign: data({
      invoice_id: '{ownInvoice}',
      issuer: null,
      tenant_id: '{ownTenant}',
      tenant_name: 'Stranger house',
      period: '2026-03',
      final: false,
      currency: 'EUR',
      lines: [],
      total_credits: 0,
      total_amount: 0,
      credited: [{ kind: 'welcome', credits: 500, amount: 5 }],
      issued_at: '2026-03-09T10:00:00.000Z',
    }),
  },
  getInvoicePage: {
    call: 'GET /v1/invoices/2026-03/html',
    needs: 'billing:read',
    narrow: wholeTenant,
    foreign: 'shows what getInvoice shows',
  },
  exportUsage: {
    call: 'GET /v1/exports/usage?period=2026-03',
    needs: 'billing:read',
    narrow: wholeTenant,
    foreign: { status: 200, body: `${usageColumns},api_key_id,user_id\r\n` },
  },
  getReceipt: {
    call: 'GET /v1/receipts/welcome:{tenant}',
    needs: 'billing:read',
    narrow: wholeTenant,
    foreign: [no('receipt'), { ...no('receipt'), call: 'GET /v1/receipts/search:{search}' }],
  },
  getSigningKey: {
    call: 'GET /v1/ledger/key',
    needs: 'nothing',
    foreign: open,
    narrow: open,
  },
  getLedgerHead: {
    call: 'GET /v1/ledger/head',
    needs: 'nothing',
    foreign: open,
    narrow: open,
  },
  receiveStripeEvent: {
    call: 'POST /v1/webhooks/stripe',
    needs: 'nothing',
    foreign: open,
    narrow: open,
    always: no('path'),
  },
  listPayouts: {
    call: 'GET /v1/provider/payouts',
    needs: 'billing:read',
    foreign: empty('payouts'),
    narrow: wholeTenant,
  },
  getBuyerDashboard: {
    call: 'GET /v1/buyer/dashboard',
    needs: 'usage:read',
    foreign: data({ ...spending, api_key_count: 11, active_api_key_count: 10 }),
    narrow: data({ ...spending, api_key_count: 1, active_api_key_count: 1 }),
  },
  listSearchActivity: {
    call: 'GET /v1/agent/activity/searches',
    needs: 'usage:read',
    foreign: [
      empty('searches'),
      { ...empty('searches'), call: 'GET /v1/agent/activity/searches?api_key_id={key}' },
    ],
    narrow: empty('searches'),
  },
  listAccessActivity: {
    call: 'GET /v1/agent/activity/accesses',
    needs: 'usage:read',
    foreign: [
      empty('accesses'),
      { ...empty('accesses'), call: 'GET /v1/agent/activity/accesses?api_key_id={key}' },
    ],
    narrow: empty('accesses'),
  },
  getSpend: {
    call: 'GET /v1/agent/spend',
    needs: 'billing:read',
    foreign: spentNothing,
    narrow: spentNothing,
  },
}

const foundNothing: Told = {
  status: 200,
  body: {
    results: [],
    total: 0,
    total_relation: 'exact',
    has_more: false,
    limit: 10,
    offset: 0,
    mode: 'keyword',
    search_id: 'SEARCH',
    facets: null,
    charged_credits: 0,
    available_credits: 500,
    took_ms: 0,
  },
}
const completedNothing: Told = { status: 200, body: { completions: [], did_you_mean: null } }
const noAssetAsTool: Told = {
  status: 200,
  body: {
    result: { content: [{ type: 'text', text: JSON.stringify(noAssetA.body) }], isError: true },
    jsonrpc: '2.0',
    id: 7,
  },
}

export const agents: Record<string, Row> = {
  search: {
    call: 'GET /search?q=boiler',
    needs: 'search:query',
    expired: unauthorizedC,
    foreign: foundNothing,
    narrow: foundNothing,
  },
  searchMarket: {
    call: 'POST /v1/search',
    body: { query: 'boiler' },
    needs: 'search:query',
    foreign: marketFoundNothing,
    narrow: marketFoundNothing,
  },
  suggestQueries: {
    call: 'GET /v1/search/suggest?q=boi',
    needs: 'search:query',
    foreign: data(completedNothing.body),
    narrow: data(completedNothing.body),
  },
  readAsset: {
    call: 'GET /v1/assets/{indexed}',
    needs: 'search:query',
    foreign: ownStates.map((call) => ({
      call: call.replace('/asset/', '/v1/assets/'),
      ...noAsset,
    })),
    narrow: ownStates.map((call) => ({ call: call.replace('/asset/', '/v1/assets/'), ...noAsset })),
  },
  findSimilar: about('search:query', 'GET /v1/assets/{indexed}/similar', noAsset),
  createDownload: about('search:query', 'POST /v1/downloads', noAsset, { asset_id: '{indexed}' }),
  suggest: {
    call: 'GET /search/suggest?q=boi',
    needs: 'search:query',
    foreign: completedNothing,
    narrow: completedNothing,
  },
  getAsset: {
    call: 'GET /asset/{indexed}',
    needs: 'search:query',
    foreign: ownStates.map((call) => ({ call, ...noAssetA })),
    narrow: ownStates.map((call) => ({ call, ...noAssetA })),
  },
  similar: about('search:query', 'GET /asset/{indexed}/similar', noAssetA),
  listAssets: {
    call: 'GET /assets',
    needs: 'search:query',
    expired: unauthorizedC,
    foreign: { status: 200, body: { assets: [], next: null } },
    narrow: { status: 200, body: { assets: [], next: null } },
  },
  mintDownload: about('search:query', 'POST /download', noAssetA, { asset_id: '{indexed}' }),
  fetchDownload: {
    call: 'GET /dl/unknown',
    needs: 'nothing',
    always: invalidLinkA,
    foreign: open,
    narrow: open,
  },
  mcp: {
    call: 'POST /mcp',
    needs: 'search:query',
    body: tool('get_asset', { asset_id: '{indexed}' }),
    foreign: [
      noAssetAsTool,
      { ...noAssetAsTool, bodySent: tool('request_download', { asset_id: '{indexed}' }) },
    ],
    narrow: noAssetAsTool,
  },
  mcpTools: {
    call: 'GET /mcp/tools.json',
    needs: 'nothing',
    foreign: open,
    narrow: open,
  },
}

function tool(name: string, args: object) {
  return { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name, arguments: args } }
}

export const table: Readonly<Record<string, Row>> = {
  ...accounts,
  ...signIn,
  ...secondFactors,
  ...datasets,
  ...objects,
  ...operators,
  ...keys,
  ...money,
  ...agents,
  ...webhooks,
  ...consoleRows,
  ...folderRows,
}
