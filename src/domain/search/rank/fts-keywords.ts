import type { Db } from '../../../store/tx.ts'
import type { KeywordIndex } from '../keyword-index.ts'
import { openVocabulary } from '../typo/vocabulary.ts'
import type { KeptPostings } from './kept-postings.ts'
import { type PassageColumns, placesOf } from './passage-columns.ts'
import { byTimes } from './postings.ts'
import { occurrences } from './queries.ts'

/** The keyword index that is always there: FTS5, read on this connection. */
export function openFtsKeywords({
  db,
  columns,
  keptPostings,
}: {
  db: Db
  columns: PassageColumns
  keptPostings: KeptPostings
}): KeywordIndex {
  const vocabulary = openVocabulary({ db, columns })
  return {
    postingsOf(stem) {
      return keptPostings(`stem : "${stem}"`, () => {
        const found = occurrences(db, { column: 'stem', terms: [stem] })
        return byTimes(placesOf(columns, found))
      })
    },
    words: () => vocabulary.cursor(),
  }
}
