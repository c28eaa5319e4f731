import { TooLarge } from '../../../base/errors.ts'
import type { TenantId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import type { StorageUse } from '../../identity/index.ts'
import type { CatalogRoom } from '../room.ts'

/** For a file of known size, before there is a record of it. Throws TooLarge beyond the quota. */
export function requireSpace(
  { storageOf }: CatalogRoom,
  db: Db,
  { tenantId, sizeBytes }: { tenantId: TenantId; sizeBytes: number },
): void {
  const use = storageOf(db, tenantId)
  if (use.quotaBytes === null || use.usedBytes + sizeBytes <= use.quotaBytes) return
  const refusal = overQuota({ ...use, quotaBytes: use.quotaBytes })
  throw new TooLarge({ ...refusal, facts: { ...refusal.facts, requested_bytes: sizeBytes } })
}

type FileLimit = { limitBytes: number; message: string; facts?: Record<string, unknown> }

/** For a file that says its size as it comes: the limit, or what is left to the tenant. */
export function limitWithinQuota(
  { storageOf, store }: CatalogRoom,
  tenantId: TenantId,
  limit: FileLimit,
): FileLimit {
  const { usedBytes, quotaBytes } = storageOf(store.db, tenantId)
  if (quotaBytes === null || quotaBytes - usedBytes >= limit.limitBytes) return limit
  return overQuota({ usedBytes, quotaBytes })
}

function overQuota({ usedBytes, quotaBytes }: StorageUse & { quotaBytes: number }) {
  const limitBytes = Math.max(0, quotaBytes - usedBytes)
  return {
    limitBytes,
    message:
      `This tenant may keep ${quotaBytes} bytes and keeps ${usedBytes}: ${limitBytes} are left. ` +
      'What was deleted counts until its bytes are removed.',
    facts: { reason: 'storage_quota', quota_bytes: quotaBytes, used_bytes: usedBytes },
  }
}
