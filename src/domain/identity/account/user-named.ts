import { NotFound } from '../../../base/errors.ts'
import type { TenantId, UserId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import { normaliseEmail } from './email.ts'
import { findMembership, findUserByEmail } from './queries.ts'

export type NamedUser = {
  readonly userId: UserId
  readonly tenantId: TenantId
  readonly email: string
}

/** For the operator at the command line. Throws InvalidInput, NotFound. */
export function getUserNamed(db: Db, address: string): NamedUser {
  const email = normaliseEmail(address)
  const user = findUserByEmail(db, email)
  const membership = user && findMembership(db, user.userId)
  if (!user || !membership) throw new NotFound('user')
  return { userId: user.userId, tenantId: membership.tenantId, email }
}
