// The endpoints of Surface B that the contract does not name, or names in its changelog and on its
// error pages, each with every status that it documents. They run from top to bottom in one world.
import { administeredElsewhere, administrationRows } from './contract-administration.ts'
import { consoleContract, consoleElsewhere } from './contract-console.ts'
import { factorsElsewhere } from './contract-factors.ts'
import { type ContractRow, type Endpoint, endpoint } from './contract-row.ts'
import { folderContract, foldersElsewhere } from './folder-rows.ts'

/** The code of an error; its words have tests of their own. */
const refused = (status: number, code: string) => ({ status, code })

import { providedElsewhere } from './contract-provider.ts'
import { webhookRows } from './contract-webhooks.ts'

const missing = refused(404, 'not_found')
const conflict = refused(409, 'conflict')
const bad = refused(400, 'bad_request')
const operator = { as: 'operator', needs: 'operator' } as const

type Rest = Parameters<typeof endpoint>[1]

/** The same with the path as it is called. */
function at(of: string, call: string, common: Omit<Endpoint, 'of' | 'call'>) {
  return (...rows: Rest) => endpoint({ of, call, ...common }, rows)
}

const requests = '/v1/datasets/{limited}/access-requests'
const grantFor = (tenant_id: string) => ({ body: { tenant_id } })

const accessRows: readonly ContractRow[] = [
  ...at('POST /v1/catalog/datasets/{id}/access-requests', `POST /v1/catalog${requests.slice(3)}`, {
    as: 'stranger',
    needs: 'search:query',
    body: { message: 'Please.' },
  })({ status: 201, has: { status: 'pending' }, keep: { asked: 'access_request_id' } }, conflict, {
    ...missing,
    call: 'POST /v1/catalog/datasets/dset_unknown/access-requests',
  }),
  ...at('GET /v1/catalog/access-requests', 'GET /v1/catalog/access-requests', {
    as: 'stranger',
    needs: 'datasets:read',
  })({ status: 200, has: { total: 1, next_cursor: null } }),
  ...at('GET /v1/datasets/{id}/access-requests', `GET ${requests}`, { needs: 'datasets:read' })(
    { status: 200, has: { total: 2 } },
    { ...missing, call: 'GET /v1/datasets/dset_unknown/access-requests' },
  ),
  ...at(
    'PATCH /v1/datasets/{id}/access-requests/{access_request_id}',
    `PATCH ${requests}/{asked}`,
    { needs: 'datasets:write', body: { decision: 'rejected' } },
  )(
    { status: 200, has: { access_request_id: '{asked}', status: 'rejected' } },
    { ...conflict, body: { decision: 'approved' } },
    { ...missing, call: `PATCH ${requests}/acr_unknown` },
  ),
  ...at('POST /v1/datasets/{id}/access', 'POST /v1/datasets/{limited}/access', {
    needs: 'datasets:write',
    ...grantFor('{buyerTenant}'),
  })({ status: 201, has: { dataset_id: '{limited}', tenant_id: '{buyerTenant}' } }, conflict, {
    ...missing,
    call: 'POST /v1/datasets/dset_unknown/access',
  }),
  ...at('GET /v1/datasets/{id}/access', 'GET /v1/datasets/{limited}/access', {
    needs: 'datasets:read',
  })({ status: 200, has: { total: 1 } }, { ...missing, call: 'GET /v1/datasets/x/access' }),
  ...at(
    'PATCH /v1/datasets/{id}/access/{tenant_id}',
    'PATCH /v1/datasets/{limited}/access/{buyerTenant}',
    { needs: 'datasets:write', body: { expires_at: null } },
  )(
    { status: 200, has: { tenant_id: '{buyerTenant}', expires_at: null } },
    { ...bad, body: { expires_at: '2001-01-01T00:00:00Z' } },
    { ...missing, call: 'PATCH /v1/datasets/{limited}/access/ten_unknown' },
  ),
  ...at(
    'DELETE /v1/datasets/{id}/access/{tenant_id}',
    'DELETE /v1/datasets/{limited}/access/{buyerTenant}',
    { needs: 'datasets:write' },
  )({ status: 204, whole: '' }, missing),
]

