import { InvalidInput } from '../../base/errors.ts'
import { stemOf } from '../analysis/analyse.ts'
import { type Unit, unitsOf } from '../analysis/tokenise.ts'
import type { TermCursor } from '../keyword/keyword-index.ts'
import { stopWordsOf } from '../query/compile-query.ts'
import { parseQuery } from '../query/parse-query.ts'
import type { Leaf, Query } from '../query/query.ts'
import { isStemIn } from '../query/word-languages.ts'
import { type FuzzyTerm, fuzzyTerms } from './fuzzy-terms.ts'
import { adjectiveOf } from './greek-words.ts'
import { documentFrequency, type View as IndexView, writtenForm } from './visible-terms.ts'

/** Longer queries are no slips of the hand; each word takes a walk through all words. */
const correctedWordsMax = 8
/** So many letters allow one edit, and so many two. */
const oneEditFrom = 4
const twoEditsFrom = 8
/** Without an engine in memory the walk reads the database; a correction is not worth waiting. */
const patienceMs = 400
const lettersOnly = /^[\p{L}\p{M}]+$/u

/**
 * The query with its unknown words replaced by the nearest ones that the viewer may see (for
 * learned ones from Greek: by their adjectives), or undefined when there is nothing to replace.
 * Only queries of plain words are corrected: who writes phrases, fields, signs, parentheses or
 * wildcards means them. (our choice: corrected_query)
 */
export function correctQuery(
  visible: IndexView,
  query: Query,
  isKnown: Known = neverKnown,
): string | undefined {
  const view = { ...visible, endMs: performance.now() + patienceMs }
  const plain = query.type === 'ranked' && !query.literal ? query.clauses : []
  if (plain.length === 0 || plain.some(({ type }) => type !== 'term')) return undefined
  const texts = plain.flatMap((leaf) => ('text' in leaf ? [leaf.text] : []))
  const units = texts.flatMap(unitsOf)
  if (units.length > correctedWordsMax) return undefined
  const dropped = stopWordsOf(
    units.flatMap((unit) => [...unit.tokens]),
    view.collection.langs,
  )
  const isFine = (word: Word) => dropped.has(word) || isKnown(word) || isVisible(view, word)
  const corrected = plain.map((leaf) => correctLeaf(view, leaf, isFine)).join(' ')
  if (corrected === texts.join(' ')) return undefined
  return isPlain(corrected) ? corrected : undefined
}

/**
 * Whether it reads as plain words again. What stood beside a lone * may not: AND and OR were words
 * there and are none without it.
 */
function isPlain(text: string): boolean {
  try {
    return parseQuery(text).type === 'ranked'
  } catch (error) {
    if (error instanceof InvalidInput) return false
    throw error
  }
}

type View = IndexView & { endMs: number }
type Word = string
type Known = (word: Word) => boolean

const neverKnown: Known = () => false

function correctLeaf(view: View, leaf: Leaf, isFine: Known): string {
  if (leaf.type !== 'term') return ''
  return leaf.literal ? leaf.text : correctText(view, leaf.text, isFine)
}

function correctText(view: View, text: string, isFine: Known): string {
  let out = ''
  let done = 0
  for (const unit of unitsOf(text)) {
    const better = isPlainWord(unit) && !isFine(termOf(unit)) ? instead(view, unit) : undefined
    out += text.slice(done, unit.start) + (better ?? text.slice(unit.start, unit.end))
    done = unit.end
  }
  return out + text.slice(done)
}

/** Identifiers, numbers, names like F# and scripts without spaces are looked up as they are. */
function isPlainWord(unit: Unit): boolean {
  if (unit.kind !== 'word') return false
  const { term, written } = unit.tokens[0]
  return lettersOnly.test(term) && !/[#+.]/.test(written)
}

function termOf(unit: Unit): Word {
  return unit.tokens[0]?.term ?? ''
}

/** Whether the word, or another form of it, is somewhere that the viewer may look. */
function isVisible(view: View, word: Word): boolean {
  const [token] = unitsOf(word)[0]?.tokens ?? []
  if (!token) return true
  const isForm = view.collection.langs.some((lang) => {
    const stem = stemOf(token, lang)
    if (stem === undefined) return false
    // Joined out of parts, as in cyber-security, it is there before its stem.
    return [stem, token.term].some((term) => isStemIn(view, { stem: term, languages: [lang] }))
  })
  return isForm || documentFrequency(view, word) > 0
}

/** The adjective of a word that is spelt well, or what may have been meant by one that is not. */
function instead(view: View, unit: Unit): string | undefined {
  return adjectiveOf(view, termOf(unit)) ?? nearest(view, termOf(unit))
}

function nearest(view: View, term: Word): string | undefined {
  const letters = [...term].length
  if (letters < oneEditFrom) return undefined
  const distance = letters < twoEditsFrom ? 1 : 2
  const near = fuzzyTerms(untilTime(view.keywords.terms(), view.endMs), { term, distance })
  if (performance.now() > view.endMs) return undefined
  for (let edits = 1; edits <= distance; edits++) {
    const best = commonest(
      view,
      near.filter((one) => one.edits === edits),
    )
    if (best !== undefined) return writtenForm(view, best)
  }
  return undefined
}

/** A list that ends when the time is up. */
function untilTime(cursor: TermCursor, endMs: number): TermCursor {
  return { ...cursor, term: () => (performance.now() > endMs ? undefined : cursor.term()) }
}

/** The word that most of the passages have which the viewer may see; of equals the first. */
function commonest(view: View, near: readonly FuzzyTerm[]): string | undefined {
  let best: { word: string; count: number } | undefined
  for (const { term: word } of near) {
    if (!lettersOnly.test(word)) continue
    const count = documentFrequency(view, word)
    if (count > (best?.count ?? 0)) best = { word, count }
  }
  return best?.word
}
