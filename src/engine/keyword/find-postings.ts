import type { Db } from '../../store/tx.ts'
import { matchingRanges } from '../analysis/highlight.ts'
import { type DocValues, docIdsOf } from '../documents/doc-values.ts'
import { datasetTag } from '../documents/tags.ts'
import type { Atom, BodyAtom, StemAtom } from '../query/clause.ts'
import { postingsIn } from './in-languages.ts'
import type { KeywordIndex } from './keyword-index.ts'
import {
  byFrequency,
  type DocIds,
  type MergePostings,
  mergeDisjoint,
  noPostings,
  type Postings,
  withFrequencyOne,
} from './postings.ts'
import type { PostingsCache } from './postings-cache.ts'
import { askTheTime, firstWord, matchingPassages, occurrences, textsOf } from './queries.ts'

export type PostingsContext = {
  readonly db: Db
  readonly docValues: DocValues
  /** Knows the stems; everything else is looked up in FTS5. */
  readonly keywords: Pick<KeywordIndex, 'postingsOf'>
  readonly postingsCache: PostingsCache
  readonly mergePostings: MergePostings
  /** Where the viewer sees little: its datasets, so that FTS5 passes over all the others. */
  readonly among?: readonly number[] | undefined
}

/** Where a written word is, in whichever of its forms. Asks alive() as it goes. */
export function findPostings(context: PostingsContext, alternatives: readonly Atom[]): Postings {
  const { docValues, mergePostings, postingsCache } = context
  // Who sees nothing finds nothing: FTS5 takes no list of datasets that is empty.
  if (context.among?.length === 0) return noPostings
  const stems = alternatives.filter((atom) => atom.column === 'stem')
  const forms = stems.map((atom) => stemPostings(context, atom))
  if (stems.length === alternatives.length) {
    const found = forms.filter((form) => form.length > 0)
    if (found.length < 2) return found[0] ?? noPostings
    // A passage has one language, so stems of different ones have no passage in common.
    if (stems.every(({ languages }) => languages)) return found.reduce(mergeDisjoint)
    const key = `stem : ${stems.map(({ term }) => term).join(' ')}`
    return postingsCache(key, () => mergePostings(found, docValues))
  }
  const near = alternatives.flatMap((atom) => (atom.column === 'near' ? [atom.term] : []))
  if (near.length > 0) forms.push(anyOfWords(context, near))
  const inARow = alternatives.filter((atom) => atom.column === 'body')
  forms.push(...inARow.map((atom) => sequencePostings(context, atom)))
  return mergePostings(forms, docValues)
}

/** A stem that belongs to some languages is looked for in their passages alone. */
function stemPostings(
  { keywords, docValues, postingsCache }: PostingsContext,
  { term, languages }: StemAtom,
): Postings {
  if (!languages) return keywords.postingsOf(term)
  return postingsCache(`stem : ${term} in ${languages.join(' ')}`, () =>
    postingsIn(docValues, { postings: keywords.postingsOf(term), languages }),
  )
}

/** All in one go: a fuzzy word has hundreds of them. */
function anyOfWords({ db, docValues }: PostingsContext, terms: readonly string[]): Postings {
  // Each term has its passages in order; the lists follow one another.
  const found = Int32Array.from(occurrences(db, { column: 'body', terms })).sort()
  askTheTime(db)
  return byFrequency(docIdsOf(docValues, found))
}

/** A word as it stands, a phrase, a beginning: whether it is there counts, not how often. */
function sequencePostings(context: PostingsContext, atom: BodyAtom): Postings {
  if (atom.terms.length > wholeMax) return longSequence(context, atom)
  const match = matchAmong(context, atom)
  return context.postingsCache(match, () => {
    askTheTime(context.db)
    const [beginning = '', another] = atom.terms
    const isShort = atom.prefix && another === undefined && [...beginning].length <= shortMax
    if (isShort) return shortBeginning(context, beginning)
    return withFrequencyOne(docIdsOf(context.docValues, matchingPassages(context.db, { match })))
  })
}

