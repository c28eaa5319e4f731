import type { Command } from '../../command.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession } from '../scopes.ts'
import { logOut } from '../session/log-out.ts'
import { findSsoSession } from './queries.ts'

export type LoggedOut = {
  /** Where the browser logs out of the provider, too; null for a session by password. */
  readonly continueAt: string | null
}

/**
 * Ends the session that asks, and says where it is ended at the provider that it came from. The
 * end here depends on nobody: a provider that is away only leaves that out. Throws Forbidden for a
 * key. `hereUrl` is what the address of this server is.
 */
export async function logOutEverywhere(
  room: IdentityRoom,
  cmd: Command,
  { hereUrl }: { hereUrl: string },
): Promise<LoggedOut> {
  requireSession(cmd.principal)
  const known = findSsoSession(room.store.db, cmd.principal.sessionId)
  await logOut(cmd)
  const provider = room.sso.providers.find(({ id }) => id === known?.provider)
  if (!known || !provider) return { continueAt: null }
  const { afterLogout } = provider
  const continueAt = await room.sso.client
    .logOutAt(provider, {
      idToken: known.idToken ? room.ssoSecrets.opened(known.idToken) : undefined,
      returnTo: afterLogout === undefined ? undefined : `${hereUrl}${afterLogout}`,
    })
    .catch(() => null)
  return { continueAt }
}
