import { Saturated } from '../../../base/errors.ts'
import type { SessionId } from '../../../base/ids.ts'
import { randomToken } from '../../../base/secrets.ts'
import type { AnonymousCommand } from '../../command.ts'
import * as limits from '../limits.ts'
import type { IdentityRoom } from '../room.ts'
import { getProvider } from './provider.ts'
import { countFlows, deleteOldFlows, insertFlow } from './queries.ts'

export type BeginRequest = {
  readonly providerId: string
  /** Where the provider sends the browser back to. */
  readonly redirectUri: string
  /** Path of this server that the browser is shown in the end. */
  readonly returnTo: string
  /** What the browser was given for a log-in before this one, which may still be under way. */
  readonly browserToken: string | undefined
  readonly invitationCode: string | undefined
  /** What the browser is logged in with: it ends when this log-in succeeds. */
  readonly replaces: SessionId | undefined
}

export type Begun = {
  /** At the provider. */
  readonly url: string
  /** To be kept by the browser that began: the answer counts with it alone. */
  readonly browserToken: string
}

/**
 * Begins a log-in at a provider. Throws NotFound, and Saturated where the provider does not answer
 * or too many log-ins are under way.
 */
export async function beginSignIn(
  room: IdentityRoom,
  cmd: AnonymousCommand,
  request: BeginRequest,
): Promise<Begun> {
  const provider = getProvider(room, request.providerId)
  const state = randomToken(32)
  const { redirectUri, returnTo, invitationCode: code, replaces } = request
  const { ssoSecrets: secrets } = room
  const isAgain = replaces !== undefined
  const proofs = secrets.proofs(state)
  const seenMaxMs = isAgain ? limits.confirmationLifetimeMs : limits.ssoSeenMaxMs
  const asked = { ...proofs, redirectUri, isAgain, seenMaxMs }
  const url = await room.sso.client.begin(provider, asked)
  const browserToken = request.browserToken ?? randomToken(32)
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    deleteOldFlows(tx, { nowMs, max: limits.ssoFlowSweepMax })
    if (countFlows(tx) >= limits.ssoFlowsMax) {
      const message = 'Too many log-ins are under way.'
      throw new Saturated({ message, retryAfterSeconds: 60 })
    }
    insertFlow(tx, {
      stateHash: secrets.state(state),
      browserHash: secrets.browser(browserToken),
      provider: provider.id,
      returnTo,
      invitationHash: code === undefined ? null : room.hashes.invitation(code.trim()),
      replaces: replaces ?? null,
      expiresAt: nowMs + limits.ssoFlowLifetimeMs,
    })
    return { url, browserToken }
  })
}
