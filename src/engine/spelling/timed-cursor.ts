import type { Db } from '../../store/tx.ts'
import type { WordCursor } from '../keyword/keyword-index.ts'
import { askTheTime } from '../keyword/queries.ts'

const wordsBetween = 2_000

/** A walk through words in memory meets no SELECT: this one asks for the time now and then. */
export function timedCursor(db: Db, cursor: WordCursor): WordCursor {
  let seen = 0
  return {
    ...cursor,
    word() {
      seen += 1
      if (seen % wordsBetween === 0) askTheTime(db)
      return cursor.word()
    },
  }
}
