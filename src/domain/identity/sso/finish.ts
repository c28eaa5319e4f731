import { Forbidden } from '../../../base/errors.ts'
import type { UserId } from '../../../base/ids.ts'
import type { OidcProvider } from '../../../base/oidc-settings.ts'
import { sameBytes } from '../../../base/secrets.ts'
import type { Tx } from '../../../store/tx.ts'
import type { AnonymousCommand } from '../../command.ts'
import { forgetFailedLogins } from '../account/queries.ts'
import type { SsoLogin } from '../ports.ts'
import type { IdentityRoom } from '../room.ts'
import { openSession, type SessionPlace } from '../session/open-session.ts'
import { deleteSession } from '../session/queries.ts'
import { accountOf } from './account-of.ts'
import { applyGroups } from './apply-groups.ts'
import { groupsOf, requireAllowedGroup, requireProof } from './groups.ts'
import { getProvider } from './provider.ts'
import { insertSsoSession, type SsoFlowRow, takeFlow } from './queries.ts'

export type FinishRequest = {
  readonly providerId: string
  readonly state: string
  /** What the browser kept since the beginning. */
  readonly browserToken: string | undefined
  /** The address by which it came back, as the provider knows it. */
  readonly answer: URL
  readonly place: SessionPlace
}

export type SignedIn = {
  readonly sessionToken: string
  readonly userId: UserId
  readonly returnTo: string
}

/**
 * Ends a log-in at a provider in a session here. The state is used up whatever comes of it. Throws
 * NotFound, Saturated where the provider does not answer, and Forbidden with the reason: a state
 * that is unknown, over or another browser's, an answer that does not pass the checks, and somebody
 * who may not be here.
 */
export async function finishSignIn(
  room: IdentityRoom,
  cmd: AnonymousCommand,
  request: FinishRequest,
): Promise<SignedIn> {
  const provider = getProvider(room, request.providerId)
  const flow = await takenFlow(room, request)
  const proofs = room.ssoSecrets.proofs(request.state)
  const login = await room.sso.client.finish(provider, { ...proofs, answer: request.answer })
  requireProof(provider, login.claims)
  const groups = groupsOf(provider, login.claims)
  requireAllowedGroup(provider, groups)
  const { requestId } = cmd
  return cmd.write((tx) => {
    const userId = accountOf(room, tx, { provider, login, groups, flow, requestId })
    applyGroups(room, tx, { provider, userId, groups, requestId })
    forgetFailedLogins(tx, userId)
    if (flow.replaces) deleteSession(tx, flow.replaces)
    const session = openSession(room, tx, { userId, place: request.place })
    rememberProvider(room, tx, { provider, login, sessionId: session.sessionId })
    return { sessionToken: session.sessionToken, userId, returnTo: flow.returnTo }
  })
}

/** In a transaction of its own: what comes back twice finds nothing, even side by side. */
async function takenFlow(
  room: IdentityRoom,
  { providerId, state, browserToken }: FinishRequest,
): Promise<SsoFlowRow> {
  const { ssoSecrets: secrets, store, clock } = room
  const flow = await store.write((tx) => takeFlow(tx, secrets.state(state)))
  const isOurs =
    flow !== undefined &&
    flow.provider === providerId &&
    flow.expiresAt > clock.nowMs() &&
    browserToken !== undefined &&
    sameBytes(flow.browserHash, secrets.browser(browserToken))
  if (isOurs) return flow
  throw new Forbidden({
    reason: 'sso_state',
    message: 'This log-in is over, or was begun in another browser. Begin again.',
  })
}

type Known = Pick<ReturnType<typeof openSession>, 'sessionId'> & {
  provider: OidcProvider
  login: SsoLogin
}

function rememberProvider(room: IdentityRoom, tx: Tx, { provider, login, sessionId }: Known): void {
  const { ssoSecrets: secrets, sso, clock } = room
  const { issuer, subject, sid, idToken, refreshToken } = login
  insertSsoSession(tx, {
    sessionId,
    provider: provider.id,
    issuer,
    subjectHash: secrets.subject({ issuer, subject }),
    sidHash: sid === undefined ? null : secrets.sid({ issuer, sid }),
    idToken: secrets.sealed(idToken),
    refreshToken: refreshToken === undefined ? null : secrets.sealed(refreshToken),
    refreshAt: refreshToken === undefined ? null : clock.nowMs() + sso.refreshMs,
  })
}
