import * as z from 'zod'
import { isoOf, isoOrNull } from '../../../base/clock.ts'
import type { SessionId } from '../../../base/ids.ts'
import { SESSION_KINDS, type Session, type SessionList } from '../../../domain/identity/index.ts'
import { idText, pageEnd, pageQuery, timestamp } from '../../fields.ts'
import { del, get } from '../../route.ts'

const SessionReply = z
  .object({
    session_id: z.string(),
    kind: z.enum(SESSION_KINDS).meta({ description: 'Shown as a bearer, or by a browser' }),
    address: z.string().nullable().meta({ description: 'Where it was opened' }),
    user_agent: z.string().nullable().meta({ description: 'By what: as it calls itself' }),
    created_at: timestamp,
    last_used_at: timestamp.nullable().meta({ description: 'Exact to five minutes' }),
    expires_at: timestamp,
    current: z.boolean().meta({ description: 'Whether it is the one that asks' }),
  })
  .meta({ id: 'Session' })

export const SessionsReply = z
  .object({ sessions: z.array(SessionReply), ...pageEnd })
  .meta({ id: 'Sessions' })

export const listSessions = get('/v1/me/sessions', {
  id: 'listSessions',
  summary: 'My sessions that are live, the newest first',
  description: 'Where each was opened and by what, and when it was last used.',
  tag: 'Accounts',
  access: 'session',
  query: z.object(pageQuery),
  reply: SessionsReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) => rooms.identity.listSessions(principal, query),
  present: presentSessions,
})

export const endSession = del('/v1/me/sessions/:id', {
  id: 'endSession',
  summary: 'End a session of mine',
  description: 'At once. This one too: that is logging out.',
  tag: 'Accounts',
  access: 'session',
  params: z.object({ id: idText }),
  status: 204,
  reply: null,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params }) => rooms.identity.endSession(cmd, params.id as SessionId),
})

export const endOtherSessions = del('/v1/me/sessions', {
  id: 'endOtherSessions',
  summary: 'End all my other sessions',
  description: 'Everything but the session that asks: what was lost, lent or forgotten.',
  tag: 'Accounts',
  access: 'session',
  reply: z.object({ sessions_ended: z.int() }),
  errors: [400, 401, 403],
  run: ({ rooms, cmd }) => rooms.identity.endOtherSessions(cmd),
  present: ({ ended }) => ({ sessions_ended: ended }),
})

export function presentSessions({ sessions, total, nextCursor }: SessionList) {
  return { sessions: sessions.map(presentSession), total, next_cursor: nextCursor }
}

function presentSession(session: Session) {
  return {
    session_id: session.sessionId,
    kind: session.kind,
    address: session.address,
    user_agent: session.userAgent,
    created_at: isoOf(session.createdAtMs),
    last_used_at: isoOrNull(session.lastUsedAtMs),
    expires_at: isoOf(session.expiresAtMs),
    current: session.isCurrent,
  }
}
