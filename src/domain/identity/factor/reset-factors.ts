import type { RequestId, UserId } from '../../../base/ids.ts'
import type { Tx } from '../../../store/tx.ts'
import type { AuditActor } from '../../audit/index.ts'
import type { Command } from '../../command.ts'
import { actorOf } from '../../principal.ts'
import { getUserNamed } from '../account/user-named.ts'
import { getPerson } from '../people/person.ts'
import type { IdentityRoom } from '../room.ts'
import { requirePlatformAdmin } from '../scopes.ts'
import { endMostSessions } from '../session/end-most.ts'
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
export async function resetFactors(
  room: IdentityRoom,
  cmd: Command,
  userId: UserId,
): Promise<ResetFactors> {
  const { principal, requestId } = cmd
  requirePlatformAdmin(principal)
  const most = await endMostSessions(room, { userId })
  return cmd.write((tx) => {
    const { email } = getPerson(room, tx, userId)
    return reset(room, tx, { userId, email, actor: actorOf(principal), requestId, most })
  })
}

/** The same for whoever may open the data folder. Throws InvalidInput for the address, NotFound. */
export async function resetFactorsAsOperator(
  room: IdentityRoom,
  { email: address }: { email: string },
): Promise<ResetFactors> {
  const most = await endMostSessions(room, getUserNamed(room.store.db, address))
  return room.store.write((tx) => {
    const { userId, email } = getUserNamed(tx, address)
    return reset(room, tx, { userId, email, actor: { type: 'operator', id: null }, most })
  })
}

type Reset = {
  userId: UserId
  email: string
  actor: AuditActor
  requestId?: RequestId
  /** Sessions that ended before. */
  most: number
}

function reset(
  room: IdentityRoom,
  tx: Tx,
  { userId, email, actor, requestId, most }: Reset,
): ResetFactors {
  const { hasTotp: totp, passkeys } = findEnrolled(tx, userId)
  deleteFactors(tx, userId)
  const sessionsEnded = most + deleteOtherSessions(tx, userId, undefined)
  const details = { totp, passkeys, sessions_ended: sessionsEnded }
  const noted = { userId, actor, requestId, change: 'reset', means: 'all' } as const
  noteFactorChange(room, tx, { ...noted, details })
  return { userId, email, totp, passkeys, sessionsEnded }
}
