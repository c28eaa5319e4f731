import { Forbidden, NotFound } from '../../../base/errors.ts'
import type { UserId } from '../../../base/ids.ts'
import type { Db } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import { normaliseEmail } from '../account/email.ts'
import { findUserByEmail } from '../account/queries.ts'
import { getUserNamed } from '../account/user-named.ts'
import type { IdentityRoom } from '../room.ts'
import { findPasswordPass, putPasswordPass } from './queries.ts'

/**
 * The one place that says whether an address may log in, sign up or get another password by one.
 * Throws Forbidden by the domain alone, so that nobody learns who has an account; a platform admin
 * whom the operator let in for a while is asked for the password as before.
 */
export function requirePasswordLogin(room: IdentityRoom, db: Db, address: string): void {
  const email = normaliseEmail(address)
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const { providers } = room.sso
  const provider = providers.find(({ passwordOffFor }) => passwordOffFor.includes(domain))
  if (provider === undefined || hasPass(room, db, email)) return
  throw new Forbidden({
    reason: 'sso_required',
    message: `People of ${domain} log in by ${provider.name}, not by a password.`,
  })
}

function hasPass({ clock }: IdentityRoom, db: Db, email: string): boolean {
  const user = findUserByEmail(db, email)
  if (!user?.isPlatformAdmin) return false
  return (findPasswordPass(db, user.userId) ?? 0) > clock.nowMs()
}

export type LetIn = { readonly userId: UserId; readonly email: string; readonly untilMs: number }

/**
 * For the operator at the command line, when the provider is away: a platform admin logs in by the
 * password for a while. Throws InvalidInput, NotFound, and Forbidden for anybody else.
 */
export function allowPassword(
  room: IdentityRoom,
  { email: address, forMs }: { email: string; forMs: number },
): Promise<LetIn> {
  return room.store.write((tx) => {
    const { userId, tenantId, email } = getUserNamed(tx, address)
    const user = findUserByEmail(tx, email)
    if (!user) throw new NotFound('user')
    if (!user.isPlatformAdmin) {
      throw new Forbidden({
        reason: 'platform_admin_required',
        message: 'Only a platform administrator is let in past a provider.',
      })
    }
    const atMs = room.clock.nowMs()
    const untilMs = atMs + forMs
    putPasswordPass(tx, { userId, until: untilMs })
    recordAudit(tx, {
      atMs,
      tenantId,
      actor: { type: 'operator', id: null },
      action: 'user.password_allowed',
      subject: { type: 'user', id: userId },
      details: { until: untilMs },
    })
    return { userId, email, untilMs }
  })
}
