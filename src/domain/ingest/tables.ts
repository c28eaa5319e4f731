import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { DatasetId, ObjectId } from '../../base/ids.ts'

export const objectInspections = sqliteTable('object_inspection', {
  objectId: text('object_id').$type<ObjectId>().primaryKey(),
  sniffedContentType: text('sniffed_content_type'),
  pageCount: integer('page_count'),
  durationMs: integer('duration_ms'),
  textSample: text('text_sample').notNull(),
  warnings: text('warnings', { mode: 'json' }).$type<string[]>().notNull(),
  inspectedAtMs: integer('inspected_at').notNull(),
  /** Why it will not be indexed when it is approved. */
  failure: text('failure'),
})

export const wordBoxes = sqliteTable(
  'word_boxes',
  {
    objectId: text('object_id').$type<ObjectId>().notNull(),
    page: integer('page').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    words: blob('words', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.objectId, table.page] })],
)

/** One row: with which way of reading passages were made, and which dataset was read anew last. */
export const readingVersions = sqliteTable('reading_version', {
  readingNo: integer('reading_no').primaryKey(),
  version: integer('version').notNull(),
  afterDatasetId: text('after_dataset_id').notNull(),
})

export const reprocessSets = ['all', 'failed'] as const
export type ReprocessSet = (typeof reprocessSets)[number]
export const reprocessOutcomes = ['waiting', 'changed', 'unchanged', 'failed', 'skipped'] as const
export type ReprocessOutcome = (typeof reprocessOutcomes)[number]

export const reprocesses = sqliteTable('reprocess', {
  datasetId: text('dataset_id').$type<DatasetId>().primaryKey(),
  which: text('which', { enum: reprocessSets }).notNull(),
  requestedAtMs: integer('requested_at').notNull(),
  allQueued: integer('all_queued', { mode: 'boolean' }).notNull().default(false),
})

export const reprocessObjects = sqliteTable(
  'reprocess_object',
  {
    datasetId: text('dataset_id').$type<DatasetId>().notNull(),
    objectId: text('object_id').$type<ObjectId>().notNull(),
    outcome: text('outcome', { enum: reprocessOutcomes }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.datasetId, table.objectId] })],
)
