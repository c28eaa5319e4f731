import type { Db } from '../../../store/tx.ts'
import type { Caller } from '../../catalog/index.ts'
import type { KeyInLine } from '../../identity/index.ts'
import type { DeliveryRoom } from '../room.ts'
import type { Link } from './link.ts'

const needed = 'search:query'

/** Who asked for a link, with the keys whose budgets it spends. */
export type LinkCaller = Caller & { readonly line: readonly KeyInLine[] }

/**
 * Whoever minted a link, with the rights of this moment and not of the minting: a key that was
 * narrowed since sees less. Undefined when the key was revoked, has expired or may not search any
 * more, and when the person is of the tenant no more, is locked, or may not search for it.
 */
export function callerOf(
  { identity }: Pick<DeliveryRoom, 'identity'>,
  db: Db,
  {
    buyerTenantId: tenantId,
    apiKeyId,
    userId,
  }: Pick<Link, 'buyerTenantId' | 'apiKeyId' | 'userId'>,
): LinkCaller | undefined {
  if (userId !== null && !identity.mayUser(db, { tenantId, userId }, needed)) return undefined
  if (apiKeyId === null) return { tenantId, datasetAccess: { mode: 'all_available' }, line: [] }
  const key = identity.standingOfKey(db, { tenantId, apiKeyId })
  if (!key?.scopes.has(needed)) return undefined
  return { tenantId, datasetAccess: key.datasetAccess, line: key.line }
}
