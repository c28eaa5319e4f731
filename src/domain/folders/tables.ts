import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { DatasetId, ObjectId, TenantId, UserId } from '../../base/ids.ts'
import type { FileOutcome, Sum } from './outcomes.ts'

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

export const importReports = sqliteTable('import_report', {
  importId: text('import_id').primaryKey(),
  tenantId: text('tenant_id').$type<TenantId>().notNull(),
  datasetId: text('dataset_id').$type<DatasetId>().notNull(),
  root: text('root').notNull(),
  path: text('path').notNull(),
  dryRun: integer('dry_run', { mode: 'boolean' }).notNull(),
  remove: integer('remove', { mode: 'boolean' }).notNull(),
  state: text('state', { enum: ['done', 'failed', 'cancelled'] }).notNull(),
  error: text('error'),
  sums: text('sums', { mode: 'json' }).$type<Readonly<Record<FileOutcome, Sum>>>().notNull(),
  files: integer('files').notNull(),
  done: integer('done').notNull(),
  startedBy: text('started_by').$type<UserId>().notNull(),
  startedAtMs: integer('started_at').notNull(),
  finishedAtMs: integer('finished_at').notNull(),
  complete: integer('complete', { mode: 'boolean' }).notNull(),
})

export const importReportFiles = sqliteTable(
  'import_report_file',
  {
    importId: text('import_id').notNull(),
    outcome: text('outcome').$type<FileOutcome>().notNull(),
    no: integer('no').notNull(),
    /** Nothing where the object was deleted since. */
    path: text('path').notNull(),
    bytes: integer('bytes').notNull(),
    objectId: text('object_id').$type<ObjectId>(),
    reason: text('reason'),
  },
  (table) => [primaryKey({ columns: [table.importId, table.outcome, table.no] })],
)
