import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { ApiKeyId, TenantId, UserId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { blankUser, forgetInvited } from '../member/queries.ts'
import { requireAdminLeft } from '../people/require-admin-left.ts'
import type { IdentityRoom } from '../room.ts'
import { endMostSessions } from '../session/end-most.ts'
import { deleteOtherSessions } from '../session/queries.ts'
import { endIdentities } from '../sso/queries.ts'
import { apiKeys, invitations, memberships, tenants, users } from '../tables.ts'

/** People, and keys, of one transaction. */
const peopleAtOnce = 50
const keysAtOnce = 500

/** In the first transaction, when nothing is in the way. */
type LockingOut = { begin?: (tx: Tx) => void; signal?: AbortSignal }

/**
 * Nobody of a tenant can act any more: sessions, keys and invitations end, and of the people only
 * the ids are left, some in each transaction. Who is not locked out yet may meanwhile make others,
 * but their ids come later. Throws Conflict when nobody would administer the platform then.
 */
export async function lockOut(
  room: IdentityRoom,
  tenantId: TenantId,
  { begin, signal }: LockingOut = {},
): Promise<void> {
  const { store, clock } = room
  await store.write((tx) => {
    requireAdmins(tx, listPeople(tx, { tenantId, after: '', limit: -1 }))
    begin?.(tx)
    endInvitations(tx, { tenantId, nowMs: clock.nowMs() })
  })
  for (let after: string | undefined = ''; after !== undefined; ) {
    signal?.throwIfAborted()
    const from: string = after
    const next = listPeople(store.db, { tenantId, after: from, limit: peopleAtOnce })
    for (const { userId } of next) await endMostSessions(room, { userId })
    after = await store.write((tx) => lockOutPeople(room, tx, { tenantId, after: from }))
  }
  for (let after: string | undefined = ''; after !== undefined; ) {
    signal?.throwIfAborted()
    const from: string = after
    after = await store.write((tx) => endKeys(tx, { tenantId, after: from, nowMs: clock.nowMs() }))
  }
  await store.write((tx) => endInvitations(tx, { tenantId, nowMs: clock.nowMs() }))
}

type Slice = { tenantId: TenantId; after: string }
type Person = { userId: UserId; was: string; isPlatformAdmin: boolean }

function listPeople(tx: Db, { tenantId, after, limit }: Slice & { limit: number }): Person[] {
  return tx
    .select({ userId: users.userId, was: users.email, isPlatformAdmin: users.isPlatformAdmin })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.userId))
    .where(and(eq(memberships.tenantId, tenantId), gt(memberships.userId, after as UserId)))
    .orderBy(memberships.userId)
    .limit(limit)
    .all()
}

function requireAdmins(tx: Tx, people: readonly Person[]): void {
  const admins = people.filter(({ isPlatformAdmin }) => isPlatformAdmin).length
  if (admins > 0) requireAdminLeft(tx, admins)
}

/** Gives the last one of them, where there may be more. */
function lockOutPeople(room: IdentityRoom, tx: Tx, slice: Slice): UserId | undefined {
  const people = listPeople(tx, { ...slice, limit: peopleAtOnce })
  requireAdmins(tx, people)
  const passwordHash = room.passwords.unusable()
  const nowMs = room.clock.nowMs()
  for (const { userId, was } of people) {
    deleteOtherSessions(tx, userId, undefined)
    const email = `${userId}@erased.invalid`
    blankUser(tx, userId, { email, displayName: 'Erased', passwordHash })
    forgetInvited(tx, { email: was, nowMs })
    endIdentities(tx, userId, nowMs)
  }
  return people.length < peopleAtOnce ? undefined : people.at(-1)?.userId
}

/** The same of keys. */
function endKeys(
  tx: Tx,
  { tenantId, after, nowMs }: Slice & { nowMs: number },
): ApiKeyId | undefined {
  const { apiKeyId, revokedAt } = apiKeys
  const found = tx
    .select({ apiKeyId })
    .from(apiKeys)
    .where(and(eq(apiKeys.tenantId, tenantId), gt(apiKeyId, after as ApiKeyId)))
    .orderBy(apiKeyId)
    .limit(keysAtOnce)
    .all()
    .map((row) => row.apiKeyId)
  const among = sql`api_key_id IN (SELECT value FROM json_each(${JSON.stringify(found)}))`
  tx.update(apiKeys)
    .set({ revokedAt: nowMs })
    .where(and(among, isNull(revokedAt)))
    .run()
  tx.update(apiKeys).set({ name: 'Erased' }).where(among).run()
  tx.run(sql`DELETE FROM api_key_grant WHERE ${among}`)
  tx.run(sql`DELETE FROM oauth_grant WHERE ${among}`)
  return found.length < keysAtOnce ? undefined : found.at(-1)
}

function endInvitations(tx: Tx, { tenantId, nowMs }: { tenantId: TenantId; nowMs: number }) {
  const open = and(
    eq(invitations.tenantId, tenantId),
    isNull(invitations.usedAt),
    isNull(invitations.revokedAt),
  )
  tx.update(invitations).set({ revokedAt: nowMs }).where(open).run()
  tx.update(invitations).set({ email: null }).where(eq(invitations.tenantId, tenantId)).run()
}

/** The last step of an erasure: from here on the tenant has no name. Twice is the same as once. */
export function blankTenant(room: IdentityRoom, tx: Tx, tenantId: TenantId): void {
  tx.update(tenants)
    .set({ name: 'Erased', erasedAt: room.clock.nowMs() })
    .where(and(eq(tenants.tenantId, tenantId), isNull(tenants.erasedAt)))
    .run()
}
