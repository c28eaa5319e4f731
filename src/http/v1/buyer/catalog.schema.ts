import * as z from 'zod'
import * as catalog from '../../../domain/catalog/index.ts'
import { passageKinds } from '../../../domain/search/index.ts'
import { oneOf, pageEnd, pageQuery, text, timestamp } from '../../fields.ts'
import { ColumnProfileReply } from '../datasets/column-profile.ts'

/** Several in one parameter, with commas: a parameter comes only once. */
const tagList = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  )
  .pipe(
    z
      .array(text({ min: 1, max: catalog.tagMaxLength }))
      .max(catalog.tagsMax, `must have at most ${catalog.tagsMax} entries`),
  )
  .meta({ override: { type: 'string', description: 'All of these, with commas between' } })

export const CatalogQuery = z.object({
  ...pageQuery,
  q: text({ min: 1, max: catalog.catalogueQueryMaxLength })
    .optional()
    .meta({ description: 'Words that all stand in the name, the description or the tags' }),
  modality: oneOf(catalog.modalities)
    .optional()
    .meta({ description: 'Has objects of this modality' }),
  lang: text({ min: 1, max: catalog.langMaxLength })
    .optional()
    .meta({ description: 'Has objects in this language' }),
  tags: tagList.optional(),
})

const Sample = z
  .object({
    passage_id: z.string(),
    asset_id: z.string(),
    title: z.string(),
    kind: z.enum(passageKinds),
    lang: z.string(),
    page: z.int().nullable(),
    text: z.string(),
  })
  .meta({ id: 'SamplePassage' })

export const CatalogDatasetReply = z
  .object({
    dataset_id: z.string(),
    tenant_id: z.string(),
    provider_name: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    source_modality: z.enum(catalog.sourceModalities),
    monetization_mode: z.enum(catalog.monetizationModes),
    pricing_model: z.enum(catalog.pricingModels),
    visibility: z.enum(catalog.datasetVisibilities),
    access: z
      .enum(catalog.offerAccesses)
      .meta({ description: 'Why the content is open, or that it is not' }),
    access_request_status: z
      .enum(catalog.accessRequestStatuses)
      .nullable()
      .meta({ description: 'Of your last request; null again when what it gave has ended' }),
    object_count: z.int().meta({ description: 'Approved and indexed' }),
    passage_count: z.int(),
    total_bytes: z.int(),
    modalities: z
      .partialRecord(z.enum(catalog.modalities), z.int())
      .meta({ description: 'Objects by modality' }),
    languages: z.array(z.string()).meta({ description: 'The most frequent first' }),
    prices: z
      .object({
        download_credits: z.int().meta({ description: 'Cents, for a whole file' }),
        retrieval_credits: z.int().meta({ description: 'Cents, for a passage in a search' }),
      })
      .meta({ id: 'CatalogPrices' }),
    tags: z.array(z.string()),
    curated: z.boolean(),
    license: z.string().nullable().meta({ description: 'The address of its licence' }),
    sample_passages: z.array(Sample),
    column_profile: ColumnProfileReply.nullable().meta({
      description: 'Of CSV and JSON data, in the answer about one dataset; null in lists',
    }),
    created_at: timestamp,
    updated_at: timestamp,
    last_ingest_at: timestamp.nullable(),
  })
  .meta({ id: 'CatalogDataset' })

export const CatalogReply = z
  .object({ datasets: z.array(CatalogDatasetReply), ...pageEnd })
  .meta({ id: 'Catalog' })
