import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ColumnProfile } from '../../base/column-profile.ts'
import type * as ids from '../../base/ids.ts'
import type { Cents } from '../../base/money.ts'
import type { PartRead } from '../../base/part-read.ts'
import { accessRequestStatuses } from './access/access-request.ts'
import * as values from './values.ts'

export const datasets = sqliteTable('dataset', {
  datasetNo: integer('dataset_no').primaryKey(),
  datasetId: text('dataset_id').$type<ids.DatasetId>().notNull().unique(),
  tenantId: text('tenant_id').$type<ids.TenantId>().notNull(),
  name: text('name').notNull(),
  description: text('description'),
  sourceModality: text('source_modality', { enum: values.sourceModalities }).notNull(),
  monetizationMode: text('monetization_mode', { enum: values.monetizationModes }).notNull(),
  pricingModel: text('pricing_model', { enum: values.pricingModels }).notNull(),
  visibility: text('visibility', { enum: values.datasetVisibilities }).notNull(),
  status: text('status', { enum: values.datasetStatuses }).notNull(),
  basePriceCents: integer('base_price_cents').$type<Cents>(),
  tags: text('tags', { mode: 'json' }).$type<string[]>().notNull().default([]),
  curated: integer('curated', { mode: 'boolean' }).notNull().default(false),
  firstConfirmedAtMs: integer('first_confirmed_at'),
  lastIngestAtMs: integer('last_ingest_at'),
  createdAtMs: integer('created_at').notNull(),
  updatedAtMs: integer('updated_at').notNull(),
  deletedAtMs: integer('deleted_at'),
  samplePassageIds: text('sample_passage_ids', { mode: 'json' })
    .$type<ids.PassageId[]>()
    .notNull()
    .default([]),
  catalogueText: text('catalogue_text').notNull().default(''),
  suspendedFrom: text('suspended_from', { enum: values.datasetStatuses }),
  suspensionReason: text('suspension_reason'),
  license: text('license'),
})

