import { sql } from 'drizzle-orm'
import type { TenantId } from '../../../base/ids.ts'
import { type Principal, requirePlatformAdmin } from '../../identity/index.ts'
import type { ReportsRoom } from '../room.ts'

export type StorageRequest = { readonly limit: number; readonly offset: number }

export type Storage = {
  /** Files of datasets, by the state and the kind of their objects. */
  readonly objects: readonly {
    status: string
    modality: string
    objects: number
    bytes: number
  }[]
  readonly previewsBytes: number
  /** Files that wait to be removed, and when the first of them is. */
  readonly removals: { readonly waiting: number; readonly nextAtMs: number | null }
  /** Those that keep most first. */
  readonly tenants: readonly {
    tenantId: TenantId
    name: string
    bytes: number
    quotaBytes: number | null
  }[]
  readonly totalTenants: number
}

/** The bytes of all tenants, as their quotas count them. */
export async function storedBytes({ reading }: ReportsRoom): Promise<number> {
  const { bytes } = await reading.get<{ bytes: number }>(
    sql`SELECT coalesce(sum(bytes), 0) AS bytes FROM tenant_storage`,
  )
  return bytes
}

/** What lies on the disk, and whose it is. Throws Forbidden unless a platform admin asks. */
export async function storage(
  { reading }: ReportsRoom,
  principal: Principal,
  { limit, offset }: StorageRequest,
): Promise<Storage> {
  requirePlatformAdmin(principal)
  const [objects, previews, removals, tenants, total] = await Promise.all([
    reading.all<Storage['objects'][number]>(sql`
      SELECT status, modality, sum(objects) AS objects, sum(bytes) AS bytes FROM dataset_holding
      GROUP BY status, modality ORDER BY bytes DESC`),
    reading.get<{ bytes: number }>(sql`
      SELECT coalesce(sum(size_bytes), 0) AS bytes FROM object_preview`),
    reading.get<Storage['removals']>(sql`
      SELECT count(*) AS waiting, min(run_after_at) AS nextAtMs FROM job
      WHERE kind = 'purge-blob' AND state = 'queued'`),
    reading.all<Storage['tenants'][number]>(sql`
      SELECT tenant_id AS tenantId, name, bytes, storage_quota_bytes AS quotaBytes
      FROM tenant_storage JOIN tenant USING (tenant_id)
      ORDER BY bytes DESC, tenant_id LIMIT ${limit} OFFSET ${offset}`),
    reading.get<{ n: number }>(sql`SELECT count(*) AS n FROM tenant_storage`),
  ])
  return { objects, previewsBytes: previews.bytes, removals, tenants, totalTenants: total.n }
}
