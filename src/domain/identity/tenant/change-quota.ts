import type { TenantId } from '../../../base/ids.ts'
import type { Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import type { IdentityRoom } from '../room.ts'
import { requirePlatformAdmin } from '../scopes.ts'
import { setStorageQuota } from './queries.ts'
import { getTenant } from './tenant.ts'
import { getTenantRecord, type TenantRecord } from './tenant-record.ts'

export type QuotaChange = {
  readonly tenantId: TenantId
  /** Null: as the setting says; 0: no limit. */
  readonly storageQuotaBytes: number | null
}

/**
 * Says how much a tenant may keep. What it has stays, also when it is more. Throws Forbidden unless
 * a platform admin asks, and NotFound.
 */
export function changeQuota(
  room: IdentityRoom,
  cmd: Command,
  { tenantId, storageQuotaBytes }: QuotaChange,
): Promise<TenantRecord> {
  const { principal } = cmd
  requirePlatformAdmin(principal)
  return cmd.write((tx) => {
    const before = getTenant(tx, tenantId).storageQuotaBytes
    if (before !== storageQuotaBytes) {
      setStorageQuota(tx, { tenantId, storageQuotaBytes })
      recordDeed(tx, cmd, {
        atMs: room.clock.nowMs(),
        tenantId,
        action: 'tenant.storage_quota_changed',
        subject: { type: 'tenant', id: tenantId },
        details: { from: before, to: storageQuotaBytes },
      })
    }
    return getTenantRecord(room, tx, tenantId)
  })
}
