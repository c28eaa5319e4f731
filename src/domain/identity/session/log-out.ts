import type { Command } from '../../command.ts'
import { requireSession } from '../scopes.ts'
import { deleteSession } from './queries.ts'

/** Ends the session that asks (spec 3, Session token). Throws Forbidden for a key. */
export function logOut(cmd: Command): Promise<void> {
  const { principal } = cmd
  requireSession(principal)
  return cmd.write((tx) => deleteSession(tx, principal.sessionId))
}