function matchAmong({ among }: PostingsContext, atom: BodyAtom): string {
  const text = matchText(atom)
  return among ? `${text} AND (${among.map(tagText).join(' OR ')})` : text
}

/**
 * FTS5 joins the lists of all words that begin so before it gives a row, and so without asking for
 * the time: 60 ms for one letter and 100,000 passages. So up to so many letters are asked for with
 * one more each.
 */
const shortMax = 2

function shortBeginning(context: PostingsContext, beginning: string): Postings {
  const { db, docValues } = context
  const has = new Uint8Array(docValues.size)
  for (const term of longerBeginnings(db, beginning)) {
    const prefix = term !== beginning
    const match = matchAmong(context, { column: 'body', terms: [term], prefix })
    const found = docIdsOf(docValues, matchingPassages(db, { match }))
    for (let i = 0; i < found.length; i++) has[found[i] as number] = 1
  }
  const docIds: number[] = []
  for (let docId = 0; docId < has.length; docId++) if (has[docId] === 1) docIds.push(docId)
  return withFrequencyOne(docIds)
}

/**
 * FTS5 looks for a phrase without giving a row, and so without asking for the time, until it finds
 * one: 25 ns for each word and passage that has all of its words. So it is asked for no more than
 * these at once.
 */
const wholeMax = 4
const textsAtOnce = 64

/** Behind every character that a word can go on with, and before all of them. */
const [behindAll, beforeAll] = ['\u{10ffff}', '\u0001']

/** What words that begin so begin with, one character further; and such a word itself. */
function longerBeginnings(db: Db, beginning: string): string[] {
  const found: string[] = []
  let from = beginning
  for (;;) {
    const word = firstWord(db, { from, before: beginning + behindAll })
    if (word === undefined) return found
    const [next = ''] = word.slice(beginning.length)
    found.push(beginning + next)
    from = beginning + next + (next === '' ? beforeAll : behindAll)
  }
}

/** Passages that have every part of a long phrase are read: the parts may lie apart in them. */
function longSequence(context: PostingsContext, { terms, prefix }: BodyAtom): Postings {
  const { db, docValues } = context
  let docIds: number[] | undefined
  for (let at = 0; at < terms.length; at += wholeMax) {
    const from = Math.max(0, Math.min(at, terms.length - wholeMax))
    const part = terms.slice(from, from + wholeMax)
    const isLast = from + wholeMax >= terms.length
    askTheTime(db)
    const [found] = sequencePostings(context, {
      column: 'body',
      terms: part,
      prefix: prefix && isLast,
    })
    docIds = inBoth(found ?? [], docIds)
    if (docIds.length === 0) return noPostings
  }
  const marks = {
    stems: new Set<string>(),
    words: new Set<string>(),
    sequences: [{ terms, prefix }],
  }
  const kept = inParts(docIds ?? [], textsAtOnce).flatMap((some) => {
    const texts = textsOf(
      db,
      some.map((docId) => docValues.numbers[docId] as number),
    )
    return some.filter((_, i) => matchingRanges(texts[i] ?? noText, marks).length > 0)
  })
  return withFrequencyOne(kept)
}

const noText = { text: '', lang: 'und' }

/** Of two ascending lists. */
function inBoth(found: DocIds, docIds: readonly number[] | undefined): number[] {
  if (!docIds) return [...found]
  const others = new Set(docIds)
  return [...found].filter((docId) => others.has(docId))
}

function inParts<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) =>
    all.slice(i * size, (i + 1) * size),
  )
}

/** Nothing of what a user typed gets into MATCH but tokens of letters and digits, in quotes. */
function matchText({ terms, prefix }: BodyAtom): string {
  return `body : "${terms.join(' ').replaceAll('"', '""')}"${prefix ? ' *' : ''}`
}

function tagText(datasetNo: number): string {
  return `tags : "${datasetTag(datasetNo)}"`
}
