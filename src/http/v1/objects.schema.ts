import * as z from 'zod'
import {
  indexStates,
  objectStatuses,
  reviewStates,
  sources,
  titleMaxLength,
  userTextMaxLength,
} from '../../domain/catalog/index.ts'
import { idText, int, oneOf, pageQuery, prose, text, timestamp } from '../fields.ts'
import { tags } from './datasets.schema.ts'

export const ObjectParams = z.object({ id: idText })
export const ObjectsParams = z.object({ dataset_id: idText })

export const ObjectsQuery = z.object({
  ...pageQuery,
  status: oneOf(objectStatuses).optional(),
})

/** The rules for names and types are the room's: they hold for every way in. */
const anyText = z.string({ error: 'must be a text' })

export const InitiateUploadBody = z
  .object({
    filename: anyText,
    content_type: anyText,
    size_bytes: int({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    checksum_sha256: z
      .string({ error: 'must be a text' })
      .regex(/^[0-9a-fA-F]{64}$/, 'must have 64 hexadecimal digits')
      .transform((value) => value.toLowerCase())
      .optional(),
    source: oneOf(sources).optional(),
    title: text({ min: 1, max: titleMaxLength }).optional(),
    tags: tags.optional(),
    user_text: prose({ min: 1, max: userTextMaxLength }).optional(),
  })
  .meta({ id: 'InitiateUpload' })

export const InitiatedUploadReply = z
  .object({
    object_id: z.string(),
    upload_url: z.string().meta({ description: 'Send the bytes here by PUT, no credential' }),
    expires_at: timestamp,
  })
  .meta({ id: 'InitiatedUpload' })

/** Nothing has to be said: the bytes speak. */
export const ConfirmUploadBody = z.object({}).meta({ id: 'ConfirmUpload' })

export const objectFields = {
  object_id: z.string(),
  dataset_id: z.string(),
  filename: z.string(),
  content_type: z.string(),
  size_bytes: z.int(),
  checksum_sha256: z.string().nullable().meta({ description: 'Null until confirmed' }),
  status: z.enum(objectStatuses),
  review_state: z.enum(reviewStates).nullable().meta({ description: 'Null until confirmed' }),
  uploaded_at: timestamp.nullable().meta({ description: 'Null until confirmed' }),
  review_expires_at: timestamp.nullable(),
  reviewed_at: timestamp.nullable(),
  review_reason: z.string().nullable().meta({ description: 'Why it was rejected' }),
  title: z.string().nullable(),
  source: z.enum(sources),
  tags: z.array(z.string()),
  index_state: z.enum(indexStates),
  error: z.string().nullable().meta({ description: 'Why it could not be indexed' }),
}

export const ObjectReply = z.object(objectFields).meta({ id: 'Object' })

export const ObjectsReply = z
  .object({
    objects: z.array(ObjectReply),
    total: z.int(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'Objects' })

export const ObjectDownloadReply = z
  .object({ download_url: z.string(), expires_at: timestamp })
  .meta({ id: 'ObjectDownload' })
