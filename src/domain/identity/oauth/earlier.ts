import { InvalidInput } from '../../../base/errors.ts'
import type { ApiKeyId, UserId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import type { Principal } from '../../principal.ts'
import { revoke } from '../key/revoke-api-key.ts'
import { earlierShownMax } from '../limits.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession } from '../scopes.ts'
import type { AuthorizationRequest } from './authorization.ts'
import { type ClientRow, findClient, listGrantsAlike } from './queries.ts'
import { isLoopback, placeOf } from './redirect-uri.ts'

/** A program that somebody let in before, and that may be the one that asks. */
export type EarlierConnection = {
  readonly apiKeyId: ApiKeyId
  readonly redirectPlace: string
  readonly createdAtMs: number
  readonly lastUsedAtMs: number | null
}

/**
 * What this person let in before and what is there yet, the newest first. Programs register anew
 * whenever they like, so it goes by the name and by where the answers go as well; at this machine
 * the port is another one each time.
 */
export function listEarlier(
  { store: { db }, clock }: IdentityRoom,
  principal: Principal,
  request: AuthorizationRequest,
): EarlierConnection[] {
  requireSession(principal)
  const client = findClient(db, request.clientId)
  if (!client) return []
  const { userId } = principal
  return alike(db, { client, request, userId, nowMs: clock.nowMs() })
}

type Replacing = {
  client: ClientRow
  request: AuthorizationRequest
  replaces: readonly ApiKeyId[]
}

/** Ends those that make room for the new one. Throws InvalidInput for what is none of them. */
export function endEarlier(
  room: IdentityRoom,
  tx: Tx,
  cmd: Command,
  { client, request, replaces }: Replacing,
): void {
  if (replaces.length === 0) return
  const userId = cmd.principal.userId as UserId
  const known = alike(tx, { client, request, userId, nowMs: room.clock.nowMs() })
  for (const apiKeyId of new Set(replaces)) {
    const key = known.find((one) => one.apiKeyId === apiKeyId)
    if (!key) {
      throw new InvalidInput({
        field: 'replaces',
        reason: 'invalid_value',
        message: 'replaces must name earlier connections of this program that are there yet.',
      })
    }
    revoke(room, tx, { cmd, key, because: 'replaced' })
  }
}

type Alike = { client: ClientRow; request: AuthorizationRequest; userId: UserId; nowMs: number }

function alike(db: Db, { client, request, userId, nowMs }: Alike) {
  const isHere = isLoopback(request.redirectUri)
  const place = placeOf(request.redirectUri)
  const sameOne = (earlier: string) =>
    isHere ? portless(earlier) === portless(place) : earlier === place
  const { clientId, name } = client
  return listGrantsAlike(db, { clientId, name, userId, nowMs })
    .filter((one) => one.clientId === clientId || sameOne(one.redirectPlace))
    .slice(0, earlierShownMax)
}

const portless = (host: string) => host.replace(/:\d+$/, '')
