import { languageOf } from '../analysis/languages.ts'
import { tokenise } from '../analysis/tokenise.ts'
import { placesOf } from '../documents/doc-values.ts'
import { listTexts, matchingPassages, wordsBeginning } from '../keyword/queries.ts'
import type { Reach } from '../ranking/visible-collection.ts'
import type { Desk } from '../searcher/searcher.ts'

/** A searching thread and what the viewer may see: every word here comes from such passages. */
export type View = Pick<Desk, 'db' | 'columns' | 'keywords'> & { readonly reach: Reach }

/** How many passages that the viewer may see have this word as it stands. */
export function countSeen(view: View, word: string): number {
  return seenPlaces(view, passagesWith(view, word)).length
}

function passagesWith({ db }: View, word: string): number[] {
  const match = `body : "${word.replaceAll('"', '""')}"`
  return matchingPassages(db, { match })
}

/** Words with this beginning in the passages that the viewer may see, the commonest first. */
export function listSeen(view: View, beginning: string, { limit }: { limit: number }): string[] {
  const { langs } = view.reach
  const isStopWord = (word: string) => langs.some((lang) => languageOf(lang)?.isStopWord(word))
  const counted = wordsBeginning(view.db, beginning)
    .filter(({ word }) => word !== beginning && !isStopWord(word))
    .map(({ word, passageNos }) => ({ word, count: seenPlaces(view, passageNos).length }))
    .filter(({ count }) => count > 0)
  const ordered = counted.sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
  return ordered.slice(0, limit).map(({ word }) => word)
}

/** Whether any passage that the viewer may see has the stem. */
export function isStemSeen({ keywords, reach }: View, stem: string): boolean {
  return keywords
    .postingsOf(stem)
    .some((places) => places?.some((place) => reach.seen.bytes[place] === 1))
}

/** The word with its accents, as the first passage that the viewer may see writes it. */
export function writtenForm(view: View, word: string): string {
  const [place] = seenPlaces(view, passagesWith(view, word))
  if (place === undefined) return word
  const passageNo = view.columns.numbers[place] as number
  const [passage] = listTexts(view.db, { fromNo: passageNo, toNo: passageNo })
  const token = tokenise(passage?.text ?? '').find(({ term }) => term === word)
  return token?.written ?? word
}

/** Places that the viewer may see, each once; passages come in the order of their numbers. */
function seenPlaces({ columns, reach }: View, passageNos: readonly number[]): number[] {
  const places = placesOf(columns, passageNos)
  return places.filter((place, i) => reach.seen.bytes[place] === 1 && place !== places[i - 1])
}
