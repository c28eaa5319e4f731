import { InvalidInput } from '../../base/errors.ts'
import type { TenantId } from '../../base/ids.ts'
import type { Command } from '../command.ts'
import { actorOf, type ClosingBar, type Principal, requireSession } from '../identity/index.ts'
import { enqueue } from '../outbox/index.ts'
import { type ErasurePlan, planOf, requireMayGo } from './plan.ts'
import { countsOf, listPeopleOf, type Pending } from './queries.ts'
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
 * operator's erasure does, but for what buyers have licences on. What somebody else still has to
 * end, a dispute about a sale of before say, the job waits for; what comes back to a tenant that is
 * closed, a refund, is given up as well. Throws Forbidden unless an owner
 * who is logged in asks, InvalidInput where the name is another one, and Conflict for what is in
 * the way, and for money that is left and not given up.
 */
export async function closeTenant(
  { store, clock, identity, reading }: ErasureRoom,
  cmd: Command,
  { name, forfeit }: AskedClosing,
): Promise<{ tenantId: TenantId }> {
  const { principal, requestId } = cmd
  requireSession(principal)
  if (name !== identity.tenantNamed(principal.tenantId).name) {
    const message = 'name must be the name of the tenant, letter by letter.'
    throw new InvalidInput({ field: 'name', reason: 'name_differs', message })
  }
  const { tenantId } = principal
  const going = () => ({ tenantId, people: listPeopleOf(store.db, tenantId), forfeit })
  const counts = await countsOf(reading, tenantId)
  identity.requireClosable(store.db, principal)
  requireMayGo(store.db, going())
  await identity.endMostSessions({ userId: principal.userId, kept: principal.sessionId })
  return cmd.write((tx) => {
    identity.closeTenant(tx, { principal, requestId })
    requireMayGo(tx, going())
    const asked = { tenantId, forfeit: true, dropSold: false }
    const payload = { ...asked, actor: actorOf(principal), counts }
    const nowMs = clock.nowMs()
    enqueue(tx, { kind: 'erase-tenant', payload, subjectId: tenantId, tenantId, nowMs })
    return { tenantId }
  })
}
