import type { Db } from '../../../store/tx.ts'
import type { Caller } from '../../catalog/index.ts'
import type { KeyInLine } from '../../identity/index.ts'
import type { DeliveryRoom } from '../room.ts'
import type { Link } from './link.ts'

/** Who asked for a link, with the keys whose budgets it spends. */
export type LinkCaller = Caller & { readonly line: readonly KeyInLine[] }

/**
 * Whoever minted a link, with the rights of this moment and not of the minting: a key that was
 * narrowed since sees less. Undefined when the key was revoked or has expired.
 */
export function callerOf(
  { identity }: Pick<DeliveryRoom, 'identity'>,
  db: Db,
  { buyerTenantId: tenantId, apiKeyId }: Pick<Link, 'buyerTenantId' | 'apiKeyId'>,
): LinkCaller | undefined {
  if (apiKeyId === null) return { tenantId, datasetAccess: { mode: 'all_available' }, line: [] }
  const key = identity.standingOfKey(db, { tenantId, apiKeyId })
  return key && { tenantId, datasetAccess: key.datasetAccess, line: key.line }
}
