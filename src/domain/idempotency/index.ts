/**
 * Idempotency: a POST that is retried with the same Idempotency-Key has one effect and one answer.
 *
 * Owns the table idempotent_reply: the answers of the last 24 hours. The answer is written in the
 * transaction of the command itself, so there is never an effect without its stored answer or the
 * other way round, also across kill -9. Only successful answers are stored: after a refusal the
 * same key may be used again.
 *
 * States of a key: unknown → running (in memory, this process is the only one) → stored → expired.
 * Refuses: the same key with another body (Conflict), and a second request while the first still
 * runs (Conflict with a time to wait). An answer may hold a secret (an API key), so it is encrypted
 * under a key derived from the raw Idempotency-Key, which itself is stored only as a keyed hash:
 * who reads the database can read none of it. (spec 7.1 rules 1 and 2; the rest is our choice)
 */
import { hkdfSync } from 'node:crypto'
import type { Clock } from '../../base/clock.ts'
import { Conflict } from '../../base/errors.ts'
import { seal, unseal } from '../../base/sealed.ts'
import { hmac, type Secrets, sameBytes } from '../../base/secrets.ts'
import type { Db, Tx } from '../../store/tx.ts'
import { countExpiredReplies, deleteExpiredReplies, findReply, insertReply } from './queries.ts'

export const replyLifetimeMs = 24 * 60 * 60 * 1000
/** Expired answers that one transaction removes. */
export const sweepMax = 200
const retryAfterSeconds = 1

export type StoredReply = { status: number; body: string }

/** One request with an Idempotency-Key, from its start to `release`. */
export type Ticket = {
  /**
   * The answer given before, if there is one. Throws Conflict when the body is another; `rest` is
   * what of it was not known at the start.
   */
  find(db: Db, rest?: string): StoredReply | undefined
  store(tx: Tx, reply: StoredReply): void
  release(): void
}

export type Idempotency = ReturnType<typeof openIdempotency>

export function openIdempotency({ secrets, clock }: { secrets: Secrets; clock: Clock }) {
  const running = new Set<string>()
  const idKeys = secrets.signing('idempotency-id')
  const lockKey = secrets.derive('idempotency-id')

  /** Throws Conflict while another request with the same key runs. */
  function begin(request: { owner: string; route: string; rawKey: string; body: string }): Ticket {
    const { owner, route, rawKey, body } = request
    const mark = hmac(lockKey, owner, route, rawKey).toString('hex')
    if (running.has(mark)) throw stillRunning()
    running.add(mark)
    let said = [body]
    const keysOf = (idKey: Buffer) => {
      const replyId = hmac(idKey, owner, route, rawKey)
      const info = `seal/${replyId.toString('hex')}`
      const sealKey = Buffer.from(hkdfSync('sha256', rawKey, idKey, info, 32))
      return { replyId, sealKey, bodyMac: hmac(sealKey, ...said) }
    }
    return {
      find(db, rest) {
        if (rest !== undefined) said = [body, rest]
        // What was answered before a rotation of the secrets is found under the old ones.
        for (const idKey of idKeys.accepted()) {
          const { replyId, sealKey, bodyMac } = keysOf(idKey)
          const row = findReply(db, replyId, clock.nowMs())
          if (row && !sameBytes(row.bodyMac, bodyMac)) throw otherBody()
          if (row) return JSON.parse(unseal(sealKey, row.sealed).toString('utf8')) as StoredReply
        }
        return undefined
      },
      store(tx, reply) {
        const { replyId, sealKey, bodyMac } = keysOf(idKeys.current())
        const createdAt = clock.nowMs()
        const sealed = seal(sealKey, Buffer.from(JSON.stringify(reply), 'utf8'))
        insertReply(tx, {
          replyId,
          bodyMac,
          sealed,
          createdAt,
          expiresAt: createdAt + replyLifetimeMs,
        })
      },
      release: () => void running.delete(mark),
    }
  }

  return {
    begin,
    /** For the upkeep: removes expired answers, `sweepMax` at most; gives how many. */
    sweep: (tx: Tx) => deleteExpiredReplies(tx, { nowMs: clock.nowMs(), max: sweepMax }),
    /** How many of them there are. */
    countExpired: (db: Db) => countExpiredReplies(db, clock.nowMs()),
  }
}

function stillRunning(): Conflict {
  return new Conflict({
    reason: 'idempotency_key_in_use',
    message: 'The first request with this Idempotency-Key is still running.',
    retryAfterSeconds,
  })
}

function otherBody(): Conflict {
  return new Conflict({
    reason: 'idempotency_key_reused',
    message: 'This Idempotency-Key was used before with another request.',
  })
}
