import type { Db } from '../../store/tx.ts'
import { type PassageColumns, placesOf } from '../documents/doc-values.ts'
import { openVocabulary } from '../spelling/fts-terms.ts'
import type { KeywordIndex } from './keyword-index.ts'
import { byTimes } from './postings.ts'
import type { KeptPostings } from './postings-cache.ts'
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
