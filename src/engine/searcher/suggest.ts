import { InvalidInput } from '../../base/errors.ts'
import { type Token, tokenise } from '../analysis/tokenise.ts'
import type { Suggestions } from '../port.ts'
import { parseQuery } from '../query/parse-query.ts'
import type { Query } from '../query/query.ts'
import { correctQuery } from '../spelling/correct-query.ts'
import { listVisibleTerms, standingWord, type View } from '../spelling/visible-terms.ts'
import type { SuggestJob } from '../threads/tasks.ts'
import type { IndexReader } from './index-reader.ts'
import { viewOf } from './visible-index.ts'

/** One Latin letter begins too much; in scripts without spaces one character says enough. */
const beginningMin = 2
const oneIsEnough = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u

/**
 * How a query may go on, and what it may have been meant to be. Every word comes from passages
 * that the viewer may see and is counted among them alone. Never refuses a half-written query.
 */
export function suggest(reader: IndexReader, { visibility, q, limit }: SuggestJob): Suggestions {
  const view = viewOf(reader, visibility)
  const unfinished = unfinishedWord(q)
  const completions = unfinished ? complete(view, { q, limit, word: unfinished }) : []
  return { completions, didYouMean: didYouMean(view, q, unfinished) }
}

/** The word that the writer is at: the last one, unless something stands behind it. */
function unfinishedWord(q: string): Token | undefined {
  const last = tokenise(q).at(-1)
  return last?.end === q.length ? last : undefined
}

type Unfinished = { q: string; limit: number; word: Token }

function complete(view: View, { q, limit, word }: Unfinished): string[] {
  const { term, start } = word
  if (term.length < beginningMin && !oneIsEnough.test(term)) return []
  const words = listVisibleTerms(view, term, { limit }).flatMap(
    (longer) => standingWord(view, longer) ?? [],
  )
  return [...new Set(words)].map((longer) => q.slice(0, start) + longer)
}

function didYouMean(view: View, q: string, unfinished: Token | undefined): string | undefined {
  const query = readable(q)
  if (!query) return undefined
  const isBeginning = (word: string) =>
    word === unfinished?.term && listVisibleTerms(view, word, { limit: 1 }).length > 0
  return correctQuery(view, query, isBeginning)
}

function readable(q: string): Query | undefined {
  try {
    return parseQuery(q)
  } catch (error) {
    if (error instanceof InvalidInput) return undefined
    throw error
  }
}
