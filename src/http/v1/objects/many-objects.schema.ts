import * as z from 'zod'
import * as catalog from '../../../domain/catalog/index.ts'
import { folderMeaning, idText, pageEnd, timestamp } from '../../fields.ts'
import { invalidInputOf } from '../../refusals.ts'
import { fileOf, InitiatedUploadReply, InitiateUploadBody, uploadEndsAt } from './objects.schema.ts'

export const ObjectRowsReply = z
  .object({
    rows: z.array(
      z
        .object({
          object_id: z.string(),
          filename: z.string(),
          folder: z.string().nullable().meta({ description: folderMeaning }),
          content_type: z.string(),
          size_bytes: z.int(),
          status: z.enum(catalog.objectStatuses),
          index_state: z.enum(catalog.indexStates),
          created_at: timestamp,
          uploaded_at: timestamp.nullable(),
          review_expires_at: timestamp.nullable(),
          taken_down_at: timestamp.nullable(),
          upload_ends_at: uploadEndsAt,
        })
        .meta({ id: 'ObjectRow' }),
    ),
    ...pageEnd,
  })
  .meta({ id: 'ObjectRows' })

export const ChosenObjectsBody = z
  .object({
    object_ids: z
      .array(idText, { error: 'must be a list of ids' })
      .min(1, 'must not be empty')
      .max(catalog.chosenObjectsMax, `must have at most ${catalog.chosenObjectsMax} entries`),
  })
  .meta({ id: 'ChosenObjects' })

export const DeletedObjectsReply = z
  .object({ deleted: z.array(z.string()), not_found: z.array(z.string()) })
  .meta({ id: 'DeletedObjects' })

/** Why one of many was refused, in the words of an error that is an answer's. */
export const refusalField = z
  .object({
    code: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Refusal' })

export const ResubmittedObjectsReply = z
  .object({
    resubmitted: z.array(z.string()),
    refused: z.array(
      z.object({ object_id: z.string(), error: refusalField }).meta({ id: 'NotResubmitted' }),
    ),
  })
  .meta({ id: 'ResubmittedObjects' })

/** Each is looked at by itself: one that is none keeps no other file from coming. */
const announcedFile = z
  .unknown()
  .refine((sent) => sent !== null && typeof sent === 'object', 'must be an object')
  .transform((sent) => {
    const { data, error } = InitiateUploadBody.safeParse(sent)
    return error ? invalidInputOf(error, 'body', sent) : fileOf(data)
  })
  .meta({ override: { $ref: '#/components/schemas/InitiateUpload' } })

export const AnnounceUploadsBody = z
  .object({
    files: z
      .array(announcedFile, { error: 'must be a list of files' })
      .min(1, 'must not be empty')
      .max(catalog.announcedFilesMax, `must have at most ${catalog.announcedFilesMax} entries`),
  })
  .meta({ id: 'AnnounceUploads' })

export const AnnouncedUploadsReply = z
  .object({
    uploads: z
      .array(
        z
          .object({ upload: InitiatedUploadReply.nullable(), error: refusalField.nullable() })
          .meta({ id: 'AnnouncedUpload' }),
      )
      .meta({ description: 'One for each file, in their order' }),
  })
  .meta({ id: 'AnnouncedUploads' })

export const ConfirmUploadsBody = z
  .object({
    object_ids: z
      .array(idText, { error: 'must be a list of ids' })
      .min(1, 'must not be empty')
      .max(catalog.confirmedFilesMax, `must have at most ${catalog.confirmedFilesMax} entries`),
  })
  .meta({ id: 'ConfirmUploads' })

export const ConfirmedUploadsReply = z
  .object({
    confirmed: z.array(
      z
        .object({
          object_id: z.string(),
          job_id: z.string().meta({ description: 'The inspection that was enqueued' }),
        })
        .meta({ id: 'ConfirmedUpload' }),
    ),
    refused: z.array(
      z.object({ object_id: z.string(), error: refusalField }).meta({ id: 'NotConfirmed' }),
    ),
  })
  .meta({ id: 'ConfirmedUploads' })

export const KnownBody = z
  .object({
    sha256: z
      .array(
        z.string().regex(/^[0-9a-f]{64}$/, 'must have 64 hexadecimal digits in small letters'),
        {
          error: 'must be a list of SHA-256 sums',
        },
      )
      .min(1, 'must not be empty')
      .max(catalog.knownHashesMax, `must have at most ${catalog.knownHashesMax} entries`),
  })
  .meta({ id: 'KnownContent' })

export const KnownReply = z
  .object({
    known: z.array(
      z
        .object({
          sha256: z.string(),
          object_id: z.string(),
          filename: z.string(),
          folder: z.string().nullable(),
          status: z.enum(catalog.objectStatuses),
        })
        .meta({ id: 'KnownObject' }),
    ),
  })
  .meta({ id: 'KnownObjects' })
