import type { TenantId } from '../../../base/ids.ts'
import { findsBy } from '../../../store/prepared.ts'
import type { Db } from '../../../store/tx.ts'
import { findTenant } from '../account/queries.ts'
import type { IdentityRoom } from '../room.ts'
import { tenantStorage } from '../tables.ts'

/** What a tenant keeps and what it may; null is no limit. */
export type StorageUse = { readonly usedBytes: number; readonly quotaBytes: number | null }

/**
 * The bytes of all objects of a tenant, from the initiation of an upload to the removal of the
 * bytes.
 */
export function storageOf(
  { settings }: Pick<IdentityRoom, 'settings'>,
  db: Db,
  tenantId: TenantId,
): StorageUse {
  const usedBytes = findStorage(db, tenantId)?.bytes ?? 0
  const quota = findTenant(db, tenantId)?.storageQuotaBytes ?? settings.storageQuotaBytes
  return { usedBytes, quotaBytes: quota === 0 ? null : quota }
}

const findStorage = findsBy(tenantStorage, tenantStorage.tenantId)
