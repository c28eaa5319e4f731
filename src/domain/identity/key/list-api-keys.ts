import type { CursorBinding } from '../../../base/cursor.ts'
import type { ApiKeyId } from '../../../base/ids.ts'
import { type After, type PageEnd, type PageRequest, readPage } from '../../../base/page.ts'
import type { Principal } from '../../principal.ts'
import type { IdentityRoom } from '../room.ts'
import { type ApiKey, withGrants } from './api-key.ts'
import { countKeys, listKeyRows } from './queries.ts'

export type ApiKeyPage = { readonly apiKeys: readonly ApiKey[] } & PageEnd

/**
 * The keys in sight, newest first, revoked ones included. Throws InvalidInput for the cursor.
 */
export function listApiKeys(
  { store: { db }, cursorKey }: IdentityRoom,
  principal: Principal,
  page: PageRequest,
): ApiKeyPage {
  const { rows, nextCursor } = readPage(cursorKey, page, {
    binding: bindingOf(principal),
    read: (part: After<ApiKeyId>) => listKeyRows(db, { sight: principal, ...part }),
    positionOf: ({ apiKeyId }) => apiKeyId,
  })
  return {
    apiKeys: withGrants(db, rows),
    total: countKeys(db, principal),
    nextCursor,
  }
}

function bindingOf({ tenantId, datasetAccess }: Principal): CursorBinding {
  const restriction = datasetAccess.mode === 'allow_list' ? [...datasetAccess.datasetIds] : null
  return { route: 'listApiKeys', tenantId, restriction, filters: null }
}
