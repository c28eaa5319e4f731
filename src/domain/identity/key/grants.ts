import { Conflict, NotFound } from '../../../base/errors.ts'
import { type ApiKeyId, type DatasetId, type GrantId, newId } from '../../../base/ids.ts'
import type { Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import { keyDatasetsMax } from '../limits.ts'
import type { IdentityRoom } from '../room.ts'
import { requireWithinOwnReach } from '../scopes.ts'
import {
  type Grant,
  getChangeableKeyRow,
  getKeyRow,
  grantOf,
  requireKnownDatasets,
  requireListMeansSomething,
} from './api-key.ts'
import { deleteGrant, findGrantOf, insertGrant, listGrantRows } from './queries.ts'

/**
 * Adds one dataset to a key with an allow-list. Throws NotFound for the key, Forbidden where it has
 * scopes that the caller has not, InvalidInput where it has no list and for a dataset that the
 * caller cannot know, Conflict when the key is revoked, has the dataset already, or has too many.
 */
export function addGrant(
  room: IdentityRoom,
  cmd: Command,
  { apiKeyId, datasetId }: { apiKeyId: ApiKeyId; datasetId: DatasetId },
): Promise<Grant> {
  const { principal } = cmd
  const { tenantId } = principal
  return cmd.write((tx) => {
    const { datasetAccessMode, scopes } = getChangeableKeyRow(tx, { sight: principal, apiKeyId })
    requireWithinOwnReach(principal, { scopes }, room.settings)
    requireListMeansSomething(datasetAccessMode, { field: 'dataset_id', datasetIds: [datasetId] })
    requireKnownDatasets(room, tx, { principal, datasetIds: [datasetId], field: 'dataset_id' })
    if (findGrantOf(tx, { apiKeyId, datasetId })) {
      throw new Conflict({
        reason: 'already_granted',
        message: 'The key has this dataset already.',
      })
    }
    if (listGrantRows(tx, [apiKeyId]).length >= keyDatasetsMax) {
      throw new Conflict({
        reason: 'too_many_grants',
        message: `A key takes at most ${keyDatasetsMax} grants.`,
      })
    }
    const createdAt = room.clock.nowMs()
    const row = { grantId: newId('grt', createdAt), apiKeyId, datasetId, createdAt }
    insertGrant(tx, row)
    recordDeed(tx, cmd, {
      atMs: createdAt,
      tenantId,
      action: 'api_key.grant_added',
      subject: { type: 'api_key', id: apiKeyId },
      details: { grant_id: row.grantId, dataset_id: datasetId },
    })
    return grantOf(row)
  })
}

/** Takes one added dataset from a key again. Throws NotFound for the key or the grant. */
export function removeGrant(
  room: IdentityRoom,
  cmd: Command,
  { apiKeyId, grantId }: { apiKeyId: ApiKeyId; grantId: GrantId },
): Promise<void> {
  const { principal } = cmd
  const { tenantId } = principal
  return cmd.write((tx) => {
    getKeyRow(tx, { sight: principal, apiKeyId })
    const gone = deleteGrant(tx, { apiKeyId, grantId })
    if (!gone) throw new NotFound('grant')
    recordDeed(tx, cmd, {
      atMs: room.clock.nowMs(),
      tenantId,
      action: 'api_key.grant_removed',
      subject: { type: 'api_key', id: apiKeyId },
      details: { grant_id: grantId, dataset_id: gone.datasetId },
    })
  })
}