const reprocessRows: readonly ContractRow[] = [
  ...at('POST /v1/datasets/{id}/reprocess', 'POST /v1/datasets/{dataset}/reprocess', {
    needs: 'datasets:write',
    body: {},
  })(
    { ...bad, body: { objects: 'some' } },
    { ...missing, call: 'POST /v1/datasets/dset_unknown/reprocess' },
    { status: 202, has: { dataset_id: '{dataset}', objects: 'all', status: 'running' } },
    { ...conflict, body: { objects: 'failed' } },
  ),
  ...at('GET /v1/datasets/{id}/reprocess', 'GET /v1/datasets/{dataset}/reprocess', {
    needs: 'datasets:read',
  })(
    { status: 200, has: { dataset_id: '{dataset}', objects: 'all' } },
    { ...missing, call: 'GET /v1/datasets/dset_unknown/reprocess' },
  ),
  ...at('POST /v1/objects/{id}/reprocess', 'POST /v1/objects/{indexed}/reprocess', {
    needs: 'datasets:write',
  })(
    { status: 202, has: { object_id: '{indexed}' } },
    { ...missing, call: 'POST /v1/objects/obj_unknown/reprocess' },
    { ...conflict, call: 'POST /v1/objects/{staged}/reprocess' },
  ),
]

const catalogRows: readonly ContractRow[] = [
  ...at('GET /v1/catalog/datasets', 'GET /v1/catalog/datasets', { needs: 'datasets:read' })({
    status: 200,
    has: { next_cursor: null },
  }),
  ...at('GET /v1/catalog/datasets/{id}', 'GET /v1/catalog/datasets/{limited}', {
    as: 'stranger',
    needs: 'datasets:read',
  })(
    { status: 200, has: { dataset_id: '{limited}', access: 'by_request', column_profile: null } },
    { ...missing, call: 'GET /v1/catalog/datasets/{dataset}' },
  ),
  ...at('GET /v1/prices', 'GET /v1/prices?asset_id={listed}', {
    as: 'buyer',
    needs: 'search:query',
  })(
    { status: 200, has: { asset_id: '{listed}', own: false } },
    {
      ...missing,
      call: 'GET /v1/prices?asset_id=obj_unknown',
    },
  ),
]

const file = { filename: 'a.txt', content_type: 'text/plain', size_bytes: 1 }
const complete = 'POST /v1/uploads/{upload_id}/complete'
const bySpare = `POST /v1/uploads/{spareUpload}/complete`

const uploadRows: readonly ContractRow[] = [
  ...at('POST /v1/uploads', 'POST /v1/uploads', {
    needs: 'objects:write',
    body: { dataset_id: '{dataset}', ...file },
  })(
    {
      status: 201,
      headers: { 'idempotency-key': 'one upload' },
      has: {},
      keep: { begun: 'object_id', begunUpload: 'upload_id' },
    },
    {
      ...conflict,
      headers: { 'idempotency-key': 'one upload' },
      body: { dataset_id: '{dataset}', ...file, size_bytes: 2 },
    },
    { ...missing, body: { dataset_id: 'dset_unknown', ...file } },
    { ...refused(503, 'unavailable'), overloaded: ['catalog', 'initiateUpload'] },
  ),
  ...at('GET /v1/objects/{id}/upload', 'GET /v1/objects/{begun}/upload', {
    needs: 'objects:write',
  })(
    { status: 200, has: { object_id: '{begun}', received: null } },
    { ...missing, call: 'GET /v1/objects/obj_unknown/upload' },
    { ...conflict, call: 'GET /v1/objects/{staged}/upload' },
  ),
  ...at(complete, bySpare, { needs: 'objects:write' })(
    { ...conflict, call: 'POST /v1/uploads/{begunUpload}/complete' },
    { ...missing, call: 'POST /v1/uploads/upl_unknown/complete' },
    { ...refused(503, 'unavailable'), overloaded: ['catalog', 'confirmUpload'] },
    {
      status: 200,
      has: { object_id: '{spare}', status: 'staged' },
      keep: { inspecting: 'job_id' },
    },
  ),
  ...at('GET /v1/jobs/{job_id}', 'GET /v1/jobs/{inspecting}', { needs: 'datasets:read' })(
    { status: 200, has: { job_id: '{inspecting}', kind: 'inspect-object', object_id: '{spare}' } },
    { ...missing, call: 'GET /v1/jobs/job_unknown' },
  ),
  ...at('POST /v1/objects/{id}/resubmit', 'POST /v1/objects/{expired}/resubmit', {
    needs: 'objects:write',
  })({ status: 200, has: { object_id: '{expired}', status: 'staged' } }, conflict, {
    ...missing,
    call: 'POST /v1/objects/obj_unknown/resubmit',
  }),
]

