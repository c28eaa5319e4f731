import type { Db } from '../../../store/tx.ts'
import type { KeywordIndex, WordCursor } from '../ports.ts'
import { type PassageColumns, placesOf } from './passage-columns.ts'
import { byTimes } from './postings.ts'
import { nextWord, occurrences } from './queries.ts'

/** The keyword index that is always there: FTS5, read on this connection. */
export function openFtsKeywords({
  db,
  columns,
}: {
  db: Db
  columns: PassageColumns
}): KeywordIndex {
  return {
    postingsOf(stem) {
      const found = occurrences(db, { column: 'stem', terms: [stem] })
      return byTimes(placesOf(columns, found))
    },
    words: () => vocabularyCursor(db),
  }
}

/** Behind every letter that a word can go on with, in the order of SQLite. */
const behindAll = '\u{10ffff}'

/** Stems and tags are among the words here; nothing is found for them in the texts. */
function vocabularyCursor(db: Db): WordCursor {
  let word = nextWord(db, { after: '' })
  return {
    word: () => word,
    next() {
      if (word !== undefined) word = nextWord(db, { after: word })
    },
    skip(beginning) {
      word = nextWord(db, { after: beginning + behindAll })
    },
  }
}
