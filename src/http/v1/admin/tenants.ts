import { isoOf, isoOrNull } from '../../../base/clock.ts'
import type { TenantId } from '../../../base/ids.ts'
import type { TenantRecord } from '../../../domain/identity/index.ts'
import { del, get, post, put } from '../../route.ts'
import { CreatedInvitationReply } from '../tenant/invitations.schema.ts'
import { presentCreatedInvitation } from '../tenant/present-invitation.ts'
import { NoteBody, ReasonBody } from './takedown.schema.ts'
import * as schemas from './tenants.schema.ts'

export const createTenant = post('/v1/admin/tenants', {
  id: 'createTenant',
  summary: 'Create a tenant, with an invitation for its owner',
  description:
    'Nobody is in it until somebody signs up with the invitation_code. That works where signup ' +
    'is open or takes an invitation.',
  tag: 'Administration',
  access: 'platform_admin',
  body: schemas.CreateTenantBody,
  givesSecret: true,
  status: 201,
  reply: schemas.CreatedTenantReply,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd, body }) =>
    rooms.identity.createTenant(cmd, {
      name: body.name,
      ownerEmail: body.owner_email,
      expiresAtMs: body.expires_at,
      storageQuotaBytes: body.storage_quota_bytes,
    }),
  present: ({ invitation, ...tenant }) => ({
    ...presentTenant(tenant),
    invitation: presentCreatedInvitation(invitation),
  }),
})

export const listTenants = get('/v1/admin/tenants', {
  id: 'listTenants',
  summary: 'All tenants, newest first',
  description:
    'Paged by cursor, for platform admins. With q in the order of the names; q or suspended, not ' +
    'both.',
  tag: 'Administration',
  access: 'platform_admin',
  query: schemas.TenantsQuery,
  reply: schemas.TenantsReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => rooms.identity.pageOfTenants(principal, query),
  present: ({ tenants, total, nextCursor }) => ({
    tenants: tenants.map(presentTenant),
    total,
    next_cursor: nextCursor,
  }),
})

export const getTenant = get('/v1/admin/tenants/:id', {
  id: 'getTenant',
  summary: 'One tenant, with what it keeps',
  description: 'Its members, the quota of its own and the limit in force.',
  tag: 'Administration',
  access: 'platform_admin',
  params: schemas.TenantParams,
  reply: schemas.TenantReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) =>
    rooms.identity.readTenant(principal, params.id as TenantId),
  present: presentTenant,
})

export const inviteOwner = post('/v1/admin/tenants/:id/invitations', {
  id: 'inviteOwner',
  summary: 'Another invitation for the owner of a tenant that nobody is in',
  description:
    'Those of before end. The code is in this answer only. 409 where somebody is a member.',
  tag: 'Administration',
  access: 'platform_admin',
  params: schemas.TenantParams,
  body: schemas.InviteOwnerBody,
  givesSecret: true,
  status: 201,
  reply: CreatedInvitationReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.identity.inviteOwner(cmd, {
      tenantId: params.id as TenantId,
      ownerEmail: body.owner_email,
      expiresAtMs: body.expires_at,
    }),
  present: presentCreatedInvitation,
})

export const revokeOwnerInvitations = del('/v1/admin/tenants/:id/invitations', {
  id: 'revokeOwnerInvitations',
  summary: 'Take back the invitations for the owner of a tenant that nobody is in',
  description: 'For one that went to a wrong address. 409 where somebody is a member.',
  tag: 'Administration',
  access: 'platform_admin',
  params: schemas.TenantParams,
  status: 204,
  reply: null,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params }) =>
    rooms.identity.revokeOwnerInvitations(cmd, { tenantId: params.id as TenantId }),
})

export const changeStorageQuota = put('/v1/admin/tenants/:id/storage-quota', {
  id: 'changeStorageQuota',
  summary: 'Say how much a tenant may keep',
  description:
    'Uploads beyond it are refused with 413 from their initiation on; what is there stays. What ' +
    'was deleted counts until its bytes are removed, and files that the operator imports always.',
  tag: 'Administration',
  access: 'platform_admin',
  params: schemas.TenantParams,
  body: schemas.StorageQuotaBody,
  reply: schemas.TenantReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params, body }) =>
    rooms.identity.changeQuota(cmd, {
      tenantId: params.id as TenantId,
      storageQuotaBytes: body.storage_quota_bytes,
    }),
  present: presentTenant,
})

export const suspendTenant = post('/v1/admin/tenants/:id/suspend', {
  id: 'suspendTenant',
  summary: 'Shut a tenant out, and take what it offers off the market',
  description:
    'Its people and keys are answered 403 with the reason tenant_suspended, but for logging out, ' +
    'and what it offers is nowhere to be found or bought, links that are open included. Plan, ' +
    'balance, prices, sessions and keys stay as they are. The tenant reads in its audit log that ' +
    'and when, not the reason. 409 where it is suspended already or a platform admin is in it.',
  tag: 'Administration',
  access: 'platform_admin',
  params: schemas.TenantParams,
  body: ReasonBody,
  reply: schemas.TenantReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.identity.suspendTenant(cmd, { tenantId: params.id as TenantId, reason: body.reason }),
  present: presentTenant,
})

export const resumeTenant = post('/v1/admin/tenants/:id/resume', {
  id: 'resumeTenant',
  summary: 'Take the suspension of a tenant back',
  description: 'All is as it was before. 409 where it is not suspended.',
  tag: 'Administration',
  access: 'platform_admin',
  params: schemas.TenantParams,
  body: NoteBody,
  reply: schemas.TenantReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.identity.liftSuspension(cmd, { tenantId: params.id as TenantId, note: body.note }),
  present: presentTenant,
})

function presentTenant(tenant: TenantRecord) {
  return {
    tenant_id: tenant.tenantId,
    name: tenant.name,
    region: tenant.region,
    plan: tenant.plan,
    created_at: isoOf(tenant.createdAtMs),
    member_count: tenant.memberCount,
    storage_bytes: tenant.storage.usedBytes,
    storage_quota_bytes: tenant.storageQuotaBytes,
    storage_limit_bytes: tenant.storage.quotaBytes,
    suspended_at: isoOrNull(tenant.suspension?.suspendedAtMs ?? null),
    suspension_reason: tenant.suspension?.reason ?? null,
  }
}
