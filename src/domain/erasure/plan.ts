import { Conflict } from '../../base/errors.ts'
import type { TenantId, UserId } from '../../base/ids.ts'
import type { Db } from '../../store/tx.ts'
import type { Tenant } from '../identity/index.ts'
import * as queries from './queries.ts'
import type { ErasureRoom } from './room.ts'

export type ErasurePlan = {
  readonly tenant: Tenant
  readonly counts: queries.Counts
  /** What the books still hold: it is given up with the tenant. */
  readonly money: readonly queries.Money[]
  /** What has to end first. */
  readonly pending: readonly queries.Pending[]
}

/** Each as the end of a sentence. */
export const pendingWords: Readonly<Record<queries.Pending, string>> = {
  withdrawal: 'a withdrawal of SOL is on its way',
  payout: 'a payout is on its way to the bank',
  dispute: 'a dispute is open',
}

/** What would go and what is in the way. Throws NotFound, InvalidInput. */
export async function planOf(
  { store: { db }, reading, identity }: ErasureRoom,
  nameOrId: string,
): Promise<ErasurePlan> {
  const tenant = identity.tenantNamed(nameOrId)
  const { tenantId } = tenant
  const people = queries.listPeopleOf(db, tenantId)
  return {
    tenant,
    counts: await queries.countsOf(reading, tenantId),
    money: queries.listMoney(db, [tenantId, ...people]),
    pending: queries.listPending(db, { tenantId, people }),
  }
}

type Going = { tenantId: TenantId | null; people: UserId[]; forfeit: boolean }

/** Throws Conflict for what has to end or has to be given up first. */
export function requireMayGo(db: Db, { tenantId, people, forfeit }: Going): void {
  const pending = queries.listPending(db, { tenantId, people })
  if (pending.length > 0) {
    throw new Conflict({
      reason: 'pending',
      message: `Not while ${pending.map((one) => pendingWords[one]).join(', and ')}.`,
    })
  }
  const owners = tenantId === null ? people : [tenantId, ...people]
  const money = queries.listMoney(db, owners)
  if (money.length === 0 || forfeit) return
  const left = money.map(({ unit, kind, minor }) => `${minor} of ${unit} (${kind})`)
  throw new Conflict({
    reason: 'balance_left',
    message:
      `The books still hold ${left.join(', ')}, in the smallest unit. ` +
      'Pay it out first, or say with --forfeit that it is given up.',
  })
}
