import * as z from 'zod'
import * as catalog from '../../../domain/catalog/index.ts'
import { jobStates } from '../../../domain/outbox/index.ts'
import {
  folderMeaning,
  idText,
  int,
  oneOf,
  pageEnd,
  pageQuery,
  prose,
  qBool,
  qInt,
  text,
  timestamp,
} from '../../fields.ts'
import { ColumnProfileReply } from '../datasets/column-profile.ts'
import { tags } from '../datasets/datasets.schema.ts'

export const ObjectParams = z.object({ id: idText })
export const ObjectsParams = z.object({ dataset_id: idText })

const takenDown = qBool().meta({ description: 'What is taken down, or all that is not' }).optional()

const ofDataset = {
  q: text({ min: 1, max: catalog.nameQueryMaxLength })
    .meta({ description: 'Something in the name, whatever its case' })
    .optional(),
  status: oneOf(catalog.objectStatuses).optional(),
  index_state: oneOf(catalog.indexStates).optional(),
  taken_down: takenDown,
  sort: oneOf(catalog.objectSorts).meta({ description: 'The default is newest' }).optional(),
  offset: qInt(0, catalog.offsetMax)
    .meta({ description: 'So many are left out; not beside a cursor' })
    .optional(),
}

const sumsMax = 50

/** `1:<SHA-256>,2:<SHA-256>`, as numbers and sums. */
const partSums = z
  .string()
  .regex(
    /^[1-9]\d{0,4}:[0-9a-fA-F]{64}(,[1-9]\d{0,4}:[0-9a-fA-F]{64})*$/,
    'must be numbers of parts with their SHA-256, as in 1:9f86…,2:6030…',
  )
  .max(sumsMax * 71, `must name at most ${sumsMax} parts`)
  .transform((value) => {
    const pairs = value.split(',').map((pair) => pair.split(':') as [string, string])
    return new Map(pairs.map(([number, sum]) => [Number(number), sum.toLowerCase()]))
  })

export const UploadQuery = z.object({
  part_sha256: partSums
    .meta({
      description:
        'For a file in parts: the SHA-256 of some that are about to be sent, up to ' +
        `${sumsMax}, as 1:9f86…,2:6030…. A store of files that takes them by itself then ` +
        'takes these bytes alone',
    })
    .optional(),
})

export const ObjectsQuery = z.object({ ...pageQuery, ...ofDataset })

export const ObjectRowsQuery = z.object({
  ...pageQuery,
  limit: qInt(1, catalog.objectRowsMax).default(100),
  ...ofDataset,
})

/** The filters of both in the room's words. */
export function objectsRequestOf(query: z.output<typeof ObjectsQuery>) {
  const { index_state: indexState, taken_down: down, ...rest } = query
  return { ...rest, indexState, takenDown: down }
}

export const OwnObjectsQuery = z.object({
  ...pageQuery,
  dataset_id: idText.optional(),
  folder: text({ min: 1, max: catalog.folderMaxLength }).optional(),
  index_state: oneOf(catalog.indexStates).optional(),
  status: oneOf(catalog.objectStatuses).optional(),
  taken_down: takenDown,
})

/** The rules for names and types are the room's: they hold for every way in. */
const anyText = z.string({ error: 'must be a text' })

