import * as z from 'zod'
import { assetStates, modalities, sources } from '../../domain/catalog/index.ts'
import { assetsLimitDefault, assetsLimitMax, passageKinds } from '../../domain/search/index.ts'
import { folderMeaning, idText, oneOf, qInt } from '../fields.ts'
import { unixSeconds } from './search.schema.ts'

export const AssetParams = z.object({ id: idText })

/** Spec 4.1, GET /assets. */
export const AssetsQuery = z
  .object({
    limit: qInt(1, assetsLimitMax).default(assetsLimitDefault),
    modality: oneOf(modalities).optional(),
    status: oneOf(assetStates).optional(),
    after_uploaded_at: unixSeconds().optional(),
    after_asset_id: idText.optional(),
  })
  .refine(
    ({ after_uploaded_at, after_asset_id }) =>
      after_asset_id === undefined || after_uploaded_at !== undefined,
    { path: ['after_asset_id'], error: 'must come with after_uploaded_at' },
  )

const unixTime = z.int().meta({ description: 'Unix seconds' })

const assetFields = {
  asset_id: z.string(),
  tenant_id: z.string(),
  dataset_id: z.string(),
  title: z.string(),
  filename: z.string(),
  folder: z.string().nullable().meta({ description: folderMeaning }),
  content_type: z.string(),
  modality: z.enum(modalities),
  lang: z.string().meta({ description: 'und when it is not known' }),
  source: z.enum(sources),
  status: z.enum(assetStates),
  size_bytes: z.int(),
  checksum_sha256: z.string(),
  duration_ms: z.int().nullable(),
  page_count: z.int().nullable(),
  passage_count: z.int(),
  uploaded_at: unixTime,
  indexed_at: unixTime.nullable(),
  error: z.string().nullable().meta({ description: 'Why it could not be indexed' }),
  warnings: z.array(z.string()).meta({ description: 'What was odd about the file, and indexed' }),
}

export const PassageReply = z
  .object({
    passage_id: z.string(),
    kind: z.enum(passageKinds),
    text: z.string(),
    lang: z.string(),
    page: z.int().nullable(),
    time_start_ms: z.int().nullable(),
    time_end_ms: z.int().nullable(),
  })
  .meta({ id: 'Passage' })

export const AssetReply = z.object(assetFields).meta({ id: 'Asset' })

export const AssetWithPassagesReply = z
  .object({ ...assetFields, passages: z.array(PassageReply) })
  .meta({ id: 'AssetWithPassages' })

export const AssetsReply = z
  .object({
    assets: z.array(AssetReply),
    next: z
      .object({ after_uploaded_at: z.int(), after_asset_id: z.string() })
      .nullable()
      .meta({ description: 'Pass its fields back for the next page; null on the last one' }),
  })
  .meta({ id: 'Assets' })
