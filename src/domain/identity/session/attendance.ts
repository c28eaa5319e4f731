import type { Db, WatchedRows } from '../../../store/tx.ts'
import type { Principal } from '../../principal.ts'

/** Where it is written down that somebody may do less, or more, than before. */
export const accessRows: readonly WatchedRows[] = [
  { table: 'session', on: 'DELETE', about: 'user_id' },
  { table: 'session', on: 'UPDATE OF factor', about: 'user_id' },
  { table: 'membership', on: 'DELETE', about: 'user_id' },
  { table: 'membership', on: 'UPDATE OF roles', about: 'user_id' },
  { table: 'user', on: 'UPDATE OF is_platform_admin', about: 'user_id' },
  { table: 'user', on: 'DELETE', about: 'user_id' },
  { table: 'api_key', on: 'UPDATE OF revoked_at, expires_at, scopes', about: 'tenant_id' },
  { table: 'api_key', on: 'UPDATE OF dataset_access_mode, dataset_ids', about: 'tenant_id' },
  { table: 'api_key_grant', on: 'DELETE', about: 'api_key_id' },
  { table: 'tenant_suspension', on: 'INSERT', about: 'tenant_id' },
]

/** Somebody who stays: as what they may do at each moment. */
export type Attendance = Disposable & { principal(): Principal }

export type Attendances = {
  /** From now on `end` is called once when the credential ends, or may do less than now. */
  attend(principal: Principal, end: () => void): Attendance
  /** What there is of these users, keys and tenants is looked at again. */
  recheck(ids: ReadonlySet<string>): void
  /** For what time alone ends: looks at some; gives whether there are more to look at. */
  recheckSome(): boolean
}

type Present = { principal: Principal; readonly end: () => void }

const slice = 200

/**
 * Who has a stream open: it lasts as long as the credential, and nobody asks the database for each
 * of them again and again. `now` gives who somebody is at this moment, undefined when that is over.
 */
export function openAttendances(
  db: Db,
  now: (db: Db, principal: Principal) => Principal | undefined,
): Attendances {
  const all = new Set<Present>()
  let rest: Present[] = []

  function lookAt(present: Present) {
    if (!all.has(present)) return
    const principal = now(db, present.principal)
    if (principal) {
      present.principal = principal
      return
    }
    all.delete(present)
    present.end()
  }

  return {
    attend(principal, end) {
      const present = { principal, end }
      all.add(present)
      return {
        principal: () => present.principal,
        [Symbol.dispose]: () => void all.delete(present),
      }
    },
    recheck(ids) {
      for (const present of all) if (isAbout(present, ids)) lookAt(present)
    },
    recheckSome() {
      if (rest.length === 0) rest = [...all]
      for (const present of rest.splice(0, slice)) lookAt(present)
      return rest.length > 0
    },
  }
}

function isAbout({ principal }: Present, ids: ReadonlySet<string>): boolean {
  return ids.has(principal.principalId) || ids.has(principal.tenantId)
}
