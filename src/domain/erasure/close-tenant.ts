import { InvalidInput } from '../../base/errors.ts'
import type { TenantId, UserId } from '../../base/ids.ts'
import type { Command } from '../command.ts'
import { type ClosingBar, type Principal, requireSession } from '../identity/index.ts'
import { enqueue } from '../outbox/index.ts'
import type { Attempt } from './carry-out.ts'
import { eraseTenant } from './erase-tenant.ts'
import { type ErasurePlan, planOf, requireMayGo } from './plan.ts'
import { isThere, listPeopleOf, type Pending } from './queries.ts'
import type { ErasureRoom } from './room.ts'

export type ClosingPlan = Pick<ErasurePlan, 'tenant' | 'counts' | 'money'> & {
  /** What has to end first. */
  readonly inTheWay: readonly (ClosingBar | Pending)[]
}

/** What would go with one's own tenant. Throws Forbidden unless an owner who is logged in asks. */
export async function closingPlan(room: ErasureRoom, principal: Principal): Promise<ClosingPlan> {
  requireSession(principal)
  const bars = room.identity.closingBarsOf(room.store.db, principal)
  const { tenant, counts, money, pending } = await planOf(room, principal.tenantId)
  return { tenant, counts, money, inTheWay: [...bars, ...pending] }
}

export type AskedClosing = {
  /** As whoever asks typed it. */
  readonly name: string
  readonly forfeit: boolean
}

/**
 * Closes one's own tenant: nobody of it may do anything any more, and a job erases it as an
 * operator's erasure does, but for what buyers have licences on. Throws Forbidden unless an owner
 * who is logged in asks, InvalidInput where the name is another one, and Conflict for what is in
 * the way, and for money that is left and not given up.
 */
export function closeTenant(
  { store, clock, identity }: ErasureRoom,
  cmd: Command,
  { name, forfeit }: AskedClosing,
): Promise<{ tenantId: TenantId }> {
  const { principal, requestId } = cmd
  requireSession(principal)
  if (name !== identity.tenantNamed(principal.tenantId).name) {
    const message = 'name must be the name of the tenant, letter by letter.'
    throw new InvalidInput({ field: 'name', reason: 'name_differs', message })
  }
  return cmd.write((tx) => {
    const tenantId = identity.closeTenant(tx, { principal, requestId })
    requireMayGo(tx, { tenantId, people: listPeopleOf(store.db, tenantId), forfeit })
    const payload = { tenantId, userId: principal.userId }
    const nowMs = clock.nowMs()
    enqueue(tx, { kind: 'close-tenant', payload, subjectId: tenantId, tenantId, nowMs })
    return { tenantId }
  })
}

/**
 * The job `close-tenant`. What somebody else still has to end, a dispute about a sale of before
 * say, it waits for; what comes back to a tenant that is closed, a refund, is given up as well.
 */
export async function eraseClosed(
  room: ErasureRoom,
  { signal }: Attempt,
  { tenantId, userId }: { tenantId: TenantId; userId: UserId },
): Promise<void> {
  if (!isThere(room.store.db, tenantId)) return
  const actor = { type: 'user', id: userId } as const
  await eraseTenant(room, { tenantId, forfeit: true, dropSold: false, actor, signal })
}
