import type { UserId } from '../../../base/ids.ts'
import { type After, type PageEnd, type PageRequest, readPage } from '../../../base/page.ts'
import type { Principal } from '../../principal.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession } from '../scopes.ts'
import { type Member, withKeys } from './member.ts'
import { countMembers, listMemberRows } from './queries.ts'

export type MemberList = { readonly members: readonly Member[] } & PageEnd

/**
 * The people of the tenant, who was there first comes first. Throws Forbidden for a key: who works
 * here is no matter of programs. Throws InvalidInput for the cursor.
 */
export function listMembers(
  room: IdentityRoom,
  principal: Principal,
  page: PageRequest,
): MemberList {
  requireSession(principal)
  const { tenantId } = principal
  const { db } = room.store
  const { rows, nextCursor } = readPage(room.cursorKey, page, {
    binding: { route: 'members', tenantId, restriction: null, filters: null },
    read: (part: After<UserId>) => listMemberRows(db, { tenantId, ...part }),
    positionOf: ({ userId }) => userId,
  })
  return {
    members: withKeys(room, db, { tenantId, rows }),
    total: countMembers(db, tenantId),
    nextCursor,
  }
}
