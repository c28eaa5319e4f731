import { languageCode } from '../analysis/languages.ts'
import type { Token } from '../analysis/tokenise.ts'
import { type Clause, compileQuery } from '../query/compile-query.ts'
import { compoundsEnding } from '../query/compound-ends.ts'
import { compoundParts, compoundsOf } from '../query/decompound.ts'
import { requiredLanguage } from '../query/required-language.ts'
import { stemEvidence } from '../query/word-languages.ts'
import { fuzzyTerms } from '../spelling/fuzzy-terms.ts'
import { timedCursor } from '../spelling/timed-cursor.ts'
import type { SearchJob } from '../threads/tasks.ts'
import type { IndexView } from './visible-index.ts'

type Asked = Pick<SearchJob, 'query' | 'filters'>

/** The query in the terms of the index, in the languages of what the viewer may see. */
export function clauseOf(view: IndexView, asked: Asked): Clause {
  const languages = languagesAsked(asked) ?? view.collection.langs
  return clauseIn(view, { query: asked.query, languages })
}

/** Where somebody asks for a language: that one. */
export function languagesAsked({ query, filters }: Asked): readonly string[] | undefined {
  const lang = filters.lang ?? requiredLanguage(query)
  return lang === undefined ? undefined : [languageCode(lang)]
}

type Reading = Pick<Asked, 'query'> & {
  languages: readonly string[]
  /** Every word counts as it stands. */
  literally?: boolean
}

export function clauseIn(view: IndexView, { query, languages, literally }: Reading): Clause {
  return compileQuery(query, {
    languages,
    literally,
    evidence: stemEvidence(view),
    ...(languages.includes('de') ? { partsOf: (token: Token) => compoundParts(view, token) } : {}),
    ...(languages.includes('de') || languages.includes('nl')
      ? {
          compoundsOf: (token: Token, others: readonly Token[]) => [
            ...compoundsOf(view, token, others),
            ...compoundsEnding(view, token, others),
          ],
        }
      : {}),
    fuzzy: (word) =>
      fuzzyTerms(timedCursor(view.db, view.keywords.terms()), word).map(({ term }) => term),
  })
}
