import { Conflict } from '../../../base/errors.ts'
import { type ApiKeyId, type DatasetId, newId, type TenantId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { type AuditActor, recordAudit } from '../../audit/index.ts'
import type { Command } from '../../command.ts'
import { recordEvent } from '../../events/index.ts'
import {
  actorOf,
  type CredentialLimits,
  type DatasetAccessMode,
  type Scope,
} from '../../principal.ts'
import { newApiKey } from '../credentials.ts'
import { keyAncestorsMax } from '../limits.ts'
import { normaliseName } from '../name.ts'
import type { IdentityRoom } from '../room.ts'
import { DEFAULT_KEY_SCOPES, inheritedLimits, requireWithinOwnReach } from '../scopes.ts'
import {
  type ApiKey,
  getKey,
  requireFuture,
  requireKnownDatasets,
  requireListMeansSomething,
} from './api-key.ts'
import type { ApiKeyPatch } from './patch-api-key.ts'
import { countAncestors, insertKey } from './queries.ts'

export type CreateApiKeyRequest = ApiKeyPatch & { readonly name: string }

/** The key in full is part of this answer and of no other. */
export type CreatedApiKey = ApiKey & { readonly key: string }

/**
 * Makes a key of the caller's tenant (spec 5.2.4). Throws Forbidden for more than the caller has
 * itself, InvalidInput for datasets it cannot know and for an expiry in the past, Conflict where it
 * would come from too many others.
 */
export function createApiKey(
  room: IdentityRoom,
  cmd: Command,
  request: CreateApiKeyRequest,
): Promise<CreatedApiKey> {
  const { principal } = cmd
  const scopes = request.scopes ?? DEFAULT_KEY_SCOPES
  const datasetMode = request.datasetAccessMode ?? 'all_available'
  const datasetIds = request.datasetIds ?? []
  requireListMeansSomething(datasetMode, {
    field: 'dataset_ids',
    datasetIds: request.datasetIds,
  })
  requireWithinOwnReach(principal, { ...request, scopes, datasetMode }, room.settings)
  requireFuture(request, room.clock.nowMs())
  return cmd.write((tx) => {
    requireKnownDatasets(room, tx, { principal, datasetIds, field: 'dataset_ids' })
    requireShortLine(tx, principal.apiKeyId)
    return insertNewKey(room, tx, {
      tenantId: principal.tenantId,
      createdBy: actorOf(principal),
      name: request.name,
      scopes,
      datasetMode,
      datasetIds,
      limits: inheritedLimits(principal, request),
      requestId: cmd.requestId,
    })
  })
}

function requireShortLine(db: Db, maker: ApiKeyId | undefined): void {
  if (maker === undefined || countAncestors(db, maker) < keyAncestorsMax) return
  throw new Conflict({
    reason: 'line_too_long',
    message: `A key comes from at most ${keyAncestorsMax} others: make this one with another key.`,
  })
}

/** For the operator at the command line: a key of any tenant, over all that the tenant may see. */
export function createKeyFor(
  room: IdentityRoom,
  request: { tenantId: TenantId; name: string; scopes?: readonly Scope[] | undefined },
): Promise<CreatedApiKey> {
  const name = normaliseName('name', request.name)
  return room.store.write((tx) =>
    insertNewKey(room, tx, {
      tenantId: request.tenantId,
      createdBy: { type: 'operator', id: null },
      name,
      scopes: request.scopes ?? DEFAULT_KEY_SCOPES,
      datasetMode: 'all_available',
      datasetIds: [],
      limits: { ratePerMinute: null, monthlyBudgetCredits: null, expiresAtMs: null },
    }),
  )
}

type NewKey = {
  readonly tenantId: TenantId
  readonly createdBy: AuditActor
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly datasetMode: DatasetAccessMode
  readonly datasetIds: readonly DatasetId[]
  readonly limits: CredentialLimits
  readonly requestId?: string
  /** Of a program that is let in: it renews its key from then on. */
  readonly accessUntil?: number
}

/** In a transaction in which somebody was found to be allowed to make it. */
export function insertNewKey(room: IdentityRoom, tx: Tx, wanted: NewKey): CreatedApiKey {
  const { tenantId, createdBy, limits, requestId, accessUntil = null } = wanted
  const createdAt = room.clock.nowMs()
  const apiKeyId = newId('key', createdAt)
  const { prefix, secret, text } = newApiKey()
  insertKey(tx, {
    apiKeyId,
    tenantId,
    createdBy: createdBy.id ?? createdBy.type,
    name: wanted.name,
    keyPrefix: prefix,
    secretHash: room.hashes.apiKey({ prefix, secret }),
    scopes: [...new Set(wanted.scopes)],
    datasetAccessMode: wanted.datasetMode,
    datasetIds: [...new Set(wanted.datasetIds)],
    ratePerMinute: limits.ratePerMinute,
    monthlyBudgetCredits: limits.monthlyBudgetCredits,
    expiresAt: limits.expiresAtMs,
    createdAt,
    lastUsedAt: null,
    revokedAt: null,
    accessUntil,
  })
  recordAudit(tx, {
    atMs: createdAt,
    tenantId,
    actor: createdBy,
    action: 'api_key.created',
    subject: { type: 'api_key', id: apiKeyId },
    details: { scopes: wanted.scopes, dataset_access_mode: wanted.datasetMode },
    ...(requestId && { requestId }),
  })
  recordEvent(tx, {
    stream: tenantId,
    type: 'key.created',
    atMs: createdAt,
    data: { api_key_id: apiKeyId, name: wanted.name, scopes: [...new Set(wanted.scopes)] },
  })
  const sight = { tenantId, datasetAccess: { mode: 'all_available' } } as const
  return { ...getKey(tx, { sight, apiKeyId }), key: text }
}
