import * as z from 'zod'
import {
  accessDecisions,
  accessMessageMaxLength,
  accessRequestStatuses,
} from '../../../domain/catalog/index.ts'
import { idText, oneOf, pageEnd, pageQuery, placedQuery, prose, timestamp } from '../../fields.ts'

export const GrantParams = z.object({ id: idText, tenant_id: idText })
export const AccessRequestParams = z.object({ id: idText, access_request_id: idText })

export const AccessQuery = z.object(pageQuery)
export const AccessRequestsQuery = z.object({
  ...pageQuery,
  status: oneOf(accessRequestStatuses).optional(),
})

const expiresAt = z.iso
  .datetime({ error: 'must be a time such as 2027-01-31T12:00:00Z', offset: true })
  .transform((text) => Date.parse(text))
  .nullable()
  .optional()
  .meta({
    override: { type: ['string', 'null'], format: 'date-time' },
    description: 'When the access ends by itself, to the minute; null: it does not',
  })

export const GrantAccessBody = z
  .object({ tenant_id: idText, expires_at: expiresAt })
  .meta({ id: 'GrantAccess' })

export const ChangeAccessBody = z
  .object({ expires_at: expiresAt.unwrap() })
  .meta({ id: 'ChangeAccess' })

export const RequestAccessBody = z
  .object({ message: prose({ min: 1, max: accessMessageMaxLength }).optional() })
  .meta({ id: 'RequestAccess' })

export const DecideAccessBody = z
  .object({ decision: oneOf(accessDecisions), expires_at: expiresAt })
  .meta({ id: 'DecideAccess' })

export const AccessReply = z
  .object({
    dataset_id: z.string(),
    tenant_id: z.string(),
    tenant_name: z.string(),
    granted_at: timestamp,
    expires_at: timestamp.nullable().meta({ description: 'Null: it does not end by itself' }),
  })
  .meta({ id: 'DatasetAccess' })

export const AccessListReply = z
  .object({ access: z.array(AccessReply), ...pageEnd })
  .meta({ id: 'DatasetAccessList' })

const accessRequest = {
  access_request_id: z.string(),
  dataset_id: z.string(),
  tenant_id: z.string().meta({ description: 'Who asks' }),
  tenant_name: z.string(),
  message: z.string().nullable(),
  status: z.enum(accessRequestStatuses),
  created_at: timestamp,
  decided_at: timestamp.nullable(),
}

export const AccessRequestReply = z.object(accessRequest).meta({ id: 'AccessRequest' })

export const OwnAccessRequestsReply = z
  .object({
    access_requests: z.array(
      z
        .object({
          ...accessRequest,
          dataset_name: z
            .string()
            .nullable()
            .meta({ description: 'Null when the dataset is not on offer any more' }),
        })
        .meta({ id: 'OwnAccessRequest' }),
    ),
    ...pageEnd,
  })
  .meta({ id: 'OwnAccessRequests' })

export const InboxQuery = z.object({
  ...placedQuery,
  status: oneOf(accessRequestStatuses).optional(),
})

export const InboxReply = z
  .object({
    access_requests: z.array(
      z
        .object({
          ...accessRequest,
          dataset_name: z.string(),
          asked_by: z
            .string()
            .nullable()
            .meta({ description: 'Who asked for the tenant; null: a key, or somebody gone' }),
        })
        .meta({ id: 'ReceivedAccessRequest' }),
    ),
    ...pageEnd,
  })
  .meta({ id: 'AccessInbox' })

export const AccessRequestsReply = z
  .object({ access_requests: z.array(AccessRequestReply), ...pageEnd })
  .meta({ id: 'AccessRequests' })
