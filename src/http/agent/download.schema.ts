import * as z from 'zod'
import { idText, int, timestamp } from '../fields.ts'
import { budgetLeft } from './search.schema.ts'

const millisecond = int({ min: 0, max: Number.MAX_SAFE_INTEGER })

/** Spec 4.1, POST /download. */
export const DownloadBody = z
  .object({
    asset_id: idText,
    start_ms: millisecond.optional(),
    end_ms: millisecond.optional(),
    search_id: z
      .string({ error: 'must be a text' })
      .optional()
      .meta({ description: 'The search that led here; one that is not yours is left out' }),
  })
  .meta({ id: 'MintDownload' })

/** Spec 2.1 names `estimated_credits` and `available_credits`; the other names are our choice. */
export const DownloadReply = z
  .object({
    url: z.url().meta({ description: 'good for one fetch, without a credential' }),
    ttl_seconds: z.int(),
    expires_at: timestamp,
    estimated_credits: z.int().meta({ description: 'what the fetch will cost, in cents' }),
    available_credits: z.int().meta({ description: 'what is on the balance, in cents' }),
    budget_left_credits: budgetLeft(),
    size_bytes: z.int(),
    warning: z.string().optional().meta({ description: 'why a fetch would be refused as of now' }),
    note: z
      .string()
      .optional()
      .meta({ description: 'why the download is not attributed to the search that was named' }),
  })
  .meta({ id: 'DownloadLink' })

export const LinkParams = z.object({ token: z.string() })
