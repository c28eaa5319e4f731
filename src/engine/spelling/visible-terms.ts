import { languageOf } from '../analysis/languages.ts'
import { type Token, tokenise, unitsOf } from '../analysis/tokenise.ts'
import { docIdsOf } from '../documents/doc-values.ts'
import { listTexts, matchingPassages, textsOf, wordsBeginning } from '../keyword/queries.ts'
import type { VisibleCollection } from '../ranking/visible-collection.ts'
import type { IndexReader } from '../searcher/index-reader.ts'

/** A searching thread and what the viewer may see: every word here comes from such passages. */
export type View = Pick<IndexReader, 'db' | 'docValues' | 'keywords'> & {
  readonly collection: VisibleCollection
}

/** How many passages that the viewer may see have this word as it stands. */
export function documentFrequency(view: View, word: string): number {
  return visibleDocIds(view, passagesWith(view, word)).length
}

function passagesWith({ db }: View, word: string): number[] {
  const match = `body : "${word.replaceAll('"', '""')}"`
  return matchingPassages(db, { match })
}

/** Words with this beginning in the passages that the viewer may see, the commonest first. */
export function listVisibleTerms(
  view: View,
  beginning: string,
  { limit }: { limit: number },
): string[] {
  const { langs } = view.collection
  const isStopWord = (word: string) => langs.some((lang) => languageOf(lang)?.isStopWord(word))
  const counted = wordsBeginning(view.db, beginning)
    .filter(({ word }) => word !== beginning && !isStopWord(word))
    .map(({ word, passageNos }) => ({ word, count: visibleDocIds(view, passageNos).length }))
    .filter(({ count }) => count > 0)
  const ordered = counted.sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
  return ordered.slice(0, limit).map(({ word }) => word)
}

/** The word with its accents, as the first passage that the viewer may see writes it. */
export function writtenForm(view: View, word: string): string {
  const [docId] = visibleDocIds(view, passagesWith(view, word))
  if (docId === undefined) return word
  const passageNo = view.docValues.numbers[docId] as number
  const [passage] = listTexts(view.db, { fromNo: passageNo, toNo: passageNo })
  const token = tokenise(passage?.text ?? '').find(({ term }) => term === word)
  return token?.written ?? word
}

/** So many of the passages that have a word say how it is written. */
const askedPassages = 20

/**
 * The word as it mostly stands in passages that the viewer may see, in small letters if as often.
 * Of scripts without spaces the word that begins with the two characters; undefined without one.
 */
export function standingWord(view: View, term: string): string | undefined {
  const docIds = visibleDocIds(view, passagesWith(view, term)).slice(0, askedPassages)
  const nos = docIds.map((docId) => view.docValues.numbers[docId] as number)
  const counts = new Map<string, number>()
  for (const passage of textsOf(view.db, nos)) {
    for (const word of wordsAt(passage, term)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  let best: string | undefined
  for (const [word, count] of counts) {
    const most = counts.get(best ?? '') ?? 0
    if (count > most || (count === most && word === word.toLowerCase())) best = word
  }
  return best
}

function wordsAt({ text }: { text: string }, term: string): string[] {
  return unitsOf(text).flatMap((unit) => {
    const found = (unit.tokens as Token[]).filter((token) => token.term === term)
    if (found.length === 0) return []
    if (unit.kind !== 'grams') return found.map(({ start, end }) => text.slice(start, end))
    const run = text.slice(unit.start, unit.end)
    return found.flatMap(({ start }) => wordFrom(run, start - unit.start) ?? [])
  })
}

let segmenter: Intl.Segmenter | undefined

/** The word that begins there, if one does. */
function wordFrom(run: string, at: number): string | undefined {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' })
  const { segment, index } = segmenter.segment(run).containing(at) ?? {}
  return index === at && [...(segment ?? '')].length > 1 ? segment : undefined
}

/** Places that the viewer may see, each once; passages come in the order of their numbers. */
function visibleDocIds({ docValues, collection }: View, passageNos: readonly number[]): number[] {
  const docIds = docIdsOf(docValues, passageNos)
  return docIds.filter(
    (docId, i) => collection.visible.bytes[docId] === 1 && docId !== docIds[i - 1],
  )
}
