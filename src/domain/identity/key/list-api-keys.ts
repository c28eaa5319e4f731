import { type CursorBinding, openCursor, sealCursor } from '../../../base/cursor.ts'
import type { ApiKeyId } from '../../../base/ids.ts'
import type { Principal } from '../../principal.ts'
import type { IdentityRoom } from '../room.ts'
import { type ApiKey, withGrants } from './api-key.ts'
import { countKeys, listKeyRows } from './queries.ts'

export type ListApiKeysRequest = { readonly cursor?: string | undefined; readonly limit: number }

export type ApiKeyPage = {
  readonly apiKeys: readonly ApiKey[]
  readonly total: number
  readonly nextCursor: string | null
}

/**
 * The keys in sight, newest first, revoked ones included. Throws InvalidInput for the cursor.
 */
export function listApiKeys(
  { store: { db }, cursorKey }: IdentityRoom,
  principal: Principal,
  { cursor, limit }: ListApiKeysRequest,
): ApiKeyPage {
  const binding = bindingOf(principal)
  const below =
    cursor === undefined ? undefined : (openCursor(cursorKey, binding, cursor) as ApiKeyId)
  const rows = listKeyRows(db, { sight: principal, below, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    apiKeys: withGrants(db, page),
    total: countKeys(db, principal),
    nextCursor: last ? sealCursor(cursorKey, binding, last.apiKeyId) : null,
  }
}

function bindingOf({ tenantId, datasetAccess }: Principal): CursorBinding {
  const restriction = datasetAccess.mode === 'allow_list' ? [...datasetAccess.datasetIds] : null
  return { route: 'listApiKeys', tenantId, restriction, filters: null }
}
