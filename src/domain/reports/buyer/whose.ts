import type { ApiKeyId } from '../../../base/ids.ts'
import type { Reader } from '../room.ts'
import type { Whose } from './queries.ts'

/** No key has this id, and so nothing is found under it. */
const nobody = 'key_' as ApiKeyId

/**
 * Whose history a reader may see. A key with an allow-list sees only its own: what other keys of
 * the tenant asked and fetched lies beyond the datasets that it is narrowed to. (our choice)
 */
export function whoseHistory(reader: Reader, asked?: ApiKeyId | undefined): Whose {
  const { tenantId, apiKeyId, datasetAccess } = reader
  if (datasetAccess.mode === 'all_available') return { tenantId, apiKeyId: asked }
  const own = apiKeyId ?? nobody
  return { tenantId, apiKeyId: asked === undefined || asked === own ? own : nobody }
}
