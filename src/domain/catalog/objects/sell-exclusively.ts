import type { ObjectId, TenantId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import { downloadUrlTtlMs } from '../limits.ts'
import type { CatalogRoom } from '../room.ts'
import { updateObject } from './queries.ts'

/** From now on only its owner and this tenant see the object, on every surface. */
export function sellExclusively(tx: Tx, sale: { objectId: ObjectId; tenantId: TenantId }): void {
  updateObject(tx, sale.objectId, { exclusiveTo: sale.tenantId })
}

/** A temporary URL for the bytes. Whoever calls this has found out that the caller bought them. */
export function signDownload(
  { clock, links }: CatalogRoom,
  { objectId, sizeBytes }: { objectId: ObjectId; sizeBytes: number },
): { downloadUrl: string; expiresAtMs: number } {
  const expiresAtMs = clock.nowMs() + downloadUrlTtlMs
  const link = { purpose: 'sold', objectId, limitBytes: sizeBytes, expiresAtMs } as const
  return { downloadUrl: links.sign(link), expiresAtMs }
}
