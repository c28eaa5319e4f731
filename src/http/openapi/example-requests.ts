import type { Json } from '../../base/json.ts'
import { exampleId, exampleValues } from './example-values.ts'

/** The known values of these fields. */
function known(...names: string[]): Record<string, Json> {
  return Object.fromEntries(names.map((name) => [name, exampleValues[name] ?? null]))
}

const file = known('filename', 'content_type', 'size_bytes', 'checksum_sha256', 'title', 'tags')
const parts = { parts: [known('part_number', 'etag')] }
const limits = { rate_per_minute: 60, monthly_budget_credits: 5000 }

/**
 * What to send, by the id of the operation: bodies that would do something sensible. An operation
 * that is not named here shows a body made from its schema.
 */
export const exampleRequests: Readonly<Record<string, Json | undefined>> = {
  signUp: known('email', 'password', 'display_name', 'tenant_name'),
  logIn: known('email', 'password'),
  changePassword: known('current_password', 'new_password'),
  answerSignIn: { ...known('challenge_id'), code: '492039' },
  confirm: { code: '492039' },
  finishTotp: { code: '492039' },
  renamePasskey: { name: 'Telephone' },
  createDataset: {
    ...known('name', 'description', 'base_price_credits', 'tags'),
    source_modality: 'document',
    visibility: 'listed',
  },
  patchDataset: { ...known('description'), visibility: 'listed' },
  grantAccess: known('tenant_id'),
  changeAccess: { expires_at: '2027-01-31T12:00:00Z' },
  requestAccess: known('message'),
  decideAccess: { decision: 'approved' },
  startFolderImport: {
    root_id: exampleId('root'),
    folder: 'reports/2026',
    ...known('dataset_id'),
    dry_run: true,
  },
  startFolderWatch: {
    root_id: exampleId('root'),
    folder: 'inbox',
    ...known('dataset_id'),
    every_seconds: 30,
  },
  initiateUpload: file,
  announceUploads: { files: [file] },
  confirmUploads: known('object_ids'),
  knownObjects: { sha256: [exampleValues.sha256 ?? null] },
  priceDatasets: { dataset_ids: [exampleId('dset')], ...known('base_price_credits') },
  deleteObjects: known('object_ids'),
  resubmitObjects: known('object_ids'),
  createUpload: { ...known('dataset_id'), ...file },
  confirmUpload: parts,
  completeUpload: parts,
  approveObject: known('note'),
  approveStagedObject: known('note'),
  rejectObject: known('reason'),
  claimReview: { take_over: false },
  decideReviews: { decisions: [{ ...known('object_id'), decision: 'approved' }] },
  rejectStagedObject: known('reason'),
  takeDownObject: known('reason'),
  restoreObject: known('note'),
  curateDataset: { curated: true },
  suspendDataset: known('reason'),
  resumeDataset: known('note'),
  createCitation: known('retrieval_event_id'),
  createOutcome: {
    ...known('retrieval_event_id'),
    revenue_credits: 2500,
    note: 'An offer was accepted.',
  },
  redeemVoucher: known('code'),
  setPayoutAccount: known('holder_name', 'iban', 'bic'),
  changeFirstHour: { put_aside: true },
  changePlan: { plan: 'starter' },
  grantCredits: { credits: 5000, reason: 'Paid by transfer.' },
  createVouchers: { credits: 500, count: 10, note: 'For the fair.' },
  refundCharge: { ...known('event_id'), reason: 'The file was damaged.' },
  openDispute: { ...known('event_id'), reason: 'The file was damaged.' },
  resolveDispute: { decision: 'refund', note: 'The file was damaged indeed.' },
  changePayout: { status: 'approved' },
  createPayoutBatch: { retry_failed: false },
  createApiKey: { name: 'Nightly agent', scopes: ['datasets:read', 'search:query'], ...limits },
  patchApiKey: { name: 'Nightly agent', ...limits },
  addGrant: known('dataset_id'),
  patchMember: { roles: ['buyer_manager'] },
  createInvitation: { roles: ['viewer'], email: 'grace@example.eu' },
  createDownload: known('asset_id'),
  changeNotifications: { locale: 'de', mail: { 'object.rejected': 'at_once' } },
  markNoticesRead: known('notice_ids'),
  createWebhook: {
    url: 'https://hooks.example.eu/kontor',
    types: ['object.approved', 'object.rejected'],
    description: 'Our catalogue',
  },
  patchWebhook: { state: 'paused' },
  rotateWebhookSecret: { overlap_hours: 24 },
  searchMarket: {
    query: 'boiler inspection',
    retrieval_mode: 'auto',
    top_k: 10,
    filters: { modality: 'document', lang: 'en' },
    highlight: true,
    facets: true,
    snippet_chars: 300,
  },
}

/** What stands in a path. */
export function examplePathValue({ path, name }: { path: string; name: string }): Json {
  if (name !== 'id') return exampleValues[name] ?? name
  const noun = /\/([a-z-]+)\/\{id\}/.exec(path)?.[1] ?? ''
  if (noun === 'receipts') return exampleValues.event_id ?? null
  return exampleId(prefixes[noun] ?? 'id')
}

const prefixes: Readonly<Record<string, string>> = {
  assets: 'obj',
  sessions: 'ses',
  passkeys: 'pk',
  datasets: 'dset',
  objects: 'obj',
  'api-keys': 'key',
  members: 'usr',
  invitations: 'inv',
  tenants: 'tnt',
  payouts: 'stmt',
  'payout-batches': 'pay',
  disputes: 'dsp',
  work: 'wrk',
  webhooks: 'whk',
  'webhook-deliveries': 'whd',
  'import-roots': 'root',
  'folder-imports': 'imp',
  'folder-watches': 'fwt',
}
