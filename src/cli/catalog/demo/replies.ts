import * as z from 'zod'

// What the demo reads of the answers; everything else in them is let through.

const inEnvelope = <T extends z.ZodRawShape>(shape: T) => z.object({ data: z.looseObject(shape) })

export const AccountReply = inEnvelope({
  user_id: z.string(),
  tenant_id: z.string(),
  session_token: z.string().startsWith('sess_'),
})

export const MeReply = inEnvelope({
  user: z.looseObject({ email: z.string(), is_platform_admin: z.boolean() }),
  tenant: z.looseObject({ tenant_id: z.string(), name: z.string() }),
  roles: z.array(z.string()),
  scopes: z.array(z.string()),
})

export const KeyReply = inEnvelope({
  api_key_id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  secret: z.string().startsWith('kontor_'),
})

export const WebhookReply = inEnvelope({
  webhook_id: z.string(),
  state: z.literal('active'),
  types: z.array(z.string()),
})

export const NotificationsReply = inEnvelope({ mail: z.record(z.string(), z.string()) })

export const DatasetReply = inEnvelope({
  dataset_id: z.string(),
  name: z.string(),
  visibility: z.string(),
  status: z.string(),
})

export const UploadReply = inEnvelope({
  object_id: z.string(),
  upload_url: z.string(),
  expires_at: z.string(),
})

export const ObjectReply = inEnvelope({
  object_id: z.string(),
  status: z.string(),
  review_state: z.string().nullable(),
  checksum_sha256: z.string().nullable(),
})

export const ApprovedReply = inEnvelope({
  status: z.string(),
  review_state: z.string(),
  /** Said when nobody but the owner will find it. */
  notice: z.string().nullable(),
})

const QueueItem = z.looseObject({
  object_id: z.string(),
  filename: z.string(),
  dataset_name: z.string(),
  size_bytes: z.int(),
  review_expires_at: z.string(),
})

export type QueueItem = z.infer<typeof QueueItem>

export const QueueReply = inEnvelope({ total: z.int(), items: z.array(QueueItem) })

export const DetailReply = inEnvelope({
  inspection: z.enum(['pending', 'done']),
  sniffed_content_type: z.string().nullable(),
  page_count: z.int().nullable(),
  text_sample: z.string().nullable(),
  warnings: z.array(z.unknown()),
})

export const CreditsReply = inEnvelope({ available_credits: z.int() })

export const AssetsReply = z.object({
  assets: z.array(
    z.looseObject({
      asset_id: z.string(),
      status: z.string(),
      filename: z.string(),
      error: z.unknown(),
    }),
  ),
})

export const Hit = z.looseObject({
  asset_id: z.string(),
  kind: z.string(),
  lang: z.string(),
  page: z.int().nullable(),
  score: z.number(),
  snippet: z.string(),
})

export const SearchReply = z.looseObject({
  results: z.array(Hit),
  total: z.int(),
  total_relation: z.string(),
  mode: z.string(),
  search_id: z.string(),
  charged_credits: z.int(),
  available_credits: z.int(),
  facets: z
    .object({ modality: z.record(z.string(), z.int()), kind: z.record(z.string(), z.int()) })
    .nullish(),
})

export const LinkReply = z.looseObject({
  url: z.url(),
  ttl_seconds: z.int(),
  estimated_credits: z.int(),
  available_credits: z.int(),
})

export const PaymentReply = z.looseObject({
  code: z.literal('insufficient_credits'),
  message: z.string(),
  operation: z.string(),
  required_credits: z.int(),
  available_credits: z.int(),
})

export const RefusalReply = z.looseObject({ code: z.string(), message: z.string() })

/** An answer whose body says nothing of interest. */
export const NoReply = z.unknown()

export type SearchAnswer = z.infer<typeof SearchReply>
