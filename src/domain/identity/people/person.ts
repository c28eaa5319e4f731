import { InvalidInput, NotFound } from '../../../base/errors.ts'
import type { TenantId, UserId } from '../../../base/ids.ts'
import { type After, type PageEnd, type PageRequest, readPage } from '../../../base/page.ts'
import type { Db } from '../../../store/tx.ts'
import type { Principal, Role } from '../../principal.ts'
import type { IdentityRoom } from '../room.ts'
import { requirePlatformAdmin } from '../scopes.ts'
import { liveAt } from '../session/live-at.ts'
import { isLive } from '../session/queries.ts'
import { findLock, type Lock } from './lock.ts'
import * as queries from './queries.ts'

/** What a platform admin sees of somebody with an account. */
export type Person = {
  readonly userId: UserId
  readonly tenantId: TenantId
  readonly email: string
  readonly displayName: string
  readonly roles: readonly Role[]
  readonly isPlatformAdmin: boolean
  readonly createdAtMs: number
  readonly passwordChangedAtMs: number
  readonly liveSessions: number
  /** Nobody is let in as this person; null: somebody is. */
  readonly lock: Lock | null
}

export type PeopleAsked = PageRequest & {
  /** The beginning of the address, or the id. */
  readonly q?: string | undefined
  readonly tenantId?: TenantId | undefined
  readonly isPlatformAdmin?: boolean | undefined
}

export type PersonPage = { readonly people: readonly Person[] } & PageEnd

/**
 * Everybody, the newest account first, or those that are looked for by their addresses, in the
 * order of these. Throws Forbidden unless a platform admin asks, InvalidInput for the cursor and
 * where two things are asked at once.
 */
export function pageOfPeople(
  room: IdentityRoom,
  principal: Principal,
  { cursor, limit, ...asked }: PeopleAsked,
): PersonPage {
  requirePlatformAdmin(principal)
  requireOneFilter(asked)
  const { tenantId, isPlatformAdmin } = asked
  const q = asked.q?.startsWith('usr_') ? asked.q : asked.q?.normalize('NFC').toLowerCase()
  const filters = { q, tenantId, isPlatformAdmin }
  const { db } = room.store
  const page = { cursor, limit }
  const { rows, nextCursor } = readPage(room.cursorKey, page, {
    binding: {
      route: 'listUsers',
      tenantId: principal.tenantId,
      restriction: null,
      filters: { q: q ?? null, of: tenantId ?? null, admin: isPlatformAdmin ?? null },
    },
    read: (part: After<queries.PersonPosition>) => queries.listPersonRows(db, filters, part),
    positionOf: ({ userId, email }): queries.PersonPosition => [userId, email],
  })
  return {
    people: withSessions(room, db, rows),
    total: queries.countPersons(db, filters),
    nextCursor,
  }
}

/** Throws Forbidden unless a platform admin asks, and NotFound. */
export function readPerson(room: IdentityRoom, principal: Principal, userId: UserId): Person {
  requirePlatformAdmin(principal)
  return getPerson(room, room.store.db, userId)
}

/** Throws NotFound. */
export function getPerson(room: IdentityRoom, db: Db, userId: UserId): Person {
  const row = queries.findPersonRow(db, userId)
  if (!row) throw new NotFound('user')
  return withSessions(room, db, [row])[0] as Person
}

type Row = NonNullable<ReturnType<typeof queries.findPersonRow>>

function withSessions(room: IdentityRoom, db: Db, rows: readonly Row[]): Person[] {
  const ids = rows.map(({ userId }) => userId)
  const live = queries.countSessionsOf(db, ids, isLive(liveAt(room)))
  return rows.map((row) => ({
    ...row,
    liveSessions: live.get(row.userId) ?? 0,
    lock: findLock(db, row.userId) ?? null,
  }))
}

/** Each is answered by an index of its own, two of them by none. */
function requireOneFilter({ q, tenantId, isPlatformAdmin }: Omit<PeopleAsked, 'limit'>): void {
  const given = { q, tenant_id: tenantId, platform_admin: isPlatformAdmin }
  const [first, second] = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  )
  if (second === undefined) return
  throw new InvalidInput({
    field: second,
    reason: 'one_filter',
    message: `${second} must be left out where ${first} is given.`,
  })
}
