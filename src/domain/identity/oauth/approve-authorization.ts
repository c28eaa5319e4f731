import { Saturated } from '../../../base/errors.ts'
import type { ApiKeyId } from '../../../base/ids.ts'
import type { Cents } from '../../../base/money.ts'
import { randomToken } from '../../../base/secrets.ts'
import type { Command } from '../../command.ts'
import * as limits from '../limits.ts'
import type { IdentityRoom } from '../room.ts'
import { requireScope, requireSession, requireWithinOwnReach } from '../scopes.ts'
import {
  type AuthorizationRequest,
  answerTo,
  applicationScopes,
  type OAuthPlace,
  requireOrderly,
} from './authorization.ts'
import { endEarlier } from './earlier.ts'
import { countCodes, deleteOldCodes, insertCode, updateClientUsed } from './queries.ts'

export type ApproveRequest = {
  readonly asked: AuthorizationRequest
  readonly place: OAuthPlace
  /** Earlier connections of the same program, which end as this one is let in. */
  readonly replaces: readonly ApiKeyId[]
  /** The most that it may spend a month. */
  readonly monthlyBudgetCredits: Cents
}

/**
 * Somebody lets a program in. Gives the address to which the browser goes with the code. Throws
 * OAuthRefused, InvalidInput for what cannot be replaced, Forbidden for a key, without keys:write,
 * and for more than one has oneself, and Saturated.
 */
export function approveAuthorization(
  room: IdentityRoom,
  cmd: Command,
  { asked, place, replaces, monthlyBudgetCredits }: ApproveRequest,
): Promise<string> {
  const { principal } = cmd
  requireSession(principal)
  requireScope(principal, 'keys:write')
  const { tenantId, userId } = principal
  const reach = { scopes: applicationScopes, datasetMode: 'all_available' } as const
  requireWithinOwnReach(principal, { ...reach, monthlyBudgetCredits }, room.settings)
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    const client = requireOrderly(tx, asked, place)
    const before = nowMs - limits.oauthCodeKeptMs
    deleteOldCodes(tx, { before, max: limits.oauthSweepMax })
    if (countCodes(tx) >= limits.oauthCodesMax) {
      const message = 'Too many programs are being let in.'
      throw new Saturated({ message, retryAfterSeconds: 60 })
    }
    const code = randomToken(32)
    insertCode(tx, {
      codeHash: room.hashes.oauthCode(code),
      clientId: client.clientId,
      clientName: client.name,
      redirectUri: asked.redirectUri,
      challenge: asked.challenge ?? '',
      resource: place.resource,
      tenantId,
      userId,
      monthlyBudgetCredits,
      expiresAt: nowMs + limits.oauthCodeMs,
      apiKeyId: null,
    })
    endEarlier(room, tx, cmd, { client, request: asked, replaces })
    updateClientUsed(tx, client.clientId, nowMs)
    return answerTo(asked, place, { code })
  })
}
