import * as z from 'zod'
import * as microip from '../../domain/microip/index.ts'
import { idText, int, oneOf, prose, qInt, text, timestamp } from '../fields.ts'
import { pages, sol } from './wallets.schema.ts'

/** Values whose refusal the room words as the contract does. (spec 7.3) */
function worded(values: readonly string[], description?: string) {
  return text({ max: 100 }).meta({
    override: { type: 'string', enum: [...values], ...(description && { description }) },
  })
}

const meanings = Object.entries(microip.licenseMeanings).map(
  ([type, meaning]) => `${type}: ${meaning}`,
)
const licenseType = worded(microip.licenseTypes, meanings.join(' '))
const tags = z
  .array(text({ min: 1, max: microip.tagMaxChars }))
  .max(microip.tagsMax, `must have at most ${microip.tagsMax}`)

export const AssetParams = z.object({ asset_id: idText })
export const PageQuery = z.object(pages)
export const OwnAssetsQuery = z.object({
  ...pages,
  q: text({ min: 1, max: 200 }).optional(),
})

export const CreateMicroIpBody = z.object({
  asset_id: idText,
  price: sol.meta({ description: 'SOL, above 0, with at most 9 decimals' }),
  license_type: licenseType,
})

export const DownloadBody = z.object({
  max_price: sol.optional().meta({ description: 'SOL: what the buyer agrees to pay' }),
})

export const PatchMicroIpBody = z.object({
  price: sol.optional(),
  license_type: licenseType.optional(),
  name: text({ max: microip.nameMaxChars }).optional(),
  description: prose({ max: 500 }).optional(),
  long_summary: prose({ min: 1, max: microip.summaryMaxChars }).optional(),
  tags: tags.optional(),
  category: worded(microip.categories).optional(),
  questions: z
    .array(text({ min: 3, max: microip.questionMaxChars }))
    .max(microip.questionsMax)
    .optional(),
  quality: worded(microip.qualities).optional(),
})

const fileFacts = {
  file_name: z.string(),
  file_size: z.int(),
  file_type: z.string(),
  mime_type: z.string(),
  created_at: timestamp,
  last_modified: timestamp,
}

const assetMembers = {
  asset_id: z.string(),
  name: z.string(),
  description: z.string(),
  file_url: z.string(),
  metadata: z.object(fileFacts),
  created_at: timestamp,
  owner_id: z.string(),
  is_public: z.boolean(),
  status: z.enum(['indexed', 'pending', 'review', 'rejected', 'failed']),
}

export const AssetReply = z.object(assetMembers).meta({ id: 'Asset' })
export const AssetListReply = z.array(AssetReply)

export const MicroIpReply = z
  .object({
    ...assetMembers,
    owner_tenant_id: z.string().meta({
      description: 'The tenant that offers it: nobody buys of their own',
    }),
    micro_ip: z.object({
      name: z.string(),
      description: z.string(),
      long_summary: z.string(),
      tags: z.array(z.string()),
      category: oneOf(microip.categories),
      questions: z.array(z.string()),
      quality: oneOf(microip.qualities),
      on_chain_id: z.string(),
      created_at: timestamp,
      updated_at: timestamp,
      price: sol,
      license_type: oneOf(microip.licenseTypes),
      chain_status: z.enum(['pending', 'registered', 'failed']),
      transaction_hash: z.string(),
      metadata_status: z
        .enum(['waiting', 'ready'])
        .meta({ description: 'waiting: the words come from the name until the content is there' }),
      metadata_source: z.enum(['name', 'extractive', 'llm']),
    }),
    total_earnings: sol,
    total_views: z.int(),
    total_downloads: z.int(),
    is_verified: z.boolean(),
    is_sellable: z.boolean().meta({
      description:
        'False of an exclusive licence that was sold, or can be no more because the file was ' +
        'sold by itself: but for who bought it, its owner alone sees it',
    }),
  })
  .meta({ id: 'MicroIpAsset' })

export const MicroIpListReply = z.object({
  items: z.array(MicroIpReply),
  page: z.int(),
  limit: z.int(),
  total: z.int(),
})

export const DownloadTransaction = z
  .object({
    asset_id: z.string(),
    buyer_id: z.string(),
    amount_paid: sol,
    timestamp,
    transaction_hash: z.string(),
    platform_fee: sol,
    price: sol.optional(),
  })
  .meta({ id: 'DownloadTransaction' })

export const DownloadReply = z.object({
  download_url: z.string(),
  expires_at: timestamp,
  transaction: DownloadTransaction,
})

export const DownloadListReply = z.object({
  items: z.array(DownloadTransaction),
  page: z.int(),
  limit: z.int(),
  total: z.int(),
})

export const UploadForm = z.object({
  file: z.string().meta({ override: { type: 'string', format: 'binary' } }),
  name: z.string().min(3).max(microip.nameMaxChars),
  description: z.string().min(10).max(500).optional(),
  is_public: z.boolean().default(false),
})

const page = int({ min: 1, max: 1_000_000 })
const limit = int({ min: 1, max: 100 })

export const SearchBody = z.object({
  query: prose({ min: 1, max: microip.queryMaxChars }).optional(),
  category: worded(microip.categories).optional(),
  quality: worded(microip.qualities).optional(),
  min_price: sol.optional(),
  max_price: sol.optional(),
  tags: z
    .array(text({ min: 1, max: 100 }))
    .max(20)
    .optional(),
  page: page.optional(),
  limit: limit.optional(),
})

/** SOL as it comes in an address: whatever is no number is refused in the room's words. */
const solText = z
  .string()
  .max(40)
  .meta({ override: { type: 'number' } })

/** The same as query parameters, for clients that cannot send a body with GET. (our choice) */
export const SearchQuery = z.object({
  query: prose({ min: 1, max: microip.queryMaxChars }).optional(),
  category: worded(microip.categories).optional(),
  quality: worded(microip.qualities).optional(),
  min_price: solText.optional(),
  max_price: solText.optional(),
  tags: text({ max: 2_000 }).optional().meta({ description: 'Separated by commas' }),
  page: qInt(1, 1_000_000).optional(),
  limit: qInt(1, 100).optional(),
})

export const SearchReply = z.array(MicroIpReply)