const byId = '/v1/admin/staged-objects/{object_id}'
const administer = '/v1/admin/objects/{tenant_id}/{object_id}'
const shown = '/v1/admin/objects/{tenant}/{indexed}'
const reason = { body: { reason: 'A complaint.' } }

const reviewRows: readonly ContractRow[] = [
  ...at(
    'GET /v1/admin/staged-objects',
    'GET /v1/admin/staged-objects',
    operator,
  )({
    status: 200,
    has: { total: 4, expiring_soon: 0 },
  }),
  ...at(
    `GET ${byId}`,
    'GET /v1/admin/staged-objects/{staged}',
    operator,
  )(
    { status: 200, has: { object_id: '{staged}', tenant_name: 'Provider house' } },
    { ...missing, call: 'GET /v1/admin/staged-objects/obj_unknown' },
  ),
  ...at(`POST ${byId}/approve`, 'POST /v1/admin/staged-objects/{staged}/approve', operator)(
    { status: 200, has: { object_id: '{staged}', review_state: 'approved' } },
    conflict,
    { ...missing, call: 'POST /v1/admin/staged-objects/obj_unknown/approve' },
  ),
  ...at(`POST ${byId}/reject`, 'POST /v1/admin/staged-objects/{spare}/reject', {
    ...operator,
    ...reason,
  })({ status: 200, has: { object_id: '{spare}', review_state: 'rejected' } }, conflict, {
    ...missing,
    call: 'POST /v1/admin/staged-objects/obj_unknown/reject',
  }),
  ...at(`POST ${administer}/takedown`, `POST ${shown}/takedown`, { ...operator, ...reason })(
    { status: 200, has: { object_id: '{indexed}', takedown_reason: 'A complaint.' } },
    conflict,
    { ...missing, call: 'POST /v1/admin/objects/{tenant}/obj_unknown/takedown' },
  ),
  ...at(`POST ${administer}/restore`, `POST ${shown}/restore`, operator)(
    { status: 200, has: { object_id: '{indexed}', taken_down_at: null } },
    conflict,
    { ...missing, call: 'POST /v1/admin/objects/{tenant}/obj_unknown/restore' },
  ),
  ...at(
    'GET /v1/admin/datasets',
    'GET /v1/admin/datasets?tenant_id={tenant}',
    operator,
  )(
    { status: 200, has: { next_cursor: null } },
    { ...bad, call: 'GET /v1/admin/datasets?limit=0' },
  ),
  ...at(
    'GET /v1/admin/taken-down',
    'GET /v1/admin/taken-down',
    operator,
  )(
    { status: 200, has: { next_cursor: null } },
    { ...bad, call: 'GET /v1/admin/taken-down?limit=0' },
  ),
  ...at(
    'GET /v1/admin/objects/{object_id}',
    'GET /v1/admin/objects/{indexed}',
    operator,
  )(
    { status: 200, has: { object_id: '{indexed}', bytes_kept_until: null } },
    { ...missing, call: 'GET /v1/admin/objects/obj_unknown' },
  ),
  ...at(
    'GET /v1/admin/datasets/{dataset_id}',
    'GET /v1/admin/datasets/{dataset}',
    operator,
  )(
    { status: 200, has: { dataset_id: '{dataset}', suspension_reason: null } },
    { ...missing, call: 'GET /v1/admin/datasets/dset_unknown' },
  ),
  ...at('PATCH /v1/admin/datasets/{dataset_id}', 'PATCH /v1/admin/datasets/{dataset}', {
    ...operator,
    body: { curated: true },
  })(
    { status: 200, has: { dataset_id: '{dataset}', curated: true } },
    {
      ...missing,
      call: 'PATCH /v1/admin/datasets/dset_unknown',
    },
  ),
  ...at(
    'POST /v1/admin/datasets/{dataset_id}/suspend',
    'POST /v1/admin/datasets/{dataset}/suspend',
    { ...operator, ...reason },
  )({ status: 200, has: { status: 'suspended' } }, conflict, {
    ...missing,
    call: 'POST /v1/admin/datasets/dset_unknown/suspend',
  }),
  ...at('POST /v1/admin/datasets/{dataset_id}/resume', 'POST /v1/admin/datasets/{dataset}/resume', {
    ...operator,
  })({ status: 200, has: { status: 'active' } }, conflict, {
    ...missing,
    call: 'POST /v1/admin/datasets/dset_unknown/resume',
  }),
]

