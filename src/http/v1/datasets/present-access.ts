import { isoOf, isoOrNull } from '../../../base/clock.ts'
import type {
  AccessGrant,
  AccessList,
  AccessRequest,
  AccessRequestList,
  Inbox,
  OwnAccessRequestList,
} from '../../../domain/catalog/index.ts'

export function presentAccess(grant: AccessGrant) {
  const { datasetId, tenantId, tenantName, grantedAtMs, expiresAtMs } = grant
  return {
    dataset_id: datasetId,
    tenant_id: tenantId,
    tenant_name: tenantName,
    granted_at: isoOf(grantedAtMs),
    expires_at: isoOrNull(expiresAtMs),
  }
}

export function presentAccessList({ access, total, nextCursor }: AccessList) {
  return { access: access.map(presentAccess), total, next_cursor: nextCursor }
}

export function presentAccessRequest(request: AccessRequest) {
  return {
    access_request_id: request.accessRequestId,
    dataset_id: request.datasetId,
    tenant_id: request.tenantId,
    tenant_name: request.tenantName,
    message: request.message,
    status: request.status,
    created_at: isoOf(request.createdAtMs),
    decided_at: isoOrNull(request.decidedAtMs),
  }
}

export function presentOwnAccessRequests(list: OwnAccessRequestList) {
  return {
    access_requests: list.accessRequests.map((request) => ({
      ...presentAccessRequest(request),
      dataset_name: request.datasetName,
    })),
    total: list.total,
    next_cursor: list.nextCursor,
  }
}

export function presentAccessRequestList({ accessRequests, total, nextCursor }: AccessRequestList) {
  return {
    access_requests: accessRequests.map(presentAccessRequest),
    total,
    next_cursor: nextCursor,
  }
}

export function presentInbox({ accessRequests, total, nextCursor }: Inbox) {
  return {
    access_requests: accessRequests.map((request) => ({
      ...presentAccessRequest(request),
      dataset_name: request.datasetName,
      asked_by: request.askedBy,
    })),
    total,
    next_cursor: nextCursor,
  }
}