export const initiateFields = {
  filename: anyText,
  content_type: anyText.meta({
    pattern: catalog.mediaType.source,
    maxLength: catalog.contentTypeMaxLength,
  }),
  size_bytes: int({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  checksum_sha256: z
    .string({ error: 'must be a text' })
    .regex(/^[0-9a-fA-F]{64}$/, 'must have 64 hexadecimal digits')
    .transform((value) => value.toLowerCase())
    .optional(),
  source: oneOf(catalog.sources).optional(),
  title: text({ min: 1, max: catalog.titleMaxLength }).optional(),
  folder: text({ min: 1, max: catalog.folderMaxLength }).optional(),
  tags: tags.optional(),
  user_text: prose({ min: 1, max: catalog.userTextMaxLength }).optional(),
}

export const InitiateUploadBody = z.object(initiateFields).meta({ id: 'InitiateUpload' })

/** The file that is announced, in the room's words. */
export function fileOf(body: z.output<typeof InitiateUploadBody>) {
  return {
    filename: body.filename,
    contentType: body.content_type,
    sizeBytes: body.size_bytes,
    checksumSha256: body.checksum_sha256,
    source: body.source,
    title: body.title,
    folder: body.folder,
    tags: body.tags,
    userText: body.user_text,
  }
}

/** The same, with the dataset in the body instead of the path. */
export const CreateUploadBody = z
  .object({ dataset_id: idText, ...initiateFields })
  .meta({ id: 'CreateUpload' })

const uploadHeaders = z
  .record(z.string(), z.string())
  .optional()
  .meta({
    description:
      'Headers to send along, word for word. Only where the bytes go to the store of files by ' +
      'themselves and their SHA-256 was declared: it takes no others',
  })

const partFields = {
  part_number: z.int(),
  offset_bytes: z.int(),
  size_bytes: z.int(),
  upload_url: z.string().meta({ description: 'Send this part here by PUT, no credential' }),
  upload_headers: uploadHeaders,
}

const urlFields = {
  object_id: z.string(),
  upload_id: z.string(),
  upload_url: z.string().meta({ description: 'Send all bytes here by PUT, no credential' }),
  upload_headers: uploadHeaders,
  expires_at: timestamp,
}

const partSize = z.int().optional().meta({ description: 'Only for files that can come in parts' })

export const InitiatedUploadReply = z
  .object({
    ...urlFields,
    part_size_bytes: partSize,
    parts: z.array(z.object(partFields).meta({ id: 'UploadPart' })).optional(),
  })
  .meta({ id: 'InitiatedUpload' })

const Received = z
  .object({ size_bytes: z.int(), etag: z.string(), received_at: timestamp })
  .nullable()
  .meta({ id: 'ReceivedBytes', description: 'What came; null while nothing did' })

export const OpenUploadReply = z
  .object({
    ...urlFields,
    size_bytes: z.int(),
    received: Received,
    part_size_bytes: partSize,
    parts: z
      .array(z.object({ ...partFields, received: Received }).meta({ id: 'OpenUploadPart' }))
      .optional(),
  })
  .meta({ id: 'OpenUpload' })

export const UploadParams = z.object({ upload_id: idText })

const NamedPart = z
  .object({
    part_number: int({ min: 1, max: catalog.partNumberMax }),
    etag: text({ min: 1, max: catalog.etagMaxLength }),
  })
  .meta({ id: 'NamedPart' })

/** For a file in one piece nothing has to be said: the bytes speak. */
export const ConfirmUploadBody = z
  .object({
    parts: z
      .array(NamedPart, { error: 'must be a list of parts' })
      .max(catalog.partNumberMax, `must have at most ${catalog.partNumberMax} entries`)
      .optional(),
  })
  .meta({ id: 'ConfirmUpload' })

/** Where there was no time for all of a file. */
export const PartReply = z
  .object({
    unit: z.enum(['pages', 'seconds', 'characters']),
    read: z.int(),
    of: z.int().nullable(),
  })
  .nullable()
  .meta({ id: 'PartRead', description: 'How much of the file was read; null when that is all' })

export const objectFields = {
  object_id: z.string(),
  dataset_id: z.string(),
  filename: z.string(),
  content_type: z.string(),
  size_bytes: z.int(),
  checksum_sha256: z.string().nullable().meta({ description: 'Null until confirmed' }),
  status: z.enum(catalog.objectStatuses),
  review_state: z
    .enum(catalog.reviewStates)
    .nullable()
    .meta({ description: 'Null until confirmed' }),
  uploaded_at: timestamp.nullable().meta({ description: 'Null until confirmed' }),
  review_expires_at: timestamp.nullable(),
  reviewed_at: timestamp.nullable(),
  review_warned_at: timestamp
    .nullable()
    .meta({ description: 'Since then it was clear that its review would end undecided soon' }),
  review_reason: z.string().nullable().meta({ description: 'Why it was rejected' }),
  title: z
    .string()
    .nullable()
    .meta({ description: 'As given with the upload, or else what the document calls itself' }),
  folder: z.string().nullable().meta({ description: folderMeaning }),
  source: z.enum(catalog.sources),
  tags: z.array(z.string()),
  index_state: z.enum(catalog.indexStates),
  error: z.string().nullable().meta({ description: 'Why it could not be indexed' }),
  warnings: z.array(z.string()).meta({ description: 'What was odd about the file, and indexed' }),
  partial: PartReply,
  taken_down_at: timestamp.nullable().meta({ description: 'Out of sight since then' }),
  takedown_reason: z.string().nullable(),
}

export const ObjectReply = z.object(objectFields).meta({ id: 'Object' })

/** What there is to look at. */
export const previewField = z
  .object({
    content_type: z.string(),
    width: z.int(),
    height: z.int(),
    size_bytes: z.int(),
  })
  .nullable()
  .meta({ id: 'PreviewPicture', description: 'Null for text, and before the inspection' })

export const previewProblem = z
  .string()
  .nullable()
  .meta({ description: 'Why there is no preview of something that could have one' })

export const uploadEndsAt = timestamp.nullable().meta({
  description: 'When an upload goes that nobody confirms, unless bytes come for it until then',
})

export const ObjectDetailReply = z
  .object({
    ...objectFields,
    preview: previewField,
    preview_problem: previewProblem,
    upload_ends_at: uploadEndsAt,
    column_profile: ColumnProfileReply.nullable().meta({ description: 'Of CSV and JSON data' }),
  })
  .meta({ id: 'ObjectDetail' })

export const ConfirmedReply = z
  .object({
    ...objectFields,
    job_id: z.string().meta({ description: 'The inspection that was enqueued' }),
  })
  .meta({ id: 'ConfirmedObject' })

export const ObjectsReply = z
  .object({ objects: z.array(ObjectReply), ...pageEnd })
  .meta({ id: 'Objects' })

export const ObjectDownloadReply = z
  .object({ download_url: z.string(), expires_at: timestamp })
  .meta({ id: 'ObjectDownload' })

export const ReprocessingReply = z
  .object({
    object_id: z.string(),
    job_id: z.string(),
    status: z.enum(jobStates),
    requested_at: timestamp,
  })
  .meta({ id: 'ObjectReprocessing' })