const tooDear = refused(402, 'insufficient_credits')
const cite = { body: { retrieval_event_id: '{event}' } }
const tell = { body: { retrieval_event_id: '{event}', revenue_credits: 1 } }
const account = { holder_name: 'A', iban: 'DE89370400440532013000' }

const moneyRows: readonly ContractRow[] = [
  ...at('POST /v1/citations', 'POST /v1/citations', { needs: 'search:query', ...cite })(
    { status: 201, has: { retrieval_event_id: '{event}', charged_credits: 0 } },
    conflict,
    { ...missing, body: { retrieval_event_id: 'ret_unknown' } },
    { ...tooDear, overloaded: ['ledger', 'recordCitation'], failing: 'insufficient_credits' },
    { ...refused(503, 'unavailable'), overloaded: ['ledger', 'recordCitation'] },
  ),
  ...at('POST /v1/outcomes', 'POST /v1/outcomes', { needs: 'search:query', ...tell })(
    { status: 201, has: { retrieval_event_id: '{event}', revenue_credits: 1 } },
    conflict,
    { ...missing, body: { retrieval_event_id: 'ret_unknown', revenue_credits: 1 } },
    { ...tooDear, overloaded: ['ledger', 'recordOutcome'], failing: 'insufficient_credits' },
    { ...refused(503, 'unavailable'), overloaded: ['ledger', 'recordOutcome'] },
  ),
  ...at('POST /v1/admin/vouchers', 'POST /v1/admin/vouchers', {
    ...operator,
    body: { credits: 100 },
  })(
    { status: 201, headers: { 'idempotency-key': 'vouchers' }, has: {}, keepVoucher: 'voucher' },
    { ...conflict, headers: { 'idempotency-key': 'vouchers' }, body: { credits: 200 } },
  ),
  ...at('POST /v1/vouchers/redeem', 'POST /v1/vouchers/redeem', {
    as: 'buyer',
    needs: 'session',
    body: { code: '{voucher}' },
  })(
    { status: 201, headers: { 'idempotency-key': 'redeemed' }, has: { credits: 100 } },
    { ...conflict, headers: { 'idempotency-key': 'redeemed' }, body: { code: 'another' } },
    missing,
    { ...refused(429, 'rate_limited'), times: 12 },
  ),
  ...at('GET /v1/invoices/{period}', 'GET /v1/invoices/2026-03', { needs: 'billing:read' })({
    status: 200,
    has: { period: '2026-03' },
  }),
  ...at('GET /v1/invoices/{period}/html', 'GET /v1/invoices/2026-03/html', {
    needs: 'billing:read',
  })({ status: 200, raw: true }),
  ...at('GET /v1/exports/usage', 'GET /v1/exports/usage?period=2026-03', {
    needs: 'billing:read',
  })({ status: 200, raw: true }),
  ...at(
    'GET /v1/exports/ledger',
    'GET /v1/exports/ledger?period=2026-03',
    operator,
  )({
    status: 200,
    raw: true,
  }),
  ...at('PUT /v1/provider/payout-account', 'PUT /v1/provider/payout-account', {
    needs: 'session',
    body: account,
  })({ status: 200, has: { holder_name: 'A', iban_ends_in: '3000' } }),
  ...at('GET /v1/provider/payout-account', 'GET /v1/provider/payout-account', {
    needs: 'billing:read',
  })({ status: 200, has: { holder_name: 'A' } }, { ...missing, as: 'stranger' }),
  ...at('POST /v1/admin/tenants', 'POST /v1/admin/tenants', { ...operator, body: { name: 'New' } })(
    {
      status: 201,
      headers: { 'idempotency-key': 'tenant' },
      has: { name: 'New', member_count: 0 },
      keep: { newTenant: 'tenant_id' },
    },
    { ...conflict, headers: { 'idempotency-key': 'tenant' }, body: { name: 'Newer' } },
    { ...bad, body: {} },
  ),
  ...at(
    'GET /v1/admin/tenants',
    'GET /v1/admin/tenants?limit=1',
    operator,
  )({
    status: 200,
    has: { total: 5 },
  }),
  ...at(
    'GET /v1/admin/tenants/{id}',
    'GET /v1/admin/tenants/{newTenant}',
    operator,
  )(
    { status: 200, has: { tenant_id: '{newTenant}', storage_bytes: 0 } },
    { ...missing, call: 'GET /v1/admin/tenants/tnt_unknown' },
  ),
  ...at(
    'POST /v1/admin/tenants/{id}/invitations',
    'POST /v1/admin/tenants/{newTenant}/invitations',
    {
      ...operator,
      body: {},
    },
  )(
    { status: 201, has: { roles: ['owner'], status: 'open' } },
    { ...conflict, call: 'POST /v1/admin/tenants/{ownTenant}/invitations' },
    { ...missing, call: 'POST /v1/admin/tenants/tnt_unknown/invitations' },
  ),
  ...at(
    'DELETE /v1/admin/tenants/{id}/invitations',
    'DELETE /v1/admin/tenants/{newTenant}/invitations',
    operator,
  )(
    { status: 204, whole: '' },
    { ...conflict, call: 'DELETE /v1/admin/tenants/{ownTenant}/invitations' },
    { ...missing, call: 'DELETE /v1/admin/tenants/tnt_unknown/invitations' },
  ),
  ...at(
    'PUT /v1/admin/tenants/{id}/storage-quota',
    'PUT /v1/admin/tenants/{newTenant}/storage-quota',
    { ...operator, body: { storage_quota_bytes: 0 } },
  )(
    { status: 200, has: { storage_quota_bytes: 0, storage_limit_bytes: null } },
    { ...missing, call: 'PUT /v1/admin/tenants/tnt_unknown/storage-quota' },
  ),
  ...at('PATCH /v1/admin/tenants/{id}', 'PATCH /v1/admin/tenants/{ownTenant}', {
    ...operator,
    body: { plan: 'unlimited' },
  })(
    { status: 200, has: { tenant_id: '{ownTenant}', plan: 'unlimited' } },
    {
      ...missing,
      call: 'PATCH /v1/admin/tenants/tnt_unknown',
    },
  ),
  ...at('POST /v1/admin/tenants/{id}/credits', 'POST /v1/admin/tenants/{ownTenant}/credits', {
    ...operator,
    body: { credits: 5, reason: 'a gift' },
  })(
    { status: 201, headers: { 'idempotency-key': 'gift' }, has: { credits: 5 } },
    {
      ...conflict,
      headers: { 'idempotency-key': 'gift' },
      body: { credits: 6, reason: 'a gift' },
    },
    { ...missing, call: 'POST /v1/admin/tenants/tnt_unknown/credits' },
  ),
  ...at(
    'GET /v1/admin/disputes',
    'GET /v1/admin/disputes',
    operator,
  )({
    status: 200,
    has: { total: 0 },
  }),
  ...at(
    'GET /v1/admin/payouts',
    'GET /v1/admin/payouts',
    operator,
  )({
    status: 200,
    has: { total: 0 },
  }),
  ...at(
    'GET /v1/admin/payout-due',
    'GET /v1/admin/payout-due',
    operator,
  )({ status: 200, has: { approved: { payments: 0, total_amount: 0 } } }),
  ...at(
    'GET /v1/exports/statements',
    'GET /v1/exports/statements?period=2026-03',
    operator,
  )({ status: 200, raw: true }, { ...bad, call: 'GET /v1/exports/statements?period=2026-13' }),
  { of: 'GET /v1/ledger/key', call: 'GET /v1/ledger/key', status: 200, has: {} },
  { of: 'GET /v1/ledger/head', call: 'GET /v1/ledger/head', status: 200, has: {} },
]

