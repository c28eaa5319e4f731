import { isDeepStrictEqual } from 'node:util'
import type { ApiKeyId, DatasetId } from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import type { Command } from '../../command.ts'
import type { DatasetAccessMode, Scope } from '../../principal.ts'
import { recordDeed } from '../../record-deed.ts'
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
import { type ApiKeyRow, deleteGrantsOf, type KeyChange, updateKey } from './queries.ts'

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
 * Changes a key. What is sent as it is already is no change, and not looked at: a record can be
 * sent back as it was read, also when one of its datasets is gone. To give a key that has ended
 * another end is to give all that it may, and to lift a limit of one is to give its scopes. Throws
 * NotFound, Conflict when it is revoked, Forbidden for more than the caller has itself,
 * InvalidInput for datasets it cannot know and for an expiry in the past.
 */
export function patchApiKey(
  room: IdentityRoom,
  cmd: Command,
  { apiKeyId, patch: sent }: { apiKeyId: ApiKeyId; patch: ApiKeyPatch },
): Promise<ApiKey> {
  const { principal } = cmd
  const { tenantId } = principal
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    const row = getChangeableKeyRow(tx, { sight: principal, apiKeyId })
    const patch = withoutSame(sent, row)
    const { datasetAccessMode = row.datasetAccessMode } = patch
    const named = { field: 'dataset_ids', datasetIds: patch.datasetIds } as const
    requireListMeansSomething(datasetAccessMode, named)
    const isRevived = patch.expiresAtMs !== undefined && hasEnded(row, nowMs)
    const widened = lifts(patch, row) ? { scopes: row.scopes, ...patch } : patch
    const given = isRevived ? { ...row, ...patch } : widened
    const reach = { ...given, datasetMode: given.datasetAccessMode }
    requireWithinOwnReach(principal, reach, room.settings)
    requireFuture(patch, nowMs)
    const datasetIds = patch.datasetIds?.filter((id) => !row.datasetIds.includes(id)) ?? []
    requireKnownDatasets(room, tx, { principal, datasetIds, field: 'dataset_ids' })
    const change = changeOf(patch, row)
    const fields = Object.keys(change)
    if (fields.length > 0) {
      updateKey(tx, apiKeyId, change)
      if (change.datasetAccessMode === 'all_available') deleteGrantsOf(tx, apiKeyId)
      recordDeed(tx, cmd, {
        atMs: nowMs,
        tenantId,
        action: 'api_key.changed',
        subject: { type: 'api_key', id: apiKeyId },
        details: { fields },
      })
    }
    return getKey(tx, { sight: principal, apiKeyId })
  })
}

/** Whether the key may do what it may for longer, more often, for more, or with more. */
function lifts(patch: ApiKeyPatch, row: ApiKeyRow): boolean {
  const { expiresAtMs, monthlyBudgetCredits, ratePerMinute, datasetIds = [] } = patch
  return (
    isMore(expiresAtMs, row.expiresAt) ||
    isMore(monthlyBudgetCredits, row.monthlyBudgetCredits) ||
    isMore(ratePerMinute, row.ratePerMinute) ||
    patch.datasetAccessMode === 'all_available' ||
    datasetIds.some((id) => !row.datasetIds.includes(id))
  )
}

/** Null is no limit. */
function isMore<N extends number>(wanted: N | null | undefined, was: N | null): boolean {
  if (wanted === undefined || was === null) return false
  return wanted === null || wanted > was
}

function hasEnded({ expiresAt }: ApiKeyRow, nowMs: number): boolean {
  return expiresAt !== null && expiresAt <= nowMs
}

/** What of a patch is not written on the key already. */
function withoutSame(sent: ApiKeyPatch, row: ApiKeyRow): ApiKeyPatch {
  const written: ApiKeyPatch = { ...row, expiresAtMs: row.expiresAt }
  const names = Object.keys(sent) as (keyof ApiKeyPatch)[]
  const changed = names.filter((name) => !isDeepStrictEqual(sent[name], written[name]))
  return Object.fromEntries(changed.map((name) => [name, sent[name]]))
}

/** Leaving the allow-list empties it, and its grants go: the next way back would revive them. */
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
