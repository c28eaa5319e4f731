import * as z from 'zod'
import { amountMaxCents, cents } from '../../../base/money.ts'
import * as catalog from '../../../domain/catalog/index.ts'
import { idText, int, oneOf, pageEnd, pageQuery, prose, text, timestamp } from '../../fields.ts'
import { ColumnProfileReply } from './column-profile.ts'

export const DatasetParams = z.object({ id: idText })

export const DatasetsQuery = z.object({
  ...pageQuery,
  status: oneOf(catalog.datasetStatuses).optional(),
  visibility: oneOf(catalog.datasetVisibilities).optional(),
})

export const tags = z
  .array(text({ min: 1, max: catalog.tagMaxLength }), { error: 'must be a list of texts' })
  .max(catalog.tagsMax, `must have at most ${catalog.tagsMax} entries`)

const name = text({ min: 1, max: catalog.datasetNameMaxLength }).refine(
  (value) => value.trim() !== '',
  'must not be empty',
)

const license = text({ min: 1, max: catalog.licenseMaxLength })
  .refine(isWebAddress, 'must be an http or https address')
  .meta({
    description: 'The address of the licence, as https://creativecommons.org/licenses/by/4.0/',
  })

/** Nobody asks it: it is shown, and is a link. */
function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}

const optionalFields = {
  description: prose({ max: catalog.descriptionMaxLength }).nullable().optional(),
  source_modality: oneOf(catalog.sourceModalities).optional(),
  monetization_mode: oneOf(catalog.monetizationModes).optional(),
  pricing_model: oneOf(catalog.pricingModels).optional(),
  visibility: oneOf(catalog.datasetVisibilities).optional(),
  base_price_credits: int({ min: 0, max: amountMaxCents }).transform(cents).nullable().optional(),
  tags: tags.optional(),
  license: license.nullable().optional(),
}

export const CreateDatasetBody = z.object({ name, ...optionalFields }).meta({ id: 'CreateDataset' })

const samplePassageIds = z
  .array(idText, { error: 'must be a list of ids' })
  .max(catalog.samplePassagesMax, `must have at most ${catalog.samplePassagesMax} entries`)
  .refine((ids) => new Set(ids).size === ids.length, 'must name each passage once')

export const PatchDatasetBody = z
  .object({
    name: name.optional(),
    ...optionalFields,
    status: oneOf(catalog.datasetStatuses).optional(),
    sample_passage_ids: samplePassageIds.optional(),
  })
  .meta({ id: 'PatchDataset' })

const datasetFields = {
  dataset_id: z.string(),
  tenant_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  source_modality: z.enum(catalog.sourceModalities),
  monetization_mode: z.enum(catalog.monetizationModes),
  pricing_model: z.enum(catalog.pricingModels),
  visibility: z.enum(catalog.datasetVisibilities),
  status: z.enum(catalog.datasetStatuses),
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
  license: z.string().nullable().meta({ description: 'Its address; null: none is told' }),
  object_states: z
    .object({
      initiated: z.int().meta({ description: 'Uploads that are not confirmed' }),
      staged: z.int(),
      active: z.int(),
      rejected: z.int(),
      expired: z.int(),
      queued: z.int().meta({ description: 'Of the active ones, as the next three are' }),
      indexed: z.int(),
      failed: z.int(),
      taken_down: z.int(),
    })
    .meta({ id: 'ObjectStates', description: 'How many objects are in which state' }),
}

export const DatasetReply = z.object(datasetFields).meta({ id: 'Dataset' })

export const DatasetDetailReply = z
  .object({
    ...datasetFields,
    column_profile: ColumnProfileReply.nullable().meta({ description: 'Of CSV and JSON data' }),
  })
  .meta({ id: 'DatasetDetail' })

/** One price for several; null: the house price. */
export const PriceDatasetsBody = z
  .object({
    dataset_ids: z
      .array(idText, { error: 'must be a list of ids' })
      .min(1, 'must not be empty')
      .max(catalog.chosenDatasetsMax, `must have at most ${catalog.chosenDatasetsMax} entries`),
    base_price_credits: int({ min: 0, max: amountMaxCents }).transform(cents).nullable(),
  })
  .meta({ id: 'PriceDatasets' })

export const PricedDatasetsReply = z
  .object({ datasets: z.array(DatasetReply) })
  .meta({ id: 'PricedDatasets' })

export const DatasetsReply = z
  .object({ datasets: z.array(DatasetReply), ...pageEnd })
  .meta({ id: 'Datasets' })
