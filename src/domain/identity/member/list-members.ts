import { type CursorBinding, openCursor, sealCursor } from '../../../base/cursor.ts'
import type { UserId } from '../../../base/ids.ts'
import type { Principal } from '../../principal.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession } from '../scopes.ts'
import { type Member, withKeys } from './member.ts'
import { countMembers, listMemberRows } from './queries.ts'

export type MemberListRequest = { readonly cursor?: string | undefined; readonly limit: number }

export type MemberList = {
  readonly members: readonly Member[]
  readonly total: number
  readonly nextCursor: string | null
}

/**
 * The people of the tenant, who was there first comes first. Throws Forbidden for a key: who works
 * here is no matter of programs. Throws InvalidInput for the cursor.
 */
export function listMembers(
  room: IdentityRoom,
  principal: Principal,
  { cursor, limit }: MemberListRequest,
): MemberList {
  requireSession(principal)
  const { tenantId } = principal
  const { db } = room.store
  const binding: CursorBinding = { route: 'members', tenantId, restriction: null, filters: null }
  const above =
    cursor === undefined ? undefined : (openCursor(room.cursorKey, binding, cursor) as UserId)
  const found = listMemberRows(db, { tenantId, above, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    members: withKeys(room, db, { tenantId, rows }),
    total: countMembers(db, tenantId),
    nextCursor: last ? sealCursor(room.cursorKey, binding, last.userId) : null,
  }
}
