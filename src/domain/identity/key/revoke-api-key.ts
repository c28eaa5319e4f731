import type { ApiKeyId } from '../../../base/ids.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Command } from '../../command.ts'
import { actorOf } from '../../principal.ts'
import type { IdentityRoom } from '../room.ts'
import { getKeyRow } from './api-key.ts'
import { updateKey } from './queries.ts'

/**
 * Ends a key at once and for good (spec 3, API key): the next request with it is refused, and one
 * that is under way fails at `assertLive`. Revoking twice is the same as once. Throws NotFound.
 */
export function revokeApiKey(room: IdentityRoom, cmd: Command, apiKeyId: ApiKeyId): Promise<void> {
  const { principal, requestId } = cmd
  const { tenantId } = principal
  return cmd.write((tx) => {
    const row = getKeyRow(tx, { sight: principal, apiKeyId })
    if (row.revokedAt !== null) return
    const atMs = room.clock.nowMs()
    updateKey(tx, apiKeyId, { revokedAt: atMs })
    recordAudit(tx, {
      atMs,
      tenantId,
      actor: actorOf(principal),
      action: 'api_key.revoked',
      subject: { type: 'api_key', id: apiKeyId },
      details: { key_prefix: row.keyPrefix },
      requestId,
    })
  })
}