const search = { body: { query: 'boiler' } }

const houseRows: readonly ContractRow[] = [
  ...at('POST /v1/search', 'POST /v1/search', { as: 'buyer', needs: 'search:query', ...search })(
    { status: 200, headers: { 'idempotency-key': 'one search' }, has: { total_relation: 'exact' } },
    { ...conflict, headers: { 'idempotency-key': 'one search' }, body: { query: 'pump' } },
    {
      ...refused(402, 'search_allowance_exhausted'),
      as: 'stranger',
      overloaded: ['search', 'searchMarket'],
      failing: 'search_allowance_exhausted',
    },
    { ...refused(503, 'unavailable'), overloaded: ['search', 'searchMarket'] },
    { ...refused(429, 'rate_limited'), as: 'slowKey', times: 3 },
  ),
  ...at('GET /v1/search/suggest', 'GET /v1/search/suggest?q=boi', {
    as: 'buyer',
    needs: 'search:query',
  })(
    { ...bad, call: 'GET /v1/search/suggest' },
    { status: 200, has: { did_you_mean: null } },
    { ...refused(503, 'unavailable'), overloaded: ['search', 'suggest'] },
    { ...refused(429, 'rate_limited'), as: 'slowKey', times: 3 },
  ),
  ...at('GET /v1/assets/{id}', 'GET /v1/assets/{listed}', { as: 'buyer', needs: 'search:query' })(
    { ...missing, call: 'GET /v1/assets/{indexed}' },
    { status: 200, has: { asset_id: '{listed}', status: 'indexed', passage_count: 1 } },
    { ...refused(429, 'rate_limited'), as: 'slowKey', times: 3 },
  ),
  ...at('GET /v1/assets/{id}/similar', 'GET /v1/assets/{listed}/similar', {
    as: 'buyer',
    needs: 'search:query',
  })(
    { ...bad, call: 'GET /v1/assets/{listed}/similar?limit=0' },
    { ...missing, call: 'GET /v1/assets/{indexed}/similar' },
    { status: 200, has: { total: 1 } },
    {
      ...refused(402, 'search_allowance_exhausted'),
      overloaded: ['search', 'findSimilar'],
      failing: 'search_allowance_exhausted',
    },
    { ...conflict, overloaded: ['search', 'findSimilar'], failing: 'conflict' },
    { ...refused(503, 'unavailable'), overloaded: ['search', 'findSimilar'] },
    { ...refused(429, 'rate_limited'), as: 'slowKey', times: 3 },
  ),
  ...at('POST /v1/downloads', 'POST /v1/downloads', {
    as: 'buyer',
    needs: 'search:query',
    body: { asset_id: '{listed}' },
  })(
    { ...bad, body: {} },
    { ...missing, body: { asset_id: '{indexed}' } },
    {
      status: 201,
      headers: { 'idempotency-key': 'one link' },
      has: { estimated_credits: 300, available_credits: 600 },
    },
    { ...conflict, headers: { 'idempotency-key': 'one link' }, body: { asset_id: 'x' } },
    {
      ...refused(402, 'insufficient_credits'),
      overloaded: ['delivery', 'mintLink'],
      failing: 'insufficient_credits',
    },
    { ...refused(503, 'unavailable'), overloaded: ['delivery', 'mintLink'] },
  ),
  ...at('GET /v1/provider/analytics', 'GET /v1/provider/analytics', { needs: 'usage:read' })(
    { status: 200, has: { dataset_id: null } },
    { ...missing, call: 'GET /v1/provider/analytics?dataset_id=dset_unknown' },
  ),
  ...at('GET /v1/tenant/members', 'GET /v1/tenant/members', { needs: 'session' })({
    status: 200,
    has: { total: 1 },
  }),
  ...at('PATCH /v1/tenant/members/{id}', 'PATCH /v1/tenant/members/{member}', {
    needs: 'session',
    body: { roles: ['owner', 'viewer'] },
  })(
    { status: 200, has: { user_id: '{member}', roles: ['owner', 'viewer'] } },
    { ...conflict, body: { roles: ['viewer'] } },
    { ...missing, call: 'PATCH /v1/tenant/members/usr_unknown' },
  ),
  ...at('POST /v1/tenant/invitations', 'POST /v1/tenant/invitations', {
    needs: 'session',
    body: { roles: ['viewer'] },
  })(
    {
      status: 201,
      headers: { 'idempotency-key': 'guest' },
      has: { roles: ['viewer'] },
      keep: { guestCode: 'invitation_code', guestInvitation: 'invitation_id' },
    },
    { ...conflict, headers: { 'idempotency-key': 'guest' }, body: { roles: ['operator'] } },
  ),
  ...at('GET /v1/tenant/invitations', 'GET /v1/tenant/invitations', { needs: 'session' })({
    status: 200,
    has: { total: 2 },
  }),
  {
    of: 'POST /v1/auth/signup',
    call: 'POST /v1/auth/signup',
    status: 201,
    body: {
      email: 'guest@example.eu',
      password: 'correct horse battery',
      display_name: 'Guest',
      invitation_code: '{guestCode}',
    },
    has: {},
    keep: { guest: 'user_id' },
    keepAs: { guest: 'session_token' },
  },
  ...at('POST /v1/tenant/invitations', 'POST /v1/tenant/invitations', {
    as: 'stranger',
    needs: 'session',
    body: { roles: ['viewer'] },
  })({ status: 201, has: {}, keep: { otherCode: 'invitation_code' } }),
  ...at('POST /v1/me/invitation', 'POST /v1/me/invitation', {
    needs: 'session',
    body: { invitation_code: '{otherCode}' },
  })(conflict, {
    as: 'guest',
    status: 200,
    has: { roles: ['viewer'] },
    keep: { guest: 'user_id' },
  }),
  ...at('DELETE /v1/tenant/members/{id}', 'DELETE /v1/tenant/members/{guest}', {
    needs: 'session',
  })({ as: 'stranger', status: 204, whole: '' }, missing, {
    ...conflict,
    call: 'DELETE /v1/tenant/members/{member}',
  }),
  ...at('DELETE /v1/tenant/invitations/{id}', 'DELETE /v1/tenant/invitations/{invitation}', {
    needs: 'session',
  })(
    { status: 204, whole: '' },
    { ...missing, call: 'DELETE /v1/tenant/invitations/inv_unknown' },
    { ...conflict, call: 'DELETE /v1/tenant/invitations/{guestInvitation}' },
  ),
  ...at('GET /v1/me/sessions', 'GET /v1/me/sessions', { needs: 'session' })(
    { ...bad, call: 'GET /v1/me/sessions?cursor=x' },
    { status: 200, has: { total: 2, next_cursor: null } },
  ),
  ...at('DELETE /v1/me/sessions/{id}', 'DELETE /v1/me/sessions/{session}', {
    needs: 'session',
  })({ status: 204, whole: '' }, missing),
  ...at('DELETE /v1/me/sessions', 'DELETE /v1/me/sessions', { needs: 'session' })({
    status: 200,
    whole: { sessions_ended: 0 },
  }),
  ...at('GET /v1/audit', 'GET /v1/audit', { needs: 'admin:*' })({
    status: 200,
    has: { next_cursor: null },
    call: 'GET /v1/audit?action=dataset.suspended',
  }),
  ...at('GET /v1/audit', 'GET /v1/audit?from=tomorrow', { needs: 'admin:*' })(bad),
]