/** Datasets that came out of archives of other installations. */
export const importedDatasets = sqliteTable(
  'imported_dataset',
  {
    instanceId: text('instance_id').notNull(),
    sourceDatasetId: text('source_dataset_id').notNull(),
    tenantId: text('tenant_id').$type<ids.TenantId>().notNull(),
    datasetId: text('dataset_id').$type<ids.DatasetId>().notNull(),
    importedAtMs: integer('imported_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.instanceId, table.sourceDatasetId, table.tenantId] })],
)

export const datasetAccess = sqliteTable(
  'dataset_access',
  {
    datasetId: text('dataset_id').$type<ids.DatasetId>().notNull(),
    tenantId: text('tenant_id').$type<ids.TenantId>().notNull(),
    grantedBy: text('granted_by').notNull(),
    grantedAtMs: integer('granted_at').notNull(),
    /** Null: it does not end by itself. */
    expiresAtMs: integer('expires_at'),
  },
  (table) => [primaryKey({ columns: [table.datasetId, table.tenantId] })],
)

export const accessRequests = sqliteTable('access_request', {
  accessRequestId: text('access_request_id').$type<ids.AccessRequestId>().primaryKey(),
  datasetId: text('dataset_id').$type<ids.DatasetId>().notNull(),
  tenantId: text('tenant_id').$type<ids.TenantId>().notNull(),
  requestedBy: text('requested_by').notNull(),
  message: text('message'),
  status: text('status', { enum: accessRequestStatuses }).notNull(),
  createdAtMs: integer('created_at').notNull(),
  decidedAtMs: integer('decided_at'),
  decidedBy: text('decided_by'),
  /** Whose dataset it is. */
  providerTenantId: text('provider_tenant_id').$type<ids.TenantId>(),
})

export const objects = sqliteTable(
  'object',
  {
    objectNo: integer('object_no').primaryKey({ autoIncrement: true }),
    objectId: text('object_id').$type<ids.ObjectId>().notNull().unique(),
    datasetId: text('dataset_id').$type<ids.DatasetId>().notNull(),
    tenantId: text('tenant_id').$type<ids.TenantId>().notNull(),
    filename: text('filename').notNull(),
    contentType: text('content_type').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    checksumSha256: text('checksum_sha256'),
    blobKey: text('blob_key'),
    source: text('source', { enum: values.sources }).notNull(),
    title: text('title'),
    tags: text('tags', { mode: 'json' }).$type<string[]>().notNull().default([]),
    userText: text('user_text'),
    modality: text('modality', { enum: values.modalities }).notNull(),
    status: text('status', { enum: values.objectStatuses }).notNull(),
    reviewState: text('review_state', { enum: values.reviewStates }),
    reviewExpiresAtMs: integer('review_expires_at'),
    reviewedAtMs: integer('reviewed_at'),
    reviewedBy: text('reviewed_by'),
    reviewNote: text('review_note'),
    indexState: text('index_state', { enum: values.indexStates }).notNull().default('none'),
    ingestError: text('ingest_error'),
    lang: text('lang'),
    pageCount: integer('page_count'),
    passageCount: integer('passage_count').notNull().default(0),
    durationMs: integer('duration_ms'),
    createdAtMs: integer('created_at').notNull(),
    uploadedAtMs: integer('uploaded_at'),
    firstIndexedAtMs: integer('first_indexed_at'),
    indexedAtMs: integer('indexed_at'),
    takenDownAtMs: integer('taken_down_at'),
    deletedAtMs: integer('deleted_at'),
    takenDownReason: text('taken_down_reason'),
    warnings: text('warnings', { mode: 'json' }).$type<string[]>().notNull().default([]),
    reviewWarnedAtMs: integer('review_warned_at'),
    bytesKeptUntilMs: integer('bytes_kept_until'),
    exclusiveTo: text('exclusive_to').$type<ids.TenantId>(),
    /** Until then the bytes of what is neither open, in review nor on offer count as kept. */
    bytesPurgedAtMs: integer('bytes_purged_at'),
    /** Where it lay in an imported folder; '' directly in it, null for what came without one. */
    folder: text('folder'),
    /** What the document calls itself. */
    documentTitle: text('document_title'),
    /** How much of it was read; null for all. */
    part: text('part', { mode: 'json' }).$type<PartRead>(),
  },
  ({ datasetId, objectId, status, indexState }) => [
    index('object_by_dataset').on(datasetId, objectId, status, indexState),
  ],
)

export const objectColumns = sqliteTable('object_columns', {
  objectId: text('object_id').$type<ids.ObjectId>().primaryKey(),
  profile: text('profile', { mode: 'json' }).$type<ColumnProfile>().notNull(),
  /** Put in by a trigger. */
  datasetId: text('dataset_id').$type<ids.DatasetId>(),
})

/** Who may see what changed so many times: kept by triggers alone (visibility.ts). */
export const visibilityChanges = sqliteTable('visibility_change', {
  one: integer('one').primaryKey(),
  seq: integer('seq').notNull(),
})

/** What datasets have, added up: kept by triggers alone, as are the tags. */
export const datasetHoldings = sqliteTable(
  'dataset_holding',
  {
    datasetId: text('dataset_id').$type<ids.DatasetId>().notNull(),
    status: text('status', { enum: values.objectStatuses }).notNull(),
    indexState: text('index_state').notNull(),
    isDown: integer('is_down', { mode: 'boolean' }).notNull(),
    isWarned: integer('is_warned', { mode: 'boolean' }).notNull(),
    modality: text('modality', { enum: values.modalities }).notNull(),
    lang: text('lang').notNull(),
    objects: integer('objects').notNull(),
    bytes: integer('bytes').notNull(),
    passages: integer('passages').notNull(),
  },
  ({ datasetId, status, indexState, isDown, isWarned, modality, lang }) => [
    primaryKey({ columns: [datasetId, status, indexState, isDown, isWarned, modality, lang] }),
  ],
)

export const datasetTags = sqliteTable(
  'dataset_tag',
  {
    tag: text('tag').notNull(),
    datasetId: text('dataset_id').$type<ids.DatasetId>().notNull(),
  },
  ({ tag, datasetId }) => [primaryKey({ columns: [tag, datasetId] })],
)

export const objectPreviews = sqliteTable('object_preview', {
  objectId: text('object_id').$type<ids.ObjectId>().primaryKey(),
  blobKey: text('blob_key').unique(),
  contentType: text('content_type'),
  width: integer('width'),
  height: integer('height'),
  sizeBytes: integer('size_bytes'),
  problem: text('problem'),
  madeAtMs: integer('made_at').notNull(),
})

export const sidecars = sqliteTable('sidecar', {
  objectId: text('object_id').$type<ids.ObjectId>().primaryKey(),
  recordingId: text('recording_id').$type<ids.ObjectId>().notNull(),
})

export const uploads = sqliteTable('upload', {
  uploadId: text('upload_id').$type<ids.UploadId>().primaryKey(),
  objectId: text('object_id').$type<ids.ObjectId>().notNull().unique(),
  declaredSha256: text('declared_sha256'),
  partSizeBytes: integer('part_size_bytes'),
  createdAtMs: integer('created_at').notNull(),
  expiresAtMs: integer('expires_at').notNull(),
  blobKey: text('blob_key'),
})

export const uploadParts = sqliteTable(
  'upload_part',
  {
    uploadId: text('upload_id').$type<ids.UploadId>().notNull(),
    partNumber: integer('part_number').notNull(),
    blobKey: text('blob_key').unique(),
    sizeBytes: integer('size_bytes').notNull(),
    checksumSha256: text('checksum_sha256').notNull(),
    receivedAtMs: integer('received_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.partNumber] })],
)

export const importedFiles = sqliteTable(
  'imported_file',
  {
    datasetId: text('dataset_id').$type<ids.DatasetId>().notNull(),
    folder: text('folder').notNull(),
    path: text('path').notNull(),
    objectId: text('object_id').$type<ids.ObjectId>().notNull(),
    checksumSha256: text('checksum_sha256').notNull(),
    importedAtMs: integer('imported_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.datasetId, table.folder, table.path] })],
)

/** Versions that a later file at their place replaced, until they are deleted. */
export const replacedFiles = sqliteTable('replaced_file', {
  objectId: text('object_id').$type<ids.ObjectId>().primaryKey(),
  datasetId: text('dataset_id').$type<ids.DatasetId>().notNull(),
  folder: text('folder').notNull(),
  path: text('path').notNull(),
})
