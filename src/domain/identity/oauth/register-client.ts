import { cleanLine } from '../../../base/clean-text.ts'
import { Saturated } from '../../../base/errors.ts'
import { newId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { AnonymousCommand } from '../../command.ts'
import * as limits from '../limits.ts'
import type { IdentityRoom } from '../room.ts'
import { countClients, deleteUnusedClients, insertClient } from './queries.ts'
import { placeOf, redirectProblem } from './redirect-uri.ts'
import { OAuthRefused } from './refused.ts'

export type RegisterRequest = {
  readonly name: string | undefined
  readonly redirectUris: readonly string[]
}

export type OAuthClient = {
  readonly clientId: string
  readonly name: string
  readonly redirectUris: readonly string[]
  readonly createdAtMs: number
}

/**
 * Takes a program's word for what it is called and where its answers go (RFC 7591): it may do
 * nothing by that. Throws OAuthRefused for addresses that nobody may be sent to, and Saturated
 * where too many registered within minutes.
 */
export function registerClient(
  room: IdentityRoom,
  cmd: AnonymousCommand,
  { name, redirectUris }: RegisterRequest,
): Promise<OAuthClient> {
  const uris = [...new Set(redirectUris)]
  for (const uri of uris) {
    const problem = redirectProblem(uri)
    if (problem) throw new OAuthRefused('invalid_redirect_uri', `redirect_uris: ${uri} ${problem}.`)
  }
  return cmd.write((tx) => {
    const nowMs = room.clock.nowMs()
    requireRoom(room, tx)
    const row = {
      clientId: newId('app', nowMs),
      name: shownName(name) || placeOf(uris[0] ?? '').slice(0, limits.nameLengthMax),
      redirectUris: uris,
      createdAt: nowMs,
      usedAt: null,
    }
    insertClient(tx, row)
    return { ...row, createdAtMs: nowMs }
  })
}

type Room = Pick<IdentityRoom, 'clock' | 'settings'>

/** For one program more; the oldest that nobody let in makes it. Throws Saturated. */
export function requireRoom({ clock, settings }: Room, tx: Tx): void {
  const nowMs = clock.nowMs()
  const max = limits.oauthSweepMax
  deleteUnusedClients(tx, { before: nowMs - limits.oauthClientUnusedMs, max })
  if (countClients(tx) < (settings.oauthProgramsMax ?? limits.oauthClientsMax)) return
  const gone = deleteUnusedClients(tx, { before: nowMs - limits.oauthClientNewMs, max: 1 })
  if (gone > 0) return
  const message = 'Too many programs have registered. Try again later.'
  throw new Saturated({ message, retryAfterSeconds: 600 })
}

/** One line of what can be seen: nothing that turns the direction of writing round. */
export function shownName(name = ''): string {
  return cleanLine(name)
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, limits.nameLengthMax)
    .toWellFormed()
}
