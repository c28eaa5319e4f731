import * as z from 'zod'
import {
  accessDecisions,
  accessMessageMaxLength,
  accessRequestStatuses,
} from '../../../domain/catalog/index.ts'
import { idText, oneOf, pageQuery, prose, timestamp } from '../../fields.ts'

export const GrantParams = z.object({ id: idText, tenant_id: idText })
export const AccessRequestParams = z.object({ id: idText, access_request_id: idText })

export const AccessQuery = z.object(pageQuery)
export const AccessRequestsQuery = z.object({
  ...pageQuery,
  status: oneOf(accessRequestStatuses).optional(),
})

export const GrantAccessBody = z.object({ tenant_id: idText }).meta({ id: 'GrantAccess' })

export const RequestAccessBody = z
  .object({ message: prose({ min: 1, max: accessMessageMaxLength }).optional() })
  .meta({ id: 'RequestAccess' })

export const DecideAccessBody = z
  .object({ decision: oneOf(accessDecisions) })
  .meta({ id: 'DecideAccess' })

export const AccessReply = z
  .object({
    dataset_id: z.string(),
    tenant_id: z.string(),
    tenant_name: z.string(),
    granted_at: timestamp,
  })
  .meta({ id: 'DatasetAccess' })

export const AccessListReply = z
  .object({ access: z.array(AccessReply), total: z.int(), next_cursor: z.string().nullable() })
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
    total: z.int(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'OwnAccessRequests' })

export const AccessRequestsReply = z
  .object({
    access_requests: z.array(AccessRequestReply),
    total: z.int(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'AccessRequests' })
