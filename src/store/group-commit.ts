import type { AnswersNoMore } from '../base/lease.ts'
import type { Connection } from './connect.ts'
import type { LogSync } from './log-sync.ts'
import type { Hold, Manner, Tx, Write } from './tx.ts'

/** After this long a batch takes no further member, so that the event loop breathes. */
const batchMaxMs = 5
/** So many share a savepoint: each of them takes a part of a millisecond. */
const alikeMax = 16

type Member = Manner & {
  run(tx: Tx): unknown
  resolve(value: unknown): void
  reject(error: unknown): void
}
type Around = { beforeCommit?: () => void; answersNoMore?: AnswersNoMore }
type Outcome = { member: Member; value?: unknown; error?: unknown; failed: boolean }

/**
 * The one writer. Writes that wait in the same turn of the event loop share one COMMIT; each has a
 * savepoint of its own, so that a refused one leaves the others whole. One that is alone needs
 * none: SQLite keeps a copy of every page that changes under a savepoint. Some side by side that
 * may run again share one; when one of them is refused, they do, each under its own. Nobody is
 * answered before the disk has the COMMIT, for which the event loop does not wait; when it fails
 * (disk full, I/O error) all are refused. `beforeCommit` belongs to the transaction, too. Whether
 * this process may answer at all is asked before a transaction begins, and again before anybody
 * hears of it.
 */
export function groupCommit(
  { raw, db }: Connection,
  sync: Pick<LogSync, 'committed' | 'after'>,
  { beforeCommit = () => undefined, answersNoMore = () => undefined }: Around = {},
): { write: Write; hold: Hold } {
  const begin = raw.prepare('BEGIN IMMEDIATE')
  const commit = raw.prepare('COMMIT')
  const save = raw.prepare('SAVEPOINT member')
  const release = raw.prepare('RELEASE member')

  function run(queue: Member[]): Outcome[] {
    const only = queue.length === 1 ? queue.shift() : undefined
    return only ? [runAlone(only)] : runBatch(queue)
  }

  function runBatch(queue: Member[]): Outcome[] {
    const taken: Member[] = []
    const outcomes: Outcome[] = []
    const startedMs = performance.now()
    try {
      begin.run()
      do {
        const some = takeAlike(queue)
        taken.push(...some)
        outcomes.push(...inSavepoint(some))
      } while (queue.length > 0 && performance.now() - startedMs < batchMaxMs)
      beforeCommit()
      commit.run()
      return outcomes
    } catch (error) {
      if (raw.inTransaction) raw.exec('ROLLBACK')
      if (taken.length === 0) taken.push(...queue.splice(0, 1))
      return taken.map((member) => ({ member, failed: true, error }))
    }
  }

  function runAlone(member: Member): Outcome {
    try {
      begin.run()
      const outcome = outcomeOf(db, member)
      beforeCommit()
      commit.run()
      return outcome
    } catch (error) {
      if (raw.inTransaction) raw.exec('ROLLBACK')
      return { member, error, failed: true }
    }
  }

  function inSavepoint(members: readonly Member[]): Outcome[] {
    save.run()
    try {
      const outcomes = members.map((member) => outcomeOf(db, member))
      release.run()
      return outcomes
    } catch (error) {
      // A full disk can end the whole transaction by itself; then nothing is left to go back to.
      if (!raw.inTransaction) throw error
      raw.exec('ROLLBACK TO member; RELEASE member')
      if (members.length > 1) return members.flatMap((member) => inSavepoint([member]))
      return members.map((member) => ({ member, error, failed: true }))
    }
  }

  return queued((queue) => {
    const over = answersNoMore()
    if (over) settle(refused(queue.splice(0), over))
    else settleBy(sync, run(queue), answersNoMore)
  })
}

/** The first, and those behind it that may run again if it may, too. */
function takeAlike(queue: Member[]): Member[] {
  const other = queue.findIndex(({ mayRunAgain }) => !mayRunAgain)
  const alike = other < 0 ? queue.length : other
  return queue.splice(0, Math.min(Math.max(1, alike), alikeMax))
}

function refused(members: readonly Member[], error: unknown): Outcome[] {
  return members.map((member) => ({ member, error, failed: true }))
}

/** Who was refused may have been so because of what others wrote. */
function settleBy(
  sync: Pick<LogSync, 'committed' | 'after'>,
  outcomes: Outcome[],
  answersNoMore: AnswersNoMore,
): void {
  const isWritten = outcomes.some(({ failed }) => !failed)
  sync[isWritten ? 'committed' : 'after'](() => {
    const over = answersNoMore()
    const members = outcomes.map(({ member }) => member)
    settle(over ? refused(members, over) : outcomes)
  })
}

/** Has what waits in one turn of the event loop carried out together, as far as `run` takes it. */
function queued(run: (queue: Member[]) => void): { write: Write; hold: Hold } {
  const queue: Member[] = []
  let scheduled = false
  let holders = 0

  function flush() {
    scheduled = false
    if (holders > 0) return
    if (queue.length > 0) run(queue)
    if (queue.length > 0) schedule()
  }

  function schedule() {
    if (scheduled) return
    scheduled = true
    setImmediate(flush)
  }

  const write = <T>(fn: (tx: Tx) => T, { mayRunAgain = false }: Manner = {}) =>
    new Promise<T>((resolve, reject) => {
      const settle = { resolve: resolve as (value: unknown) => void, reject }
      queue.push({ run: fn, ...settle, mayRunAgain })
      schedule()
    })
  const hold = () => {
    holders++
    return {
      [Symbol.dispose]() {
        holders--
        schedule()
      },
    }
  }
  return { write, hold }
}

function outcomeOf(db: Connection['db'], member: Member): Outcome {
  const value = member.run(db as unknown as Tx)
  if (value instanceof Promise) throw new TypeError('a write must be synchronous')
  return { member, value, failed: false }
}

function settle(outcomes: Outcome[]) {
  for (const { member, value, error, failed } of outcomes) {
    if (failed) member.reject(error)
    else member.resolve(value)
  }
}
