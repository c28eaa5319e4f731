import * as z from 'zod'
import {
  grantMaxCredits,
  grantMinCredits,
  grantReasonMaxChars,
} from '../../../../domain/ledger/index.ts'
import { idText, int, prose, timestamp } from '../../../fields.ts'

export const TenantParams = z.object({ id: idText })

export const GrantCreditsBody = z.object({
  credits: int({ min: grantMinCredits, max: grantMaxCredits }),
  reason: prose({ min: 1, max: grantReasonMaxChars }),
})

export const CreditGrantReply = z
  .object({
    tenant_id: z.string(),
    credits: z.int(),
    available_credits: z.int(),
    transfer_id: z.string(),
    reason: z.string(),
    granted_at: timestamp,
  })
  .meta({ id: 'CreditGrant' })
