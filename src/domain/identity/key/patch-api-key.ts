import type { ApiKeyId, DatasetId } from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Command } from '../../command.ts'
import { actorOf, type DatasetAccessMode, type Scope } from '../../principal.ts'
import type { IdentityRoom } from '../room.ts'
import { requireWithinOwnReach } from '../scopes.ts'
import {
  type ApiKey,
  getChangeableKeyRow,
  getKey,
  requireFuture,
  requireKnownDatasets,
  requireListMeansSomething,
} from './api-key.ts'
import { type ApiKeyRow, type KeyChange, updateKey } from './queries.ts'

/** Fields that are left out stay as they are; null lifts a limit. */
export type ApiKeyPatch = {
  readonly name?: string | undefined
  readonly scopes?: readonly Scope[] | undefined
  readonly datasetAccessMode?: DatasetAccessMode | undefined
  readonly datasetIds?: readonly DatasetId[] | undefined
  readonly ratePerMinute?: number | null | undefined
  readonly monthlyBudgetCredits?: Cents | null | undefined
  readonly expiresAtMs?: number | null | undefined
}

/**
 * Changes a key. Throws NotFound, Conflict when it is revoked, Forbidden for more than the caller
 * has itself, InvalidInput for datasets it cannot know and for an expiry in the past.
 */
export function patchApiKey(
  room: IdentityRoom,
  cmd: Command,
  { apiKeyId, patch }: { apiKeyId: ApiKeyId; patch: ApiKeyPatch },
): Promise<ApiKey> {
  const { principal, requestId } = cmd
  const { tenantId } = principal
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    const row = getChangeableKeyRow(tx, { sight: principal, apiKeyId })
    requireListMeansSomething(patch.datasetAccessMode ?? row.datasetAccessMode, patch.datasetIds)
    requireWithinOwnReach(principal, { ...patch, datasetMode: patch.datasetAccessMode })
    requireFuture(patch, nowMs)
    const datasetIds = patch.datasetIds ?? []
    requireKnownDatasets(room, tx, { principal, datasetIds, field: 'dataset_ids' })
    const change = changeOf(patch, row)
    const fields = Object.keys(change)
    if (fields.length > 0) {
      updateKey(tx, apiKeyId, change)
      recordAudit(tx, {
        atMs: nowMs,
        tenantId,
        actor: actorOf(principal),
        action: 'api_key.changed',
        subject: { type: 'api_key', id: apiKeyId },
        details: { fields },
        requestId,
      })
    }
    return getKey(tx, { sight: principal, apiKeyId })
  })
}

/** Only what was sent. Leaving the allow-list empties it, or the next way back would revive it. */
function changeOf(patch: ApiKeyPatch, row: ApiKeyRow): KeyChange {
  const change: KeyChange = {}
  if (patch.name !== undefined) change.name = patch.name
  if (patch.scopes) change.scopes = [...new Set(patch.scopes)]
  if (patch.datasetIds) change.datasetIds = [...new Set(patch.datasetIds)]
  if (patch.datasetAccessMode && patch.datasetAccessMode !== row.datasetAccessMode) {
    change.datasetAccessMode = patch.datasetAccessMode
    if (patch.datasetAccessMode === 'all_available') change.datasetIds = []
  }
  if (patch.ratePerMinute !== undefined) change.ratePerMinute = patch.ratePerMinute
  if (patch.monthlyBudgetCredits !== undefined) {
    change.monthlyBudgetCredits = patch.monthlyBudgetCredits
  }
  if (patch.expiresAtMs !== undefined) change.expiresAt = patch.expiresAtMs
  return change
}
