import type { Clock } from '../../../base/clock.ts'
import type { UserId } from '../../../base/ids.ts'
import type { RoomStore, Tx } from '../../../store/tx.ts'
import { recordAudit } from '../../audit/index.ts'
import { failedLoginsTold, failedLoginsWaitingMax } from '../limits.ts'
import { countFailedLogin, findMembership } from './queries.ts'

type Writes = Pick<RoomStore, 'write'>

export type FailedLogins = ReturnType<typeof openFailedLogins>

/** Of one account since it was last logged in to. */
export type FailedLoginCount = { readonly count: number; readonly lastAtMs: number | null }

/**
 * Counts the failed logins of accounts, for their owners to see. Beside the attempt and not in it:
 * the time that an answer takes must not tell whether there is an account.
 */
export function openFailedLogins({ store, clock }: { store: Writes; clock: Clock }) {
  const waiting = new Set<Promise<void>>()

  function note(userId: UserId): void {
    if (waiting.size >= failedLoginsWaitingMax) return
    const done = () => void waiting.delete(writing)
    const writing = store.write((tx) => write(tx, userId, clock.nowMs())).then(done, done)
    waiting.add(writing)
  }

  return {
    note,
    /** Settles when what was noted so far is written. */
    settled: () => Promise.all(waiting).then(() => undefined),
  }
}

function write(tx: Tx, userId: UserId, nowMs: number): void {
  const count = countFailedLogin(tx, userId, nowMs)
  const tenantId = findMembership(tx, userId)?.tenantId
  if (tenantId === undefined || !failedLoginsTold.includes(count)) return
  recordAudit(tx, {
    atMs: nowMs,
    tenantId,
    actor: { type: 'system', id: null },
    action: 'user.logins_failed',
    subject: { type: 'user', id: userId },
    details: { count },
  })
}
