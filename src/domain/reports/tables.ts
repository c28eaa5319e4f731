import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Filled by a trigger on the record of searches; this room only reads it. */
export const searchReaches = sqliteTable(
  'search_reach',
  {
    searchId: text('search_id').notNull(),
    datasetId: text('dataset_id').notNull(),
    providerTenantId: text('provider_tenant_id').notNull(),
    buyerTenantId: text('buyer_tenant_id').notNull(),
    passages: integer('passages').notNull(),
    occurredAt: integer('occurred_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.searchId, table.datasetId] })],
)
