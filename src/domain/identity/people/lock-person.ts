import { Conflict } from '../../../base/errors.ts'
import type { UserId } from '../../../base/ids.ts'
import type { Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import type { IdentityRoom } from '../room.ts'
import { requirePlatformAdmin } from '../scopes.ts'
import { endMostSessions } from '../session/end-most.ts'
import { deleteOtherSessions } from '../session/queries.ts'
import { deleteLock, insertLock } from './lock.ts'
import { getPerson, type Person } from './person.ts'

/**
 * All sessions of a person end, and nobody is let in as this person, by whatever way. Keys go on:
 * they are the tenant's. Throws Forbidden unless a platform admin asks, NotFound, and Conflict
 * where the person is locked already or administers the platform.
 */
export async function lockPerson(
  room: IdentityRoom,
  cmd: Command,
  { userId, reason }: { readonly userId: UserId; readonly reason: string },
): Promise<Person> {
  requirePlatformAdmin(cmd.principal)
  requireLockable(getPerson(room, room.store.db, userId))
  const most = await endMostSessions(room, { userId })
  return cmd.write((tx) => {
    const person = getPerson(room, tx, userId)
    requireLockable(person)
    const { tenantId } = person
    const atMs = room.clock.nowMs()
    insertLock(tx, { userId, lockedAt: atMs, reason })
    const ended = most + deleteOtherSessions(tx, userId, undefined)
    recordDeed(tx, cmd, {
      atMs,
      tenantId,
      action: 'user.locked',
      subject: { type: 'user', id: userId },
      details: { reason, sessions_ended: ended },
    })
    return getPerson(room, tx, userId)
  })
}

function requireLockable({ lock, isPlatformAdmin }: Person): void {
  if (lock)
    throw new Conflict({ reason: 'already_locked', message: 'This person is locked already.' })
  if (isPlatformAdmin) {
    const message = 'This person administers the platform: make an ordinary person of them first.'
    throw new Conflict({ reason: 'platform_admin', message })
  }
}

/**
 * The person logs in again, as before. Throws Forbidden unless a platform admin asks, NotFound, and
 * Conflict where the person is not locked.
 */
export function unlockPerson(
  room: IdentityRoom,
  cmd: Command,
  { userId, note }: { readonly userId: UserId; readonly note?: string | undefined },
): Promise<Person> {
  requirePlatformAdmin(cmd.principal)
  return cmd.write((tx) => {
    const { tenantId, lock } = getPerson(room, tx, userId)
    if (!lock) throw new Conflict({ reason: 'not_locked', message: 'This person is not locked.' })
    deleteLock(tx, userId)
    recordDeed(tx, cmd, {
      atMs: room.clock.nowMs(),
      tenantId,
      action: 'user.unlocked',
      subject: { type: 'user', id: userId },
      details: note === undefined ? {} : { note },
    })
    return getPerson(room, tx, userId)
  })
}
