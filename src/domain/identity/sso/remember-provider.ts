import type { SessionId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { SsoLogin } from '../ports.ts'
import type { IdentityRoom } from '../room.ts'
import { insertSsoSession } from './queries.ts'

/** What a session has to know of the log-in at a provider that it comes from. */
export type CarriedLogin = {
  readonly provider: string
  readonly login: Omit<SsoLogin, 'claims'>
}

type Known = CarriedLogin & { readonly sessionId: SessionId }

export function rememberProvider(
  room: IdentityRoom,
  tx: Tx,
  { provider, login, sessionId }: Known,
): void {
  const { ssoSecrets: secrets, sso, clock } = room
  const { issuer, subject, sid, idToken, refreshToken } = login
  insertSsoSession(tx, {
    sessionId,
    provider,
    issuer,
    subjectHash: secrets.subject({ issuer, subject }),
    sidHash: sid === undefined ? null : secrets.sid({ issuer, sid }),
    idToken: secrets.sealed(idToken),
    refreshToken: refreshToken === undefined ? null : secrets.sealed(refreshToken),
    refreshAt: refreshToken === undefined ? null : clock.nowMs() + sso.refreshMs,
  })
}
