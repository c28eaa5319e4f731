import { Conflict, NotFound } from '../../../base/errors.ts'
import type { ApiKeyId, TenantId, UserId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import type { Role } from '../../principal.ts'
import type { IdentityRoom } from '../room.ts'
import { countOwners, findMember, keysMadeBy, type MemberRow } from './queries.ts'

/** A person of a tenant. */
export type Member = {
  readonly userId: UserId
  readonly email: string
  readonly displayName: string
  readonly roles: readonly Role[]
  readonly joinedAtMs: number
  /** Keys that still work and that this person made, or that come from those. */
  readonly apiKeyIds: readonly ApiKeyId[]
}

export type MemberAddress = { readonly tenantId: TenantId; readonly userId: UserId }

/** Throws NotFound for an unknown and another tenant's user alike. */
export function getMemberRow(db: Db, address: MemberAddress): MemberRow {
  const row = findMember(db, address)
  if (!row) throw new NotFound('member')
  return row
}

/** Rows as records, with the keys of all of them read at once. */
export function withKeys(
  { clock }: IdentityRoom,
  db: Db,
  { tenantId, rows }: { tenantId: TenantId; rows: readonly MemberRow[] },
): Member[] {
  const userIds = rows.map(({ userId }) => userId)
  const keys = keysMadeBy(db, { tenantId, userIds })
  const nowMs = clock.nowMs()
  const live = (userId: UserId) =>
    (keys.get(userId) ?? []).filter(({ expiresAt }) => expiresAt === null || expiresAt > nowMs)
  return rows.map((row) => ({
    userId: row.userId,
    email: row.email,
    displayName: row.displayName,
    roles: row.roles,
    joinedAtMs: row.joinedAt,
    apiKeyIds: live(row.userId).map(({ apiKeyId }) => apiKeyId),
  }))
}

/** Throws Conflict when this member is the only owner. */
export function requireAnotherOwner(db: Db, { tenantId }: MemberAddress, roles: readonly Role[]) {
  if (!roles.includes('owner') || countOwners(db, tenantId) > 1) return
  throw new Conflict({
    reason: 'last_owner',
    message: 'A tenant keeps at least one owner: make somebody else an owner first.',
  })
}
