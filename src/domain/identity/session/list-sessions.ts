import { NotFound } from '../../../base/errors.ts'
import type { SessionId, UserId } from '../../../base/ids.ts'
import { type After, type PageEnd, type PageRequest, readPage } from '../../../base/page.ts'
import type { Principal } from '../../principal.ts'
import { findPersonRow } from '../people/queries.ts'
import type { IdentityRoom } from '../room.ts'
import { requirePlatformAdmin, requireSession } from '../scopes.ts'
import type { SessionKind } from '../tables.ts'
import { liveAt } from './live-at.ts'
import { countSessions, listSessionRows } from './queries.ts'

export type Session = {
  readonly sessionId: SessionId
  readonly kind: SessionKind
  /** Where it was opened; unknown for one of an earlier release. */
  readonly address: string | null
  readonly userAgent: string | null
  readonly createdAtMs: number
  /** Exact to `sessionUsedStepMs`. */
  readonly lastUsedAtMs: number | null
  readonly expiresAtMs: number
  /** Whether it is the one that asks. */
  readonly isCurrent: boolean
}

export type SessionList = { readonly sessions: readonly Session[] } & PageEnd

/**
 * The sessions of whoever asks that are live, the newest first. Throws Forbidden for a key, and
 * InvalidInput for the cursor.
 */
export function listSessions(
  room: IdentityRoom,
  principal: Principal,
  page: PageRequest,
): SessionList {
  requireSession(principal)
  return pageOf(room, principal, { ...page, userId: principal.userId })
}

/**
 * Those of somebody else. Throws Forbidden unless a platform admin asks, NotFound, and InvalidInput
 * for the cursor.
 */
export function listSessionsOf(
  room: IdentityRoom,
  principal: Principal,
  { userId, ...page }: PageRequest & { readonly userId: UserId },
): SessionList {
  requirePlatformAdmin(principal)
  if (!findPersonRow(room.store.db, userId)) throw new NotFound('user')
  return pageOf(room, principal, { ...page, userId })
}

function pageOf(
  room: IdentityRoom,
  { tenantId, sessionId: current }: Principal,
  { userId, ...page }: PageRequest & { readonly userId: UserId },
): SessionList {
  const { db } = room.store
  const at = liveAt(room)
  const { rows, nextCursor } = readPage(room.cursorKey, page, {
    binding: { route: 'sessions', tenantId, restriction: null, filters: { userId } },
    read: (part: After<SessionId>) => listSessionRows(db, { userId, at, ...part }),
    positionOf: ({ sessionId }) => sessionId,
  })
  const sessions = rows.map((row) => ({
    sessionId: row.sessionId,
    kind: row.kind,
    address: row.address,
    userAgent: row.userAgent,
    createdAtMs: row.createdAt,
    lastUsedAtMs: row.lastUsedAt,
    expiresAtMs: row.expiresAt,
    isCurrent: row.sessionId === current,
  }))
  return { sessions, total: countSessions(db, userId, at), nextCursor }
}
