import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { DatasetId, ObjectId, PassageId, TenantId } from '../../base/ids.ts'
import { modalities, sources } from '../../base/media.ts'
import { passageKinds } from './passage.ts'

export const passages = sqliteTable('passage', {
  passageNo: integer('passage_no').primaryKey(),
  passageId: text('passage_id').$type<PassageId>().notNull(),
  objectNo: integer('object_no').notNull(),
  objectId: text('object_id').$type<ObjectId>().notNull(),
  datasetNo: integer('dataset_no').notNull(),
  datasetId: text('dataset_id').$type<DatasetId>().notNull(),
  tenantId: text('tenant_id').$type<TenantId>().notNull(),
  ordinal: integer('ordinal').notNull(),
  kind: text('kind', { enum: passageKinds }).notNull(),
  lang: text('lang').notNull(),
  modality: text('modality', { enum: modalities }).notNull(),
  source: text('source', { enum: sources }).notNull(),
  page: integer('page'),
  timeStartMs: integer('time_start_ms'),
  timeEndMs: integer('time_end_ms'),
  text: text('text').notNull(),
  createdAtS: integer('created_at_s').notNull(),
})

/** Beside a row of the full-text index: see stem-numbers.ts. */
export const passageStems = sqliteTable('passage_stems', {
  passageNo: integer('passage_no').primaryKey(),
  stems: blob('stems', { mode: 'buffer' }).notNull(),
})

/** One row: with which analyser the index was made, and after which passage it goes on anew. */
export const analysisVersions = sqliteTable('analysis_version', {
  analysisNo: integer('analysis_no').primaryKey(),
  version: integer('version').notNull(),
  afterPassageNo: integer('after_passage_no').notNull(),
})

export const indexChanges = sqliteTable('index_change', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  op: text('op', { enum: ['add', 'remove', 'rebuild'] }).notNull(),
  passageNo: integer('passage_no'),
})

/** What the full-text index holds of a passage, each column as tokens with spaces between. */
export type IndexRow = {
  passageNo: number
  body: string
  stem: string
  tags: string
  /** Beside the full-text index: the stems again, as numbers. */
  stems: Buffer
}
