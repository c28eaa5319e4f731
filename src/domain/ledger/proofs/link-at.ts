import type { Db } from '../../../store/tx.ts'
import { genesis } from '../books/chain.ts'
import { hashAt, type Log } from './queries.ts'

/** The link of a log after so many rows; undefined where there are fewer. */
export function linkAt(db: Db, { log, seq }: { log: Log; seq: number }): Buffer | undefined {
  return seq === 0 ? genesis : hashAt(db, { log, seq })
}
