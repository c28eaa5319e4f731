import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { DatasetId, TenantId, UserId } from '../../base/ids.ts'

export const folderOrders = sqliteTable('folder_order', {
  orderId: text('order_id').primaryKey(),
  kind: text('kind', { enum: ['import', 'watch'] }).notNull(),
  tenantId: text('tenant_id').$type<TenantId>().notNull(),
  datasetId: text('dataset_id').$type<DatasetId>().notNull(),
  /** As the setting names it. */
  root: text('root').notNull(),
  path: text('path').notNull(),
  remove: integer('remove', { mode: 'boolean' }).notNull(),
  everySeconds: integer('every_seconds'),
  orderedBy: text('ordered_by').$type<UserId>().notNull(),
  orderedAtMs: integer('ordered_at').notNull(),
})
