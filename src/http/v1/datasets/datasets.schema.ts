import * as z from 'zod'
import { amountMaxCents, cents } from '../../../base/money.ts'
import {
  datasetNameMaxLength,
  datasetStatuses,
  datasetVisibilities,
  descriptionMaxLength,
  monetizationModes,
  pricingModels,
  samplePassagesMax,
  sourceModalities,
  tagMaxLength,
  tagsMax,
} from '../../../domain/catalog/index.ts'
import { idText, int, oneOf, pageQuery, prose, text, timestamp } from '../../fields.ts'
import { ColumnProfileReply } from './column-profile.ts'

export const DatasetParams = z.object({ id: idText })

export const DatasetsQuery = z.object({
  ...pageQuery,
  status: oneOf(datasetStatuses).optional(),
  visibility: oneOf(datasetVisibilities).optional(),
})

export const tags = z
  .array(text({ min: 1, max: tagMaxLength }), { error: 'must be a list of texts' })
  .max(tagsMax, `must have at most ${tagsMax} entries`)

const name = text({ min: 1, max: datasetNameMaxLength }).refine(
  (value) => value.trim() !== '',
  'must not be empty',
)

const optionalFields = {
  description: prose({ max: descriptionMaxLength }).nullable().optional(),
  source_modality: oneOf(sourceModalities).optional(),
  monetization_mode: oneOf(monetizationModes).optional(),
  pricing_model: oneOf(pricingModels).optional(),
  visibility: oneOf(datasetVisibilities).optional(),
  base_price_credits: int({ min: 0, max: amountMaxCents }).transform(cents).nullable().optional(),
  tags: tags.optional(),
}

export const CreateDatasetBody = z.object({ name, ...optionalFields }).meta({ id: 'CreateDataset' })

const samplePassageIds = z
  .array(idText, { error: 'must be a list of ids' })
  .max(samplePassagesMax, `must have at most ${samplePassagesMax} entries`)
  .refine((ids) => new Set(ids).size === ids.length, 'must name each passage once')

export const PatchDatasetBody = z
  .object({
    name: name.optional(),
    ...optionalFields,
    status: oneOf(datasetStatuses).optional(),
    sample_passage_ids: samplePassageIds.optional(),
  })
  .meta({ id: 'PatchDataset' })

const datasetFields = {
  dataset_id: z.string(),
  tenant_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  source_modality: z.enum(sourceModalities),
  monetization_mode: z.enum(monetizationModes),
  pricing_model: z.enum(pricingModels),
  visibility: z.enum(datasetVisibilities),
  status: z.enum(datasetStatuses),
  object_count: z.int(),
  active_object_count: z.int().meta({ description: 'Approved and indexed' }),
  total_bytes: z.int(),
  created_at: timestamp,
  updated_at: timestamp,
  last_ingest_at: timestamp.nullable(),
  base_price_credits: z.int().nullable().meta({ description: 'Cents; null: the house price' }),
  tags: z.array(z.string()),
  curated: z.boolean(),
  sample_passage_ids: z.array(z.string()).meta({ description: 'Shown in the catalogue' }),
  suspension_reason: z.string().nullable(),
}

export const DatasetReply = z.object(datasetFields).meta({ id: 'Dataset' })

export const DatasetDetailReply = z
  .object({
    ...datasetFields,
    column_profile: ColumnProfileReply.nullable().meta({ description: 'Of CSV and JSON data' }),
  })
  .meta({ id: 'DatasetDetail' })

export const DatasetsReply = z
  .object({
    datasets: z.array(DatasetReply),
    total: z.int(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'Datasets' })
