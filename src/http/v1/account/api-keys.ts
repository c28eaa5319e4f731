import type * as z from 'zod'
import type { ApiKeyId, DatasetId, GrantId } from '../../../base/ids.ts'
import { del, get, patch, post } from '../../route.ts'
import * as schemas from './api-keys.schema.ts'
import { presentApiKey, presentCreatedApiKey, presentGrant } from './present-api-key.ts'

export const createApiKey = post('/v1/api-keys', {
  id: 'createApiKey',
  summary: 'Create an API key; the secret is in this answer only',
  description:
    'Scopes, datasets, rate, budget and end can only narrow what the maker may do. A key ' +
    'that makes keys shares its budget and rate with them.',
  tag: 'API keys',
  access: { scope: 'keys:write' },
  body: schemas.CreateApiKeyBody,
  givesSecret: true,
  status: 201,
  reply: schemas.CreatedApiKeyReply,
  errors: [400, 401, 403, 409],
  run: ({ rooms, cmd, body }) =>
    rooms.identity.createApiKey(cmd, { name: body.name, ...accessIn(body) }),
  present: presentCreatedApiKey,
})

export const listApiKeys = get('/v1/api-keys', {
  id: 'listApiKeys',
  summary: "The tenant's API keys, newest first, revoked ones included",
  description: 'Paged by cursor. Secrets are not among what is kept, so they are in no answer.',
  tag: 'API keys',
  access: { scope: 'keys:write' },
  query: schemas.ApiKeyQuery,
  reply: schemas.ApiKeysReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => rooms.identity.listApiKeys(principal, query),
  present: ({ apiKeys, total, nextCursor }) => ({
    api_keys: apiKeys.map(presentApiKey),
    total,
    next_cursor: nextCursor,
  }),
})

/** Spec 4.2 asks for any credential here: the record holds nothing secret. */
export const getApiKey = get('/v1/api-keys/:id', {
  id: 'getApiKey',
  summary: 'One API key',
  description: "A key may read its own record without keys:write; another tenant's is not found.",
  tag: 'API keys',
  access: 'credential',
  params: schemas.ApiKeyParams,
  reply: schemas.ApiKeyReply,
  errors: [400, 401, 404],
  run: ({ rooms, principal, params }) => rooms.identity.getApiKey(principal, params.id as ApiKeyId),
  present: presentApiKey,
})

export const patchApiKey = patch('/v1/api-keys/:id', {
  id: 'patchApiKey',
  summary: 'Change an API key; only the fields sent change',
  description:
    'The record can be sent back as it was read. What a key comes from still bounds it. Only who ' +
    'may do all that a key may gives it another end after it has ended.',
  tag: 'API keys',
  access: { scope: 'keys:write' },
  params: schemas.ApiKeyParams,
  body: schemas.PatchApiKeyBody,
  reply: schemas.ApiKeyReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.identity.patchApiKey(cmd, {
      apiKeyId: params.id as ApiKeyId,
      patch: { name: body.name, ...accessIn(body) },
    }),
  present: presentApiKey,
})

export const revokeApiKey = del('/v1/api-keys/:id', {
  id: 'revokeApiKey',
  summary: 'Revoke an API key at once',
  description:
    'The keys that it made go on, so that a key can replace itself; with descendants=true they ' +
    'and those that they made are revoked with it.',
  tag: 'API keys',
  access: { scope: 'keys:write' },
  params: schemas.ApiKeyParams,
  query: schemas.RevokeApiKeyQuery,
  status: 204,
  reply: null,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params, query }) =>
    rooms.identity.revokeApiKey(cmd, params.id as ApiKeyId, query),
})

/** Spec 4.2 shows no scope for grants; what changes a key needs keys:write (our choice). */
export const addGrant = post('/v1/api-keys/:id/grants', {
  id: 'addGrant',
  summary: 'Add one dataset to a key with an allow-list',
  description: '400 on a key that sees all datasets: there is nothing to add.',
  tag: 'API keys',
  access: { scope: 'keys:write' },
  params: schemas.ApiKeyParams,
  body: schemas.AddGrantBody,
  status: 201,
  reply: schemas.GrantReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.identity.addGrant(cmd, {
      apiKeyId: params.id as ApiKeyId,
      datasetId: body.dataset_id as DatasetId,
    }),
  present: presentGrant,
})

export const removeGrant = del('/v1/api-keys/:id/grants/:grant_id', {
  id: 'removeGrant',
  summary: 'Take an added dataset from a key again',
  description: 'At once. Datasets that stand in dataset_ids stay.',
  tag: 'API keys',
  access: { scope: 'keys:write' },
  params: schemas.GrantParams,
  status: 204,
  reply: null,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params }) =>
    rooms.identity.removeGrant(cmd, {
      apiKeyId: params.id as ApiKeyId,
      grantId: params.grant_id as GrantId,
    }),
})

/** The fields that creation and change have in common, in the room's words. */
function accessIn(body: z.output<typeof schemas.PatchApiKeyBody>) {
  return {
    scopes: body.scopes,
    datasetAccessMode: body.dataset_access_mode,
    datasetIds: body.dataset_ids as DatasetId[] | undefined,
    ratePerMinute: body.rate_per_minute,
    monthlyBudgetCredits: body.monthly_budget_credits,
    expiresAtMs: body.expires_at,
  }
}
