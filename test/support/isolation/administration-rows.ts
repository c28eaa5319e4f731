// The rows of what the operator does over HTTP.
import { byOperator, type Row } from './words.ts'

const person = '/v1/admin/users/usr_x'

export const administration: Record<string, Row> = {
  listUsers: byOperator('GET /v1/admin/users'),
  endUserSession: byOperator(`DELETE ${person}/sessions/ses_x`),
  listAllWebhooks: byOperator('GET /v1/admin/webhooks?tenant_id={tenant}'),
  patchAnyWebhook: byOperator('PATCH /v1/admin/webhooks/{webhook}', { state: 'paused' }),
  listAllWebhookDeliveries: byOperator('GET /v1/admin/webhook-deliveries?tenant_id={tenant}'),
  sendAnyWebhookAgain: byOperator('POST /v1/admin/webhook-deliveries/{delivery}/send-again'),
  getUser: byOperator(`GET ${person}`),
  createResetLink: byOperator(`POST ${person}/reset-link`),
  endUserSessions: byOperator(`DELETE ${person}/sessions`),
  getTenantUsage: byOperator('GET /v1/admin/tenants/{tenant}/usage'),
  getBackup: byOperator('GET /v1/admin/backups/x'),
  getErasurePlan: byOperator('GET /v1/admin/tenants/{tenant}/erasure'),
  eraseTenant: byOperator('POST /v1/admin/tenants/{tenant}/erasure', { name: 'x' }),
  exportTenant: byOperator('POST /v1/admin/tenants/tnt_x/export'),
  fetchTenantExport: byOperator('GET /v1/admin/tenants/{tenant}/export'),
  eraseUser: byOperator(`POST ${person}/erasure`, { email: 'x@example.eu' }),
  listUserSessions: byOperator(`GET ${person}/sessions`),
  lockUser: byOperator(`POST ${person}/lock`, { reason: 'Taken over.' }),
  unlockUser: byOperator(`POST ${person}/unlock`, {}),
  resetSecondFactors: byOperator(`DELETE ${person}/second-factors`),
  listJobs: byOperator('GET /v1/admin/jobs'),
  retryJob: byOperator('POST /v1/admin/jobs/job_x/retry'),
  cancelJob: byOperator('POST /v1/admin/jobs/job_x/cancel'),
  listAllAuditEvents: byOperator('GET /v1/admin/audit?tenant_id={tenant}'),
  exportAuditEvents: byOperator('GET /v1/admin/audit/export?tenant_id={tenant}'),
  getTraffic: byOperator('GET /v1/admin/traffic'),
  getMetrics: byOperator('GET /v1/admin/metrics'),
  getSettings: byOperator('GET /v1/admin/settings'),
  getIndexState: byOperator('GET /v1/admin/index'),
  listVouchers: byOperator('GET /v1/admin/vouchers'),
  revokeVoucher: byOperator('DELETE /v1/admin/vouchers/vch_x'),
  changePlatformAdmin: byOperator(`PUT ${person}/platform-admin`, { is_platform_admin: true }),
}
