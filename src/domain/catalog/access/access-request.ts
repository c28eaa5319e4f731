import type { AccessRequestId, DatasetId, TenantId } from '../../../base/ids.ts'

export const accessRequestStatuses = ['pending', 'approved', 'rejected'] as const
export const accessDecisions = ['approved', 'rejected'] as const

export type AccessRequestStatus = (typeof accessRequestStatuses)[number]
export type AccessDecision = (typeof accessDecisions)[number]

/** A tenant asks to be let into a restricted dataset. */
export type AccessRequest = {
  accessRequestId: AccessRequestId
  datasetId: DatasetId
  /** Who asks. */
  tenantId: TenantId
  tenantName: string
  message: string | null
  status: AccessRequestStatus
  createdAtMs: number
  decidedAtMs: number | null
}

/** A tenant that was let into a dataset; it counts while the dataset is `restricted`. */
export type AccessGrant = {
  datasetId: DatasetId
  tenantId: TenantId
  tenantName: string
  grantedAtMs: number
  /** Null: it does not end by itself. */
  expiresAtMs: number | null
}
