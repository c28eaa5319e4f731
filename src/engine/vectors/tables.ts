import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ModelSource } from '../embedding/embedder.ts'

export const modelStates = ['making', 'serving', 'leaving'] as const

export const embeddingModels = sqliteTable('embedding_model', {
  modelNo: integer('model_no').primaryKey({ autoIncrement: true }),
  model: text('model').notNull(),
  name: text('name').notNull(),
  dimensions: integer('dimensions').notNull(),
  source: text('source', { mode: 'json' }).$type<ModelSource>().notNull(),
  state: text('state', { enum: modelStates }).notNull(),
  createdAt: integer('created_at').notNull(),
})

export const passageVectors = sqliteTable(
  'passage_vector',
  {
    modelNo: integer('model_no').notNull(),
    passageNo: integer('passage_no').notNull(),
    vector: blob('vector', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.modelNo, table.passageNo] })],
)

export const vectorSnapshots = sqliteTable('vector_snapshot', {
  modelNo: integer('model_no').primaryKey(),
  generation: text('generation').notNull(),
  madeAt: integer('made_at').notNull(),
})
