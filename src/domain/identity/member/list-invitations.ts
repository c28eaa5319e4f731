import type { InvitationId } from '../../../base/ids.ts'
import { type After, type PageEnd, type PageRequest, readPage } from '../../../base/page.ts'
import type { Principal } from '../../principal.ts'
import type { IdentityRoom } from '../room.ts'
import { requireSession } from '../scopes.ts'
import { type Invitation, invitationOf } from './invitation.ts'
import { countInvitations, listInvitationRows } from './queries.ts'
import { requireReach } from './role-reach.ts'

export type InvitationList = { readonly invitations: readonly Invitation[] } & PageEnd

/**
 * The invitations of the tenant, newest first, used and ended ones included. Throws Forbidden for
 * a key and for who is neither owner nor admin, InvalidInput for the cursor.
 */
export function listInvitations(
  room: IdentityRoom,
  principal: Principal,
  page: PageRequest,
): InvitationList {
  requireSession(principal)
  const { tenantId } = principal
  const { db } = room.store
  requireReach(db, principal, [])
  const { rows, nextCursor } = readPage(room.cursorKey, page, {
    binding: {
      route: 'invitations',
      tenantId,
      restriction: null,
      filters: null,
    },
    read: (part: After<InvitationId>) => listInvitationRows(db, { tenantId, ...part }),
    positionOf: ({ invitationId }) => invitationId,
  })
  const nowMs = room.clock.nowMs()
  return {
    invitations: rows.map((row) => invitationOf(row, nowMs)),
    total: countInvitations(db, tenantId),
    nextCursor,
  }
}
