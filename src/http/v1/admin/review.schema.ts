import * as z from 'zod'
import { datasetVisibilities, modalities } from '../../../domain/catalog/index.ts'
import { noteMaxLength } from '../../../domain/review/index.ts'
import { folderMeaning, idText, oneOf, pageQuery, prose, timestamp } from '../../fields.ts'
import { objectFields, previewField, previewProblem } from '../objects/objects.schema.ts'
import { ReasonBody } from './takedown.schema.ts'

export const StagedObjectParams = z.object({ object_id: idText })
export const ReviewParams = z.object({ tenant_id: idText, object_id: idText })

export const ReviewQueueQuery = z.object({
  ...pageQuery,
  tenant_id: idText.optional(),
  dataset_id: idText.optional(),
  modality: oneOf(modalities).optional(),
})

/** The filters of the queue in the room's words. */
export function queueRequestOf(query: z.output<typeof ReviewQueueQuery>) {
  const { cursor, limit, tenant_id: tenantId, dataset_id: datasetId, modality } = query
  return { cursor, limit, tenantId, datasetId, modality }
}

export const ApproveBody = z
  .object({ note: prose({ max: noteMaxLength }).optional() })
  .meta({ id: 'Approve' })

export const RejectBody = ReasonBody.meta({ id: 'Reject' })

const itemFields = {
  object_id: z.string(),
  tenant_id: z.string(),
  dataset_id: z.string(),
  dataset_name: z.string(),
  filename: z.string(),
  folder: z.string().nullable().meta({ description: folderMeaning }),
  content_type: z.string().meta({ description: 'As declared' }),
  size_bytes: z.int(),
  uploaded_at: timestamp,
  review_expires_at: timestamp.nullable(),
  expires_soon: z.boolean().meta({ description: 'In 12 hours or less' }),
}

export const ReviewQueueReply = z
  .object({
    items: z.array(z.object(itemFields).meta({ id: 'ReviewItem' })),
    total: z.int(),
    expiring_soon: z.int().meta({ description: 'Of the total, in 12 hours or less' }),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'ReviewQueue' })

export const ReviewDetailReply = z
  .object({
    ...itemFields,
    checksum_sha256: z.string(),
    tenant_name: z.string(),
    status: objectFields.status,
    review_state: objectFields.review_state,
    dataset_visibility: z.enum(datasetVisibilities),
    title: z.string().nullable(),
    tags: z.array(z.string()),
    user_text: z.string().nullable(),
    inspection: z.enum(['pending', 'done']),
    sniffed_content_type: z.string().nullable(),
    warnings: z.array(z.string()),
    text_sample: z.string().nullable(),
    page_count: z.int().nullable(),
    duration_ms: z.int().nullable(),
    preview: previewField,
    preview_problem: previewProblem,
    preview_image_url: z
      .string()
      .nullable()
      .meta({ description: 'Shows the preview without a credential, good for 15 minutes' }),
  })
  .meta({ id: 'ReviewDetail' })

export const ApprovedReply = z
  .object({
    ...objectFields,
    job_id: z.string().meta({ description: 'The ingestion that was enqueued' }),
    notice: z.string().nullable().meta({ description: 'That no buyer can see it, and why' }),
  })
  .meta({ id: 'ApprovedObject' })

export const PreviewReply = z
  .object({ preview_url: z.string(), expires_at: timestamp })
  .meta({ id: 'Preview' })
