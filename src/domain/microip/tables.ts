import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ObjectId, SaleId, TenantId, UserId } from '../../base/ids.ts'
import type { Lamports } from '../../base/lamports.ts'
import { categories, licenseTypes, qualities } from './licence.ts'

export const assetCards = sqliteTable('asset_card', {
  assetId: text('asset_id').$type<ObjectId>().primaryKey(),
  userId: text('user_id').$type<UserId>().notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  createdAtMs: integer('created_at').notNull(),
})

export const correctable = ['longSummary', 'tags', 'category', 'questions', 'quality'] as const
export type Correctable = (typeof correctable)[number]

export const microips = sqliteTable('microip', {
  microipNo: integer('microip_no').primaryKey({ autoIncrement: true }),
  assetId: text('asset_id').$type<ObjectId>().notNull().unique(),
  ownerUserId: text('owner_user_id').$type<UserId>().notNull(),
  ownerTenantId: text('owner_tenant_id').$type<TenantId>().notNull(),
  priceLamports: integer('price_lamports').$type<Lamports>().notNull(),
  licenseType: text('license_type', { enum: licenseTypes }).notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  longSummary: text('long_summary').notNull(),
  tags: text('tags', { mode: 'json' }).$type<readonly string[]>().notNull(),
  category: text('category', { enum: categories }).notNull(),
  questions: text('questions', { mode: 'json' }).$type<readonly string[]>().notNull(),
  quality: text('quality', { enum: qualities }).notNull(),
  corrected: text('corrected', { mode: 'json' })
    .$type<readonly Correctable[]>()
    .notNull()
    .default([]),
  metadataStatus: text('metadata_status', { enum: ['waiting', 'ready'] }).notNull(),
  metadataSource: text('metadata_source', { enum: ['name', 'extractive', 'llm'] }).notNull(),
  onChainId: text('on_chain_id').notNull(),
  chainStatus: text('chain_status', { enum: ['pending', 'registered', 'failed'] }).notNull(),
  transactionHash: text('transaction_hash').notNull(),
  totalViews: integer('total_views').notNull().default(0),
  totalDownloads: integer('total_downloads').notNull().default(0),
  earnedLamports: integer('earned_lamports')
    .$type<Lamports>()
    .notNull()
    .default(0 as Lamports),
  createdAtMs: integer('created_at').notNull(),
  updatedAtMs: integer('updated_at').notNull(),
  termsChangedAtMs: integer('terms_changed_at'),
  datasetNo: integer('dataset_no'),
  /** Kept by triggers, as is the next one. */
  sight: text('sight', { enum: ['everybody', 'two', 'owner', 'nobody'] })
    .notNull()
    .default('nobody'),
  exclusiveTo: text('exclusive_to').$type<TenantId>(),
})

export const microipSales = sqliteTable('microip_sale', {
  saleId: text('sale_id').$type<SaleId>().primaryKey(),
  assetId: text('asset_id').$type<ObjectId>().notNull(),
  buyerUserId: text('buyer_user_id').$type<UserId>().notNull(),
  buyerTenantId: text('buyer_tenant_id').$type<TenantId>().notNull(),
  licenseType: text('license_type', { enum: licenseTypes }).notNull(),
  priceLamports: integer('price_lamports').$type<Lamports>().notNull(),
  feeLamports: integer('fee_lamports').$type<Lamports>().notNull(),
  transactionHash: text('transaction_hash').notNull(),
  createdAtMs: integer('created_at').notNull(),
})

export const microipDownloads = sqliteTable('microip_download', {
  downloadNo: integer('download_no').primaryKey({ autoIncrement: true }),
  assetId: text('asset_id').$type<ObjectId>().notNull(),
  buyerUserId: text('buyer_user_id').$type<UserId>().notNull(),
  paidLamports: integer('paid_lamports').$type<Lamports>().notNull(),
  feeLamports: integer('fee_lamports').$type<Lamports>().notNull(),
  transactionHash: text('transaction_hash').notNull(),
  createdAtMs: integer('created_at').notNull(),
})
