import * as z from 'zod'
import { isoOrNull } from '../../../../base/clock.ts'
import { offsetMax } from '../../../../base/page.ts'
import { qInt, timestamp } from '../../../fields.ts'
import { get } from '../../../route.ts'

const StorageReply = z
  .object({
    disk: z.object({ free_bytes: z.int(), total_bytes: z.int() }).meta({
      description: 'Of the data folder',
    }),
    database_bytes: z.int(),
    log_bytes: z.int().meta({ description: 'Of its write-ahead log' }),
    objects: z
      .array(
        z.object({
          status: z.string(),
          modality: z.string(),
          objects: z.int(),
          bytes: z.int(),
        }),
      )
      .meta({ description: 'Files of datasets, the largest part first' }),
    previews_bytes: z.int(),
    removals: z
      .object({ waiting: z.int(), next_at: timestamp.nullable() })
      .meta({ description: 'Files that nobody needs and whose time has not come' }),
    tenants: z.array(
      z.object({
        tenant_id: z.string(),
        name: z.string(),
        bytes: z.int(),
        quota_bytes: z.int().nullable().meta({ description: 'Null: what the setting says' }),
      }),
    ),
    total_tenants: z.int(),
  })
  .meta({ id: 'Storage' })

export const getStorage = get('/v1/admin/storage', {
  id: 'getStorage',
  summary: 'What lies on the disk, whose it is, and what waits to be removed',
  description: 'Tenants that keep most come first, from offset on.',
  tag: 'Administration',
  access: 'platform_admin',
  query: z.object({ limit: qInt(1, 100).default(20), offset: qInt(0, offsetMax).default(0) }),
  reply: StorageReply,
  errors: [400, 401, 403],
  async run({ rooms, principal, query }) {
    const kept = await rooms.reports.storage(principal, query)
    return { ...kept, disk: await rooms.service.disk() }
  },
  present: ({ disk, ...kept }) => ({
    disk: { free_bytes: disk.freeBytes, total_bytes: disk.totalBytes },
    database_bytes: disk.databaseBytes,
    log_bytes: disk.logBytes,
    objects: kept.objects.map((one) => ({ ...one })),
    previews_bytes: kept.previewsBytes,
    removals: { waiting: kept.removals.waiting, next_at: isoOrNull(kept.removals.nextAtMs) },
    tenants: kept.tenants.map((one) => ({
      tenant_id: one.tenantId,
      name: one.name,
      bytes: one.bytes,
      quota_bytes: one.quotaBytes,
    })),
    total_tenants: kept.totalTenants,
  }),
})
