import type { ApiKeyId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import type { IdentityRoom } from '../room.ts'
import { getKeyRow } from './api-key.ts'
import { noteRevoked } from './note-revoked.ts'
import { type ApiKeyRow, listLiveDescendants, updateKey } from './queries.ts'

/**
 * Ends a key at once and for good (spec 3, API key): the next request with it is refused, and one
 * that is under way fails at `assertLive`. Revoking twice is the same as once. The keys that come
 * from it go on, so that a key can replace itself, unless `descendants` go as well: what to do when
 * somebody else has had it. Throws NotFound.
 */
export function revokeApiKey(
  room: IdentityRoom,
  cmd: Command,
  apiKeyId: ApiKeyId,
  { descendants = false }: { descendants?: boolean | undefined } = {},
): Promise<void> {
  return cmd.write((tx) => {
    const row = getKeyRow(tx, { sight: cmd.principal, apiKeyId })
    const below = descendants ? listLiveDescendants(tx, apiKeyId) : []
    for (const key of [row, ...below]) revoke(room, tx, { cmd, key })
  })
}

type Revoking = {
  cmd: Command
  key: Pick<ApiKeyRow, 'apiKeyId' | 'tenantId' | 'keyPrefix' | 'revokedAt'>
  because?: 'replaced'
}

/** One key, in the transaction of what ends it. */
export function revoke(room: IdentityRoom, tx: Tx, { cmd, key, because }: Revoking): void {
  if (key.revokedAt !== null) return
  const { apiKeyId, tenantId, keyPrefix } = key
  const atMs = room.clock.nowMs()
  updateKey(tx, apiKeyId, { revokedAt: atMs })
  recordDeed(tx, cmd, {
    atMs,
    tenantId,
    action: 'api_key.revoked',
    subject: { type: 'api_key', id: apiKeyId },
    details: { key_prefix: keyPrefix, ...(because && { because }) },
  })
  noteRevoked(tx, { tenantId, apiKeyId, atMs })
}
