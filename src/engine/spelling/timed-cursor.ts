import type { Db } from '../../store/tx.ts'
import type { TermCursor } from '../keyword/keyword-index.ts'
import { askTheTime } from '../keyword/queries.ts'

const termsBetween = 2_000

/** A walk through words in memory meets no SELECT: this one asks for the time now and then. */
export function timedCursor(db: Db, cursor: TermCursor): TermCursor {
  let seen = 0
  return {
    ...cursor,
    term() {
      seen += 1
      if (seen % termsBetween === 0) askTheTime(db)
      return cursor.term()
    },
  }
}