export const moreOfB: readonly ContractRow[] = [
  ...accessRows,
  ...reprocessRows,
  ...catalogRows,
  ...uploadRows,
  ...reviewRows,
  ...moneyRows,
  ...houseRows,
  ...administrationRows,
  ...webhookRows,
  ...consoleContract,
  ...folderContract,
]

/**
 * What takes a settled month, a charge to give back or a merchant, with the test that has it: every
 * status of these is asked for there.
 */
export const elsewhere: Readonly<Record<string, string>> = {
  ...administeredElsewhere,
  'POST /v1/auth/password-reset/request': 'test/domain/mail/letters.test.ts',
  'POST /v1/auth/email-verification': 'test/domain/mail/addresses.test.ts',
  'POST /v1/me/email-verification': 'test/domain/mail/addresses.test.ts',
  'PUT /v1/me/email': 'test/domain/mail/addresses.test.ts',
  'GET /v1/oauth/authorization': 'test/http/agent/mcp/oauth.test.ts',
  'POST /v1/oauth/authorization': 'test/http/agent/mcp/oauth.test.ts',
  'GET /v1/events': 'test/http/v1/events/streams.test.ts',
  'GET /v1/jobs/{job_id}/events': 'test/http/v1/events/streams.test.ts',
  ...factorsElsewhere,
  ...consoleElsewhere,
  ...foldersElsewhere,
  'GET /v1/objects/{id}/preview-image': 'test/end-to-end/previews.test.ts',
  'GET /v1/objects/{id}/word-boxes': 'test/end-to-end/word-boxes.test.ts',
  ...providedElsewhere,
  'GET /v1/tenant/closing': 'test/http/v1/tenant/closing.test.ts',
  'POST /v1/tenant/closing': 'test/http/v1/tenant/closing.test.ts',
  'POST /v1/objects/{id}/sidecars': 'test/end-to-end/sidecars.test.ts',
  'POST /v1/webhooks/stripe': 'test/http/v1/money/stripe-webhook.test.ts',
  'GET /v1/receipts/{id}': 'test/http/v1/money/receipts.test.ts',
  'POST /v1/admin/refunds': 'test/http/v1/admin/money/disputes.test.ts',
  'POST /v1/admin/disputes': 'test/http/v1/admin/money/disputes.test.ts',
  'POST /v1/admin/disputes/{id}/resolve': 'test/http/v1/admin/money/disputes.test.ts',
  'POST /v1/admin/payouts/{id}/status': 'test/http/v1/admin/money/payouts.test.ts',
  'POST /v1/admin/payout-batches': 'test/http/v1/admin/money/payouts.test.ts',
  'GET /v1/admin/payout-batches/{id}': 'test/http/v1/admin/money/payouts.test.ts',
  'POST /v1/admin/payout-batches/{id}/paid': 'test/http/v1/admin/money/payouts.test.ts',
  'GET /v1/admin/payout-batches/{id}/csv': 'test/http/v1/admin/money/payouts.test.ts',
  'GET /v1/admin/payout-batches/{id}/sepa': 'test/http/v1/admin/money/payouts.test.ts',
}
