import type { Db } from '../../store/tx.ts'
import { type DocValues, docIdsOf } from '../documents/doc-values.ts'
import { openFtsTerms } from './fts-terms.ts'
import type { KeywordIndex } from './keyword-index.ts'
import { byFrequency } from './postings.ts'
import type { PostingsCache } from './postings-cache.ts'
import { listWordsBeginning, occurrences } from './queries.ts'

/** The keyword index that is always there: FTS5, read on this connection. */
export function openFtsIndex({
  db,
  docValues,
  postingsCache,
}: {
  db: Db
  docValues: DocValues
  postingsCache: PostingsCache
}): KeywordIndex {
  const terms = openFtsTerms({ db, docValues })
  return {
    postingsOf(stem) {
      return postingsCache(`stem : "${stem}"`, () => {
        const found = occurrences(db, { column: 'stem', terms: [stem] })
        return byFrequency(docIdsOf(docValues, found))
      })
    },
    terms: () => terms.cursor(),
    termsBeginning: (beginning, { limit }) => listWordsBeginning(db, { beginning, limit }),
  }
}
