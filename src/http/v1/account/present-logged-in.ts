import type * as z from 'zod'
import { isoOf, isoOrNull } from '../../../base/clock.ts'
import type { LoggedIn } from '../../../domain/identity/index.ts'
import type { LoggedInReply } from './auth.schema.ts'

export function presentLoggedIn(session: LoggedIn): z.input<typeof LoggedInReply> {
  return {
    user_id: session.userId,
    tenant_id: session.tenantId,
    session_token: session.sessionToken,
    expires_at: isoOf(session.expiresAtMs),
    display_name: session.displayName,
    email: session.email,
    device_token: session.deviceToken,
    failed_logins: presentFailedLogins(session.failedLogins),
  }
}

export function presentFailedLogins({ count, lastAtMs }: LoggedIn['failedLogins']) {
  return { count, last_at: isoOrNull(lastAtMs) }
}
