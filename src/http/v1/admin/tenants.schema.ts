import * as z from 'zod'
import { PLANS } from '../../../domain/identity/index.ts'
import { idText, int, pageEnd, pageQuery, qBool, text, timestamp } from '../../fields.ts'
import { moment } from '../account/api-keys.schema.ts'
import { name } from '../account/auth.schema.ts'
import { CreatedInvitationReply } from '../tenant/invitations.schema.ts'

export const TenantParams = z.object({ id: idText })
export const TenantsQuery = z.object({
  ...pageQuery,
  q: text({ min: 1, max: 100 })
    .meta({ description: 'The beginning of the name, or the id' })
    .optional(),
  suspended: qBool().optional(),
})

const owner = {
  owner_email: text({ min: 1, max: 320 })
    .meta({ format: 'email', description: 'Who alone may become the owner' })
    .optional(),
  expires_at: moment.meta({ description: 'In 7 days unless given; within 31 days' }).optional(),
}

const quota = int({ min: 0, max: Number.MAX_SAFE_INTEGER })
  .nullable()
  .meta({ description: 'null: as the setting says; 0: no limit' })

export const CreateTenantBody = z
  .object({ name, ...owner, storage_quota_bytes: quota.optional() })
  .meta({ id: 'CreateTenant' })
export const InviteOwnerBody = z.object(owner).meta({ id: 'InviteOwner' })
export const StorageQuotaBody = z
  .object({ storage_quota_bytes: quota })
  .meta({ id: 'StorageQuotaChange' })

const record = {
  tenant_id: z.string(),
  name: z.string(),
  region: z.string(),
  plan: z.enum(PLANS),
  created_at: timestamp,
  member_count: z.int(),
  storage_bytes: z.int().meta({ description: 'From the initiation of an upload on' }),
  storage_quota_bytes: z.int().nullable().meta({ description: 'Of its own' }),
  storage_limit_bytes: z.int().nullable().meta({ description: 'In force; null: no limit' }),
  suspended_at: timestamp.nullable(),
  suspension_reason: z.string().nullable(),
}

export const TenantReply = z.object(record).meta({ id: 'Tenant' })
export const CreatedTenantReply = z
  .object({ ...record, invitation: CreatedInvitationReply })
  .meta({ id: 'CreatedTenant' })
export const TenantsReply = z
  .object({ tenants: z.array(TenantReply), ...pageEnd })
  .meta({ id: 'Tenants' })
