// The rows of what the operator does over HTTP.
import { byOperator, type Row } from './words.ts'

const person = '/v1/admin/users/usr_x'

export const administration: Record<string, Row> = {
  listUsers: byOperator('GET /v1/admin/users'),
  getUser: byOperator(`GET ${person}`),
  createResetLink: byOperator(`POST ${person}/reset-link`),
  endUserSessions: byOperator(`DELETE ${person}/sessions`),
  changePlatformAdmin: byOperator(`PUT ${person}/platform-admin`, { is_platform_admin: true }),
}
