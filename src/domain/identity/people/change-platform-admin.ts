import { Conflict } from '../../../base/errors.ts'
import type { UserId } from '../../../base/ids.ts'
import type { Command } from '../../command.ts'
import { recordDeed } from '../../record-deed.ts'
import type { IdentityRoom } from '../room.ts'
import { requirePlatformAdmin } from '../scopes.ts'
import { isSuspended } from '../tenant/suspension.ts'
import { getPerson, type Person } from './person.ts'
import { updatePlatformAdmin } from './queries.ts'
import { requireAdminLeft } from './require-admin-left.ts'

export type AdminChange = { readonly userId: UserId; readonly isPlatformAdmin: boolean }

/**
 * Makes somebody a platform admin, or an ordinary person again, from the next request of any of
 * the sessions on. Throws Forbidden unless a platform admin asks, NotFound, and Conflict for the
 * last one, for somebody who is locked and for somebody of a tenant that is suspended.
 */
export function changePlatformAdmin(
  room: IdentityRoom,
  cmd: Command,
  { userId, isPlatformAdmin }: AdminChange,
): Promise<Person> {
  const { principal } = cmd
  requirePlatformAdmin(principal)
  return cmd.write((tx) => {
    const before = getPerson(room, tx, userId)
    if (before.isPlatformAdmin === isPlatformAdmin) return before
    if (!isPlatformAdmin) requireAdminLeft(tx, 1)
    if (isPlatformAdmin && before.lock) {
      const message = 'This person is locked: unlock them first.'
      throw new Conflict({ reason: 'locked', message })
    }
    if (isPlatformAdmin && isSuspended(tx, before.tenantId)) {
      throw new Conflict({
        reason: 'tenant_suspended',
        message: 'The tenant of this person is suspended: lift that first.',
      })
    }
    updatePlatformAdmin(tx, userId, isPlatformAdmin)
    recordDeed(tx, cmd, {
      atMs: room.clock.nowMs(),
      tenantId: before.tenantId,
      action: isPlatformAdmin ? 'user.made_platform_admin' : 'user.unmade_platform_admin',
      subject: { type: 'user', id: userId },
    })
    return getPerson(room, tx, userId)
  })
}
