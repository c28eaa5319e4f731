import { Forbidden } from '../../../base/errors.ts'
import type { UserId } from '../../../base/ids.ts'
import { sameBytes } from '../../../base/secrets.ts'
import type { AnonymousCommand } from '../../command.ts'
import { forgetFailedLogins } from '../account/queries.ts'
import { type AskedFactor, askForFactor, isEnrolled } from '../factor/ask-for-factor.ts'
import type { PasskeyPlace } from '../factor/passkey-options.ts'
import type { SsoLogin } from '../ports.ts'
import type { IdentityRoom } from '../room.ts'
import { openSession, type SessionPlace } from '../session/open-session.ts'
import { deleteSession } from '../session/queries.ts'
import { accountOf } from './account-of.ts'
import { applyGroups } from './apply-groups.ts'
import { groupsOf, hasShownFactor, requireAllowedGroup, requireProof } from './groups.ts'
import { getProvider } from './provider.ts'
import { type SsoFlowRow, takeFlow } from './queries.ts'
import { rememberProvider } from './remember-provider.ts'

export type FinishRequest = {
  readonly providerId: string
  readonly state: string
  /** What the browser kept since the beginning. */
  readonly browserToken: string | undefined
  /** The address by which it came back, as the provider knows it. */
  readonly answer: URL
  readonly place: SessionPlace
  /** Where passkeys are for; undefined where there are none. */
  readonly passkeys: PasskeyPlace | undefined
}

export type SignedIn = {
  readonly userId: UserId
  readonly returnTo: string
} & (
  | { readonly sessionToken: string }
  /** What is asked of who has a second factor here that the provider did not ask for. */
  | { readonly sessionToken: undefined; readonly asked: AskedFactor }
)

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
    const account = accountOf(room, tx, { provider, login, groups, flow, requestId })
    const { userId } = account
    applyGroups(room, tx, { ...account, provider, groups, requestId })
    const { returnTo } = flow
    const replaces = flow.replaces ?? undefined
    const { place, passkeys } = request
    const carried = { provider: provider.id, login: withoutClaims(login) }
    const byProvider = hasShownFactor(provider, login.claims)
    if (!byProvider && isEnrolled(tx, userId)) {
      const pending = { userId, kind: place.kind, replaces, place: passkeys }
      const said = JSON.stringify(carried)
      const asked = askForFactor(room, tx, { ...pending, carried: said })
      return { userId, returnTo, sessionToken: undefined, asked }
    }
    forgetFailedLogins(tx, userId)
    if (replaces) deleteSession(tx, replaces)
    const factor = byProvider ? ('provider' as const) : undefined
    const isAnew = replaces !== undefined || provider.prompt === 'login'
    const confirmedAtMs = seenAtMs(login.claims) ?? (isAnew ? undefined : never)
    const opened = { userId, place, factor, confirmedAtMs }
    const { sessionId, sessionToken } = openSession(room, tx, opened)
    rememberProvider(room, tx, { ...carried, sessionId })
    return { userId, returnTo, sessionToken }
  })
}

/** A provider may remember somebody for days: what it does not say is not taken for now. */
const never = 0

/** When the provider saw who it is, where it says so. */
function seenAtMs({ auth_time: seconds }: SsoLogin['claims']): number | undefined {
  return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds * 1_000 : undefined
}

function withoutClaims({ claims: _, ...login }: SsoLogin): Omit<SsoLogin, 'claims'> {
  return login
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
