import type { RequestId, UserId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { AuditActor } from '../../audit/index.ts'
import type { Command } from '../../command.ts'
import { actorOf } from '../../principal.ts'
import { getUserNamed } from '../account/user-named.ts'
import { getPerson } from '../people/person.ts'
import type { IdentityRoom } from '../room.ts'
import { requirePlatformAdmin } from '../scopes.ts'
import { deleteOtherSessions } from '../session/queries.ts'
import { noteFactorChange } from './note-factor.ts'
import { deleteFactors, findEnrolled } from './queries.ts'

export type ResetFactors = {
  readonly userId: UserId
  readonly email: string
  readonly totp: boolean
  readonly passkeys: number
  readonly sessionsEnded: number
}

/**
 * The way back in for who lost every second factor: all of them go, and all sessions end. Throws
 * Forbidden unless a platform admin asks, and NotFound.
 */
export function resetFactors(
  room: IdentityRoom,
  cmd: Command,
  userId: UserId,
): Promise<ResetFactors> {
  const { principal, requestId } = cmd
  requirePlatformAdmin(principal)
  return cmd.write((tx) => {
    const { email } = getPerson(room, tx, userId)
    return reset(room, tx, { userId, email, actor: actorOf(principal), requestId })
  })
}

/** The same for whoever may open the data folder. Throws InvalidInput for the address, NotFound. */
export function resetFactorsAsOperator(
  room: IdentityRoom,
  { email: address }: { email: string },
): Promise<ResetFactors> {
  return room.store.write((tx) => {
    const { userId, email } = getUserNamed(tx, address)
    return reset(room, tx, { userId, email, actor: { type: 'operator', id: null } })
  })
}

type Reset = { userId: UserId; email: string; actor: AuditActor; requestId?: RequestId }

function reset(
  room: IdentityRoom,
  tx: Tx,
  { userId, email, actor, requestId }: Reset,
): ResetFactors {
  const { hasTotp: totp, passkeys } = findEnrolled(tx, userId)
  deleteFactors(tx, userId)
  const sessionsEnded = deleteOtherSessions(tx, userId, undefined)
  const details = { totp, passkeys, sessions_ended: sessionsEnded }
  const noted = { userId, actor, requestId, change: 'reset', means: 'all' } as const
  noteFactorChange(room, tx, { ...noted, details })
  return { userId, email, totp, passkeys, sessionsEnded }
}
