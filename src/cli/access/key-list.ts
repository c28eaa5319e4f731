import { isoOf, isoOrNull } from '../../base/clock.ts'
import type { ApiKey } from '../../domain/identity/index.ts'
import { type FolderCommand, requireOption } from '../command.ts'
import { limitOption, listLimits } from '../limit-option.ts'
import { askKeyList, lineOfKey } from '../market/ask-keys.ts'

/** Shows the API keys of a tenant, never a secret. */
export const keyList: FolderCommand = {
  name: 'key list',
  use: 'read',
  anySchema: true,
  summary: 'show the API keys of a tenant',
  examples: ['kontor key list --tenant "Ada Ltd"'],
  operand: 'tenant',
  options: {
    tenant: { type: 'string', help: 'id or name', value: '<tenant>' },
    limit: { type: 'string', help: 'how many at most (200)', value: '<number>' },
  },
  ask: askKeyList,
  async act({ rooms: { identity } }, values) {
    const { tenantId } = identity.tenantNamed(requireOption(values, 'tenant'))
    const keys = identity.listKeysOf(tenantId, limitOption(values, listLimits)).map((key) => ({
      api_key_id: key.apiKeyId,
      name: key.name,
      prefix: key.keyPrefix,
      scopes: [...key.scopes],
      last_used_at: isoOrNull(key.lastUsedAtMs),
      expires_at: isoOrNull(key.expiresAtMs),
      revoked_at: isoOrNull(key.revokedAtMs),
      application: programOf(key),
    }))
    const lines = keys.map(lineOfKey)
    return { lines: lines.length === 0 ? ['No keys.'] : lines, data: { api_keys: keys } }
  },
}

function programOf({ application }: ApiKey) {
  if (!application) return null
  const { clientId: client_id, name, redirectPlace: redirect_place, refreshUntilMs } = application
  return { client_id, name, redirect_place, renews_until: isoOf(refreshUntilMs) }
}
