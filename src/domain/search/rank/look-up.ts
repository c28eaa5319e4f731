import type { Db } from '../../../store/tx.ts'
import type { Atom, BodyAtom } from '../match/interpret.ts'
import { datasetTag } from '../match/tags.ts'
import type { KeywordIndex } from '../ports.ts'
import type { KeptPostings } from './kept-postings.ts'
import { type PassageColumns, placesOf } from './passage-columns.ts'
import { byTimes, onceEach, type Postings, together } from './postings.ts'
import { matchingPassages, occurrences } from './queries.ts'

export type LookUp = {
  readonly db: Db
  readonly columns: PassageColumns
  /** Knows the stems; everything else is looked up in FTS5. */
  readonly keywords: Pick<KeywordIndex, 'postingsOf'>
  readonly keptPostings: KeptPostings
  /** Where the viewer sees little: its datasets, so that FTS5 passes over all the others. */
  readonly among?: readonly number[] | undefined
}

/** Where a written word is, in whichever of its forms. Asks alive() as it goes. */
export function lookUp(context: LookUp, alternatives: readonly Atom[]): Postings {
  const { keywords, columns } = context
  const forms = alternatives.flatMap((atom) =>
    atom.column === 'stem' ? [keywords.postingsOf(atom.term)] : [],
  )
  const near = alternatives.flatMap((atom) => (atom.column === 'near' ? [atom.term] : []))
  if (near.length > 0) forms.push(anyOfWords(context, near))
  const inARow = alternatives.filter((atom) => atom.column === 'body')
  forms.push(...inARow.map((atom) => sequencePostings(context, atom)))
  return together(forms, columns)
}

/** All in one go: a fuzzy word has hundreds of them. */
function anyOfWords({ db, columns }: LookUp, terms: readonly string[]): Postings {
  // Each term has its passages in order; the lists follow one another.
  const found = occurrences(db, { column: 'body', terms }).sort((a, b) => a - b)
  return byTimes(placesOf(columns, found))
}

/**
 * FTS5 looks for phrases without giving a row, and so without asking for the time, until it finds
 * one. By parts of the index it can be interrupted between them.
 */
const partSize = 400_000

/** A word as it stands, a phrase, a beginning: whether it is there counts, not how often. */
function sequencePostings(context: LookUp, atom: BodyAtom): Postings {
  const { among } = context
  const text = matchText(atom)
  const match = among ? `${text} AND (${among.map(tagText).join(' OR ')})` : text
  return context.keptPostings(match, () => matchingPostings(context, match))
}

function matchingPostings({ db, columns }: LookUp, match: string): Postings {
  const lastNo = columns.size === 0 ? 0 : (columns.numbers[columns.size - 1] ?? 0)
  const found: number[][] = []
  for (let fromNo = 1; fromNo <= lastNo; fromNo += partSize) {
    found.push(matchingPassages(db, { match, fromNo, toNo: fromNo + partSize - 1 }))
  }
  return onceEach(placesOf(columns, found.flat()))
}

/** Nothing of what a user typed gets into MATCH but tokens of letters and digits, in quotes. */
function matchText({ terms, prefix }: BodyAtom): string {
  return `body : "${terms.join(' ').replaceAll('"', '""')}"${prefix ? ' *' : ''}`
}

function tagText(datasetNo: number): string {
  return `tags : "${datasetTag(datasetNo)}"`
}
