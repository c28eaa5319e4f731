import type { ApiKeyId, TenantId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { recordEvent } from '../../events/index.ts'
import { findTerms } from './queries.ts'

type Revoked = { tenantId: TenantId; apiKeyId: ApiKeyId; atMs: number }

/** Tells of a key that ended, whoever or whatever ended it. */
export function noteRevoked(tx: Tx, { tenantId, apiKeyId, atMs }: Revoked): void {
  const data = { api_key_id: apiKeyId, name: findTerms(tx, apiKeyId)?.name ?? '' }
  recordEvent(tx, { stream: tenantId, type: 'key.revoked', atMs, data })
}
