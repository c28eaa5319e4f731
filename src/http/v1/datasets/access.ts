import { del, get, patch, post } from '../../route.ts'
import * as schemas from './access.schema.ts'
import { DatasetParams } from './datasets.schema.ts'
import {
  presentAccess,
  presentAccessList,
  presentAccessRequest,
  presentAccessRequestList,
  presentInbox,
  presentOwnAccessRequests,
} from './present-access.ts'

export const grantAccess = post('/v1/datasets/:id/access', {
  id: 'grantAccess',
  summary: 'Let a tenant into a dataset',
  description: 'Counts while the visibility is `restricted`. Approves an open request with it.',
  tag: 'Access',
  access: { scope: 'datasets:write' },
  params: DatasetParams,
  body: schemas.GrantAccessBody,
  status: 201,
  reply: schemas.AccessReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.catalog.grantAccess(cmd, {
      datasetId: params.id,
      tenantId: body.tenant_id,
      expiresAtMs: body.expires_at,
    }),
  present: presentAccess,
})

export const listAccess = get('/v1/datasets/:id/access', {
  id: 'listAccess',
  summary: 'The tenants that were let into a dataset',
  description: 'They find and read it although it is restricted.',
  tag: 'Access',
  access: { scope: 'datasets:read' },
  params: DatasetParams,
  query: schemas.AccessQuery,
  reply: schemas.AccessListReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params, query }) =>
    rooms.catalog.listAccess(principal, { datasetId: params.id, ...query }),
  present: presentAccessList,
})

export const changeAccess = patch('/v1/datasets/:id/access/:tenant_id', {
  id: 'changeAccess',
  summary: "Change when a tenant's access ends",
  description: 'Earlier, later, or with null never by itself; an end that is over is refused.',
  tag: 'Access',
  access: { scope: 'datasets:write' },
  params: schemas.GrantParams,
  body: schemas.ChangeAccessBody,
  reply: schemas.AccessReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params, body }) =>
    rooms.catalog.changeAccess(cmd, {
      datasetId: params.id,
      tenantId: params.tenant_id,
      expiresAtMs: body.expires_at,
    }),
  present: presentAccess,
})

export const revokeAccess = del('/v1/datasets/:id/access/:tenant_id', {
  id: 'revokeAccess',
  summary: "Take a tenant's access away, at once",
  description: 'Whatever it opened there answers as if there was nothing.',
  tag: 'Access',
  access: { scope: 'datasets:write' },
  params: schemas.GrantParams,
  status: 204,
  reply: null,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params }) =>
    rooms.catalog.revokeAccess(cmd, { datasetId: params.id, tenantId: params.tenant_id }),
})

export const requestAccess = post('/v1/catalog/datasets/:id/access-requests', {
  id: 'requestAccess',
  summary: 'Ask the provider of a restricted dataset to be let in',
  description:
    '409 where there is nothing to ask for: an own or a listed dataset, access that is ' +
    'there, a request that waits.',
  tag: 'Access',
  access: { scope: 'search:query' },
  params: DatasetParams,
  body: schemas.RequestAccessBody,
  status: 201,
  reply: schemas.AccessRequestReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.catalog.requestAccess(cmd, { datasetId: params.id, message: body.message }),
  present: presentAccessRequest,
})

export const listOwnAccessRequests = get('/v1/catalog/access-requests', {
  id: 'listOwnAccessRequests',
  summary: 'The datasets that the tenant asked to be let into, newest first',
  description: 'With the state of each.',
  tag: 'Access',
  access: { scope: 'datasets:read' },
  query: schemas.AccessRequestsQuery,
  reply: schemas.OwnAccessRequestsReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => rooms.catalog.listOwnRequests(principal, query),
  present: presentOwnAccessRequests,
})

export const listAccessRequests = get('/v1/datasets/:id/access-requests', {
  id: 'listAccessRequests',
  summary: 'Who asked to be let into a dataset, newest first',
  description: 'For the provider of the dataset.',
  tag: 'Access',
  access: { scope: 'datasets:read' },
  params: DatasetParams,
  query: schemas.AccessRequestsQuery,
  reply: schemas.AccessRequestsReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params, query }) =>
    rooms.catalog.listAccessRequests(principal, { datasetId: params.id, ...query }),
  present: presentAccessRequestList,
})

export const listAccessInbox = get('/v1/access-requests', {
  id: 'listAccessInbox',
  summary: 'Who asked to be let into any dataset of the tenant, newest first',
  description:
    'Decided by PATCH /v1/datasets/{id}/access-requests/{access_request_id}. Pages go on by ' +
    'cursor, or begin at offset. A key with an allow-list sees requests for its datasets.',
  tag: 'Access',
  access: { scope: 'datasets:read' },
  query: schemas.InboxQuery,
  reply: schemas.InboxReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => rooms.catalog.listInbox(principal, query),
  present: presentInbox,
})

export const decideAccess = patch('/v1/datasets/:id/access-requests/:access_request_id', {
  id: 'decideAccess',
  summary: 'Approve or reject a request; an approval lets the tenant in',
  description: 'After a rejection the tenant may ask again. 409 for a request that is decided.',
  tag: 'Access',
  access: { scope: 'datasets:write' },
  params: schemas.AccessRequestParams,
  body: schemas.DecideAccessBody,
  reply: schemas.AccessRequestReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.catalog.decideAccess(cmd, {
      datasetId: params.id,
      accessRequestId: params.access_request_id,
      decision: body.decision,
      expiresAtMs: body.expires_at,
    }),
  present: presentAccessRequest,
})
