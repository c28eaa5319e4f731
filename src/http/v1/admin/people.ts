import * as z from 'zod'
import { isoOf, isoOrNull } from '../../../base/clock.ts'
import type { SessionId, TenantId, UserId } from '../../../base/ids.ts'
import type { Person } from '../../../domain/identity/index.ts'
import { pageQuery } from '../../fields.ts'
import { del, get, post, put } from '../../route.ts'
import { presentSessions, SessionsReply } from '../account/sessions.ts'
import * as schemas from './people.schema.ts'
import { NoteBody, ReasonBody } from './takedown.schema.ts'

export const listUsers = get('/v1/admin/users', {
  id: 'listUsers',
  summary: 'Everybody with an account, the newest first',
  description:
    'Paged by cursor, for platform admins. With q in the order of the addresses. One of q, ' +
    'tenant_id and platform_admin at a time.',
  tag: 'Administration',
  access: 'platform_admin',
  query: schemas.PeopleQuery,
  reply: schemas.PeopleReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query }) =>
    rooms.identity.pageOfPeople(principal, {
      cursor: query.cursor,
      limit: query.limit,
      q: query.q,
      tenantId: query.tenant_id as TenantId | undefined,
      isPlatformAdmin: query.platform_admin,
    }),
  present: ({ people, total, nextCursor }) => ({
    users: people.map(presentPerson),
    total,
    next_cursor: nextCursor,
  }),
})

export const getUser = get('/v1/admin/users/:id', {
  id: 'getUser',
  summary: 'One person with an account',
  description: 'With the tenant, the roles in it and how many sessions are live.',
  tag: 'Administration',
  access: 'platform_admin',
  params: schemas.PersonParams,
  reply: schemas.PersonReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) => rooms.identity.readPerson(principal, params.id as UserId),
  present: presentPerson,
})

export const createResetLink = post('/v1/admin/users/:id/reset-link', {
  id: 'createResetLink',
  summary: 'A code with which a person who lost a password sets another one',
  description:
    'For POST /v1/auth/password-reset, once and within a day. Hand it over by a way that you ' +
    'trust: it is in this answer only. One that was open ends. 403 where the domain of the ' +
    'address logs in by single sign-on.',
  tag: 'Administration',
  access: 'platform_admin',
  params: schemas.PersonParams,
  givesSecret: true,
  status: 201,
  reply: schemas.ResetLinkReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params }) => rooms.identity.createResetLink(cmd, params.id as UserId),
  present: ({ userId, email, code, expiresAtMs }) => ({
    user_id: userId,
    email,
    reset_code: code,
    expires_at: isoOf(expiresAtMs),
  }),
})

export const listUserSessions = get('/v1/admin/users/:id/sessions', {
  id: 'listUserSessions',
  summary: 'The live sessions of a person, the newest first',
  description: 'Where each was opened and by what, and when it was last used; paged by cursor.',
  tag: 'Administration',
  access: 'platform_admin',
  params: schemas.PersonParams,
  query: z.object(pageQuery),
  reply: SessionsReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params, query }) =>
    rooms.identity.listSessionsOf(principal, { ...query, userId: params.id as UserId }),
  present: presentSessions,
})

export const endUserSessions = del('/v1/admin/users/:id/sessions', {
  id: 'endUserSessions',
  summary: 'Log a person out everywhere',
  description: 'At once. API keys go on.',
  tag: 'Administration',
  access: 'platform_admin',
  params: schemas.PersonParams,
  reply: schemas.SessionsEndedReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params }) => rooms.identity.endSessionsOf(cmd, params.id as UserId),
  present: ({ userId, ended }) => ({ user_id: userId, sessions_ended: ended }),
})

export const endUserSession = del('/v1/admin/users/:id/sessions/:session_id', {
  id: 'endUserSession',
  summary: 'End one session of a person',
  description: 'At once; the others go on.',
  tag: 'Administration',
  access: 'platform_admin',
  params: schemas.PersonSessionParams,
  status: 204,
  reply: null,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params: { id, session_id } }) =>
    rooms.identity.endSessionOf(cmd, {
      userId: id as UserId,
      sessionId: session_id as SessionId,
    }),
})

export const lockUser = post('/v1/admin/users/:id/lock', {
  id: 'lockUser',
  summary: 'Let nobody in as this person',
  description:
    'All sessions end, and every way of logging in is answered 403 with the reason user_locked. ' +
    "API keys go on: they are the tenant's, which reads in its audit log that and when, not the " +
    'reason. 409 where the person is locked already or is a platform admin.',
  tag: 'Administration',
  access: 'platform_admin',
  params: schemas.PersonParams,
  body: ReasonBody,
  reply: schemas.PersonReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.identity.lockPerson(cmd, { userId: params.id as UserId, reason: body.reason }),
  present: presentPerson,
})

export const unlockUser = post('/v1/admin/users/:id/unlock', {
  id: 'unlockUser',
  summary: 'Let a person in again',
  description: 'With the password and the second factors of before. 409 where it is not locked.',
  tag: 'Administration',
  access: 'platform_admin',
  params: schemas.PersonParams,
  body: NoteBody,
  reply: schemas.PersonReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.identity.unlockPerson(cmd, { userId: params.id as UserId, note: body.note }),
  present: presentPerson,
})

export const resetSecondFactors = del('/v1/admin/users/:id/second-factors', {
  id: 'resetSecondFactors',
  summary: 'Take all second factors of a person away who lost them',
  description:
    'The app for codes, passkeys and recovery codes go, and all sessions end: the person logs in ' +
    'by the password alone. Be sure whom you talk to.',
  tag: 'Administration',
  access: 'platform_admin',
  params: schemas.PersonParams,
  reply: schemas.FactorsResetReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, cmd, params }) => rooms.identity.resetFactors(cmd, params.id as UserId),
  present: ({ userId, totp, passkeys, sessionsEnded }) => ({
    user_id: userId,
    totp,
    passkeys,
    sessions_ended: sessionsEnded,
  }),
})

export const changePlatformAdmin = put('/v1/admin/users/:id/platform-admin', {
  id: 'changePlatformAdmin',
  summary: 'Make a person a platform administrator, or an ordinary one again',
  description:
    'From the next request of any session on. 409 for the last one, and for somebody of a tenant ' +
    'that is suspended. Where groups of a sign-in provider say who administers, they do so again ' +
    'at the next log-in.',
  tag: 'Administration',
  access: 'platform_admin',
  params: schemas.PersonParams,
  body: schemas.PlatformAdminBody,
  reply: schemas.PersonReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.identity.changePlatformAdmin(cmd, {
      userId: params.id as UserId,
      isPlatformAdmin: body.is_platform_admin,
    }),
  present: presentPerson,
})

function presentPerson(person: Person) {
  return {
    user_id: person.userId,
    tenant_id: person.tenantId,
    email: person.email,
    display_name: person.displayName,
    roles: [...person.roles],
    is_platform_admin: person.isPlatformAdmin,
    live_sessions: person.liveSessions,
    locked_at: isoOrNull(person.lock?.lockedAtMs ?? null),
    lock_reason: person.lock?.reason ?? null,
    created_at: isoOf(person.createdAtMs),
    password_changed_at: isoOf(person.passwordChangedAtMs),
  }
}
