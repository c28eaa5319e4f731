import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ObjectId } from '../../base/ids.ts'

export const objectInspections = sqliteTable('object_inspection', {
  objectId: text('object_id').$type<ObjectId>().primaryKey(),
  sniffedContentType: text('sniffed_content_type'),
  pageCount: integer('page_count'),
  durationMs: integer('duration_ms'),
  textSample: text('text_sample').notNull(),
  warnings: text('warnings', { mode: 'json' }).$type<string[]>().notNull(),
  inspectedAtMs: integer('inspected_at').notNull(),
})
