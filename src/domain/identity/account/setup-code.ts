import { randomBytes } from 'node:crypto'
import { Forbidden } from '../../../base/errors.ts'
import { sameBytes } from '../../../base/secrets.ts'
import type { Db } from '../../../store/tx.ts'
import type { IdentityRoom } from '../room.ts'
import { findSetupCodeHash, hasPlatformAdmin, replaceSetupCode } from './queries.ts'

/**
 * A code that makes its bearer the first platform admin at signup, or undefined when there is an
 * admin already. Only its hash is kept, so each call makes a new one and ends the one before.
 */
export async function ensureSetupCode(room: IdentityRoom): Promise<string | undefined> {
  if (hasPlatformAdmin(room.store.db)) return undefined
  const code = (randomBytes(10).toString('hex').match(/.{5}/g) ?? []).join('-')
  const codeHash = room.hashes.setupCode(code)
  const createdAt = room.clock.nowMs()
  await room.store.write((tx) => replaceSetupCode(tx, { codeHash, createdAt }))
  return code
}

/** Throws Forbidden for a code that is wrong, replaced, used, or no longer needed. */
export function requireSetupCode(room: IdentityRoom, db: Db, code: string): void {
  const presented = room.hashes.setupCode(code.trim().toLowerCase())
  const expected = findSetupCodeHash(db)
  if (expected && sameBytes(expected, presented) && !hasPlatformAdmin(db)) return
  throw new Forbidden({
    reason: 'setup_code_invalid',
    message: 'This set-up code is not valid (any more).',
    facts: { field: 'setup_code' },
  })
}
