import * as z from 'zod'
import { idText } from '../fields.ts'

export const BlobParams = z.object({ object_id: idText })

/** All optional: whatever is missing or wrong makes the signature wrong, which is one answer. */
export const BlobQuery = z.object({
  purpose: z.string().optional(),
  part: z.string().optional(),
  limit: z.string().optional(),
  expires: z.string().optional(),
  signature: z.string().optional(),
})
