import { languageCode } from '../analysis/languages.ts'
import type { Token } from '../analysis/tokenise.ts'
import { type Words, wordsOfTexts } from '../keyword/words-of-texts.ts'
import type { Clause } from '../query/clause.ts'
import { compileQuery } from '../query/compile-query.ts'
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

/** Without the compounds that a word may be a part of: what its own stems are. */
export function clauseOfStems(view: IndexView, asked: Asked): Clause {
  const languages = languagesAsked(asked) ?? view.collection.langs
  return clauseIn(view, { query: asked.query, languages, compounds: false })
}

/**
 * For marking texts that were found without it: compounds and fuzzy words are looked for in these
 * alone, without a walk through all words.
 */
export function clauseWithin(
  view: IndexView,
  { texts, ...asked }: Asked & { texts: readonly string[] },
): Clause {
  const languages = languagesAsked(asked) ?? view.collection.langs
  return clauseIn(view, { query: asked.query, languages, words: wordsOfTexts(() => texts) })
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
  compounds?: boolean
  /** Other words than all that passages have. */
  words?: Words
}

export function clauseIn(view: IndexView, reading: Reading): Clause {
  const { query, languages, literally, words, compounds = true } = reading
  const among = words ? amongWords(view, words) : view
  const isGerman = compounds && languages.includes('de')
  const isCompounding = isGerman || (compounds && languages.includes('nl'))
  return compileQuery(query, {
    languages,
    literally,
    evidence: stemEvidence(view),
    ...(isGerman ? { partsOf: (token: Token) => compoundParts(view, token) } : {}),
    ...(isCompounding
      ? {
          compoundsOf: (token: Token, others: readonly Token[]) => [
            ...compoundsOf(among, token, others),
            ...compoundsEnding(among, token, others),
          ],
        }
      : {}),
    fuzzy: (word) =>
      fuzzyTerms(timedCursor(view.db, among.keywords.terms()), word).map(({ term }) => term),
  })
}

/** What the collection keeps of compounds is of all words. */
function amongWords(view: IndexView, words: Words): IndexView {
  const { keywords, collection } = view
  return {
    ...view,
    keywords: { ...words, postingsOf: (stem) => keywords.postingsOf(stem) },
    collection: { ...collection, parts: new Map() },
  }
}
