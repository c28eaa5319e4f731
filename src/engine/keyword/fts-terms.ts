import type { Db } from '../../store/tx.ts'
import { tokenise } from '../analysis/tokenise.ts'
import type { DocValues } from '../documents/doc-values.ts'
import type { TermCursor } from './keyword-index.ts'
import { askTheTime, listTerms, listTexts } from './queries.ts'

/** So many at a time: a search whose time is up meanwhile keeps what was read. */
const wordsPerStep = 5_000
/** After so many new passages the list is read anew instead of their texts. */
const youngMax = 2_000

/** All words of the passages as they stand; a walk through them may read more of them. */
export type FtsTerms = { cursor(): TermCursor }

type Columns = Pick<DocValues, 'numbers' | 'size' | 'epoch'>

/**
 * The words that FTS5 knows, read once and as far as somebody asks, because a walk that asks SQLite
 * for each next word takes a hundred times as long. Words of passages that come later are added;
 * those of removed ones stay, and are found nowhere.
 */
export function openFtsTerms({ db, docValues }: { db: Db; docValues: Columns }): FtsTerms {
  let list = emptyList(docValues)
  return {
    cursor() {
      const isOld = list.epoch !== docValues.epoch || youngerThan(docValues, list.lastNo) > youngMax
      if (isOld || list.words.length === 0) list = emptyList(docValues)
      takeYoung(db, { list, docValues })
      return cursorOn(list, () => readOn(db, list))
    },
  }
}

type List = {
  readonly epoch: number
  /** In the order of SQLite, as far as they were read. */
  readonly words: string[]
  complete: boolean
  /** Words of passages beyond this one are among the young. */
  lastNo: number
  readonly young: Set<string>
}

function emptyList(docValues: Columns): List {
  const { epoch } = docValues
  return { epoch, words: [], complete: false, lastNo: lastNoOf(docValues), young: new Set() }
}

function lastNoOf({ numbers, size }: Columns): number {
  return size === 0 ? 0 : (numbers[size - 1] as number)
}

function youngerThan({ numbers, size }: Columns, lastNo: number): number {
  let count = 0
  while (count < size && (numbers[size - 1 - count] as number) > lastNo) count += 1
  return count
}

function takeYoung(db: Db, { list, docValues }: { list: List; docValues: Columns }): void {
  const toNo = lastNoOf(docValues)
  if (toNo <= list.lastNo) return
  for (const { text } of listTexts(db, { fromNo: list.lastNo + 1, toNo })) {
    for (const { term } of tokenise(text)) list.young.add(term)
  }
  list.lastNo = toNo
}

/** Throws when the search has run out of time; what was read before stays. */
function readOn(db: Db, list: List): void {
  askTheTime(db)
  const after = list.words.at(-1) ?? ''
  const words = listTerms(db, { column: 'body', after, limit: wordsPerStep })
  for (const { term } of words) list.words.push(term)
  list.complete = words.length < wordsPerStep
}

/** First what SQLite has, then the young ones, which may come twice. */
function cursorOn(list: List, readMore: () => void): TermCursor {
  const young = [...list.young].sort()
  let at = 0
  function wordAt(position: number): string | undefined {
    while (position >= list.words.length && !list.complete) readMore()
    const { length } = list.words
    return position < length ? list.words[position] : young[position - length]
  }
  return {
    term: () => wordAt(at),
    next() {
      at += 1
    },
    skip(beginning) {
      at = firstWithout(wordAt, { beginning, from: at })
    },
  }
}

type WordAt = (position: number) => string | undefined

/** Words with one beginning lie side by side; in growing steps, as mostly little is skipped. */
function firstWithout(wordAt: WordAt, { beginning, from }: { beginning: string; from: number }) {
  const has = (position: number) => wordAt(position)?.startsWith(beginning) ?? false
  let step = 1
  while (has(from + step)) step *= 2
  let low = from
  let high = from + step
  while (low < high) {
    const middle = (low + high) >> 1
    if (has(middle)) low = middle + 1
    else high = middle
  }
  return low
}
