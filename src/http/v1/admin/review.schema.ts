import * as z from 'zod'
import * as catalog from '../../../domain/catalog/index.ts'
import { decisionsMax, noteMaxLength, reasonMaxLength } from '../../../domain/review/index.ts'
import {
  folderMeaning,
  idText,
  oneOf,
  pageEnd,
  pageQuery,
  prose,
  qInt,
  text,
  timestamp,
} from '../../fields.ts'
import { refusalField } from '../objects/many-objects.schema.ts'
import { objectFields, previewField, previewProblem } from '../objects/objects.schema.ts'
import { ReasonBody } from './takedown.schema.ts'

export const StagedObjectParams = z.object({ object_id: idText })
export const ReviewParams = z.object({ tenant_id: idText, object_id: idText })

export const ReviewQueueQuery = z.object({
  ...pageQuery,
  tenant_id: idText.optional(),
  dataset_id: idText.optional(),
  modality: oneOf(catalog.modalities).optional(),
  q: text({ min: 1, max: catalog.nameQueryMaxLength })
    .meta({ description: 'Something in the name of the file or of its dataset' })
    .optional(),
  sort: oneOf(catalog.reviewSorts).meta({ description: 'The default is oldest' }).optional(),
  offset: qInt(0, catalog.offsetMax)
    .meta({ description: 'So many are left out; not beside a cursor' })
    .optional(),
})

/** The filters of the queue in the room's words. */
export function queueRequestOf(query: z.output<typeof ReviewQueueQuery>) {
  const { tenant_id: tenantId, dataset_id: datasetId, ...rest } = query
  return { ...rest, tenantId, datasetId }
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

export const ClaimReply = z
  .object({
    user_id: z.string(),
    name: z.string().nullable(),
    claimed_until: timestamp,
    is_mine: z.boolean(),
  })
  .meta({ id: 'ReviewClaim', description: 'Who looks at it now' })

const claim = ClaimReply.nullable()

export const ClaimBody = z
  .object({
    take_over: z
      .boolean({ error: 'must be true or false' })
      .meta({ description: 'Also from somebody else' })
      .optional(),
  })
  .meta({ id: 'ClaimReview' })

const decisions = ['approved', 'rejected'] as const

const WantedDecision = z
  .object({
    object_id: idText,
    decision: oneOf(decisions),
    note: prose({ max: noteMaxLength })
      .meta({ description: 'With an approval: stays among reviewers' })
      .optional(),
    reason: prose({ min: 1, max: reasonMaxLength })
      .meta({ description: 'Of a rejection, which needs one: it is told to the provider' })
      .optional(),
  })
  .refine(({ decision, reason }) => decision === 'approved' || (reason ?? '').trim() !== '', {
    message: 'must not be empty for a rejection',
    path: ['reason'],
  })
  .meta({ id: 'WantedDecision' })

export const DecideBody = z
  .object({
    decisions: z
      .array(WantedDecision, { error: 'must be a list of decisions' })
      .min(1, 'must not be empty')
      .max(decisionsMax, `must have at most ${decisionsMax} entries`),
  })
  .meta({ id: 'DecideReviews' })

export const DecidedManyReply = z
  .object({
    outcomes: z
      .array(
        z
          .object({
            object_id: z.string(),
            review_state: objectFields.review_state,
            error: refusalField.nullable(),
          })
          .meta({ id: 'DecisionOutcome' }),
      )
      .meta({ description: 'One for each decision, in their order' }),
  })
  .meta({ id: 'DecisionOutcomes' })

export const DecidedQuery = z.object({
  ...pageQuery,
  decision: oneOf(decisions).optional(),
  reviewer_id: idText.optional(),
  tenant_id: idText.optional(),
  q: text({ min: 1, max: catalog.nameQueryMaxLength }).optional(),
})

export const DecidedReply = z
  .object({
    items: z.array(
      z
        .object({
          ...itemFields,
          status: objectFields.status,
          decision: z.enum(decisions),
          decided_at: timestamp,
          reviewer_id: z.string().nullable(),
          reviewer_name: z.string().nullable(),
          reason: z.string().nullable().meta({ description: 'Or the note of an approval' }),
        })
        .meta({ id: 'DecidedReview' }),
    ),
    ...pageEnd,
  })
  .meta({ id: 'DecidedReviews' })

export const ReviewQueueReply = z
  .object({
    items: z.array(z.object({ ...itemFields, claim }).meta({ id: 'ReviewItem' })),
    total: z.int(),
    expiring_soon: z.int().meta({ description: 'Of the total, in 12 hours or less' }),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'ReviewQueue' })

export const ReviewDetailReply = z
  .object({
    ...itemFields,
    claim,
    checksum_sha256: z.string(),
    tenant_name: z.string(),
    status: objectFields.status,
    review_state: objectFields.review_state,
    index_state: objectFields.index_state,
    taken_down_at: objectFields.taken_down_at,
    takedown_reason: objectFields.takedown_reason,
    dataset_status: z.enum(catalog.datasetStatuses),
    dataset_visibility: z.enum(catalog.datasetVisibilities),
    title: z.string().nullable(),
    tags: z.array(z.string()),
    user_text: z.string().nullable(),
    inspection: z.enum(['pending', 'done']),
    sniffed_content_type: z.string().nullable(),
    warnings: z.array(z.string()),
    same_content: z
      .array(
        z
          .object({
            object_id: z.string(),
            filename: z.string(),
            status: objectFields.status,
          })
          .meta({ id: 'SameContent' }),
      )
      .meta({ description: 'What this tenant has with the same bytes, up to three' }),
    reviewed_at: timestamp.nullable(),
    reviewer_name: z.string().nullable(),
    review_note: z.string().nullable(),
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
