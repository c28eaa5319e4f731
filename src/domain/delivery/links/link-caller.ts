import { NotFound } from '../../../base/errors.ts'
import type { ApiKeyId, TenantId } from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import type { Caller } from '../../catalog/index.ts'
import type { ApiKey } from '../../identity/index.ts'
import type { DeliveryRoom } from '../room.ts'
import type { Link } from './link.ts'

/** Who asked for a link, and what its key may spend in a month; null is no budget. */
export type LinkCaller = Caller & { monthlyBudgetCents: Cents | null }

/**
 * Whoever minted a link, with the rights of this moment and not of the minting: a key that was
 * narrowed since sees less. Undefined when the key was revoked or has expired.
 */
export function callerOf(
  { identity, clock }: Pick<DeliveryRoom, 'identity' | 'clock'>,
  { buyerTenantId: tenantId, apiKeyId }: Pick<Link, 'buyerTenantId' | 'apiKeyId'>,
): LinkCaller | undefined {
  if (apiKeyId === null) {
    return { tenantId, datasetAccess: { mode: 'all_available' }, monthlyBudgetCents: null }
  }
  const key = findKey(identity, { tenantId, apiKeyId })
  if (!key || key.revokedAtMs !== null) return undefined
  if (key.expiresAtMs !== null && key.expiresAtMs <= clock.nowMs()) return undefined
  const { datasetAccessMode: mode, grants, monthlyBudgetCredits: monthlyBudgetCents } = key
  if (mode === 'all_available') return { tenantId, datasetAccess: { mode }, monthlyBudgetCents }
  const datasetIds = [...key.datasetIds, ...grants.map(({ datasetId }) => datasetId)]
  return { tenantId, datasetAccess: { mode, datasetIds }, monthlyBudgetCents }
}

function findKey(
  identity: DeliveryRoom['identity'],
  { tenantId, apiKeyId }: { tenantId: TenantId; apiKeyId: ApiKeyId },
): ApiKey | undefined {
  try {
    return identity.getApiKey({ tenantId, datasetAccess: { mode: 'all_available' } }, apiKeyId)
  } catch (error) {
    if (error instanceof NotFound) return undefined
    throw error
  }
}
