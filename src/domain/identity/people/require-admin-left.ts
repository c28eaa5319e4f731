import { Conflict } from '../../../base/errors.ts'
import type { Db } from '../../../store/tx.ts'
import { countPlatformAdmins } from '../member/queries.ts'

/** Throws Conflict where nobody administered the platform without these many of those who do. */
export function requireAdminLeft(db: Db, leaving: number): void {
  if (countPlatformAdmins(db) > leaving) return
  throw new Conflict({
    reason: 'last_platform_admin',
    message: 'The platform keeps at least one administrator.',
  })
}
