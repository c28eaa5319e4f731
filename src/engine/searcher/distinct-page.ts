import assert from 'node:assert/strict'
import type { Db } from '../../store/tx.ts'
import type { DocValues } from '../documents/doc-values.ts'
import { passageKinds } from '../documents/passage.ts'
import { passagesByNo, type ShownPassage } from '../documents/queries.ts'
import type { ReadStems } from '../documents/read-stems.ts'
import { areSameStems } from '../documents/stem-numbers.ts'

export type RankedPassage = ShownPassage & { readonly docId: number }

export type DistinctPage = {
  /** The passages of the page in their order, those that are equal to one of them included. */
  readonly passages: RankedPassage[]
  readonly hasMore: boolean
}

export type PageAsked = {
  readonly offset: number
  readonly limit: number
  /** The best so many documents in order, or all where there are fewer. */
  readonly rank: (count: number) => readonly number[]
  /** Among so many of the best, behind the page too, equal ones are looked for. */
  readonly reach: number
}

const isName = passageKinds.indexOf('metadata')
/** So many passages that say nothing new are looked through behind a page, and no more. */
export const equalMax = 1_000

/**
 * A page of passages that say different things. Equal ones count as one, in the place of the best
 * of them, before pages are cut: so one of an earlier page does not come again, and a page is full
 * as long as there is enough. Where surroundings part equal ones, those within `reach` are found;
 * what ranks farther behind the page is not looked for. Where more than `equalMax` say nothing new,
 * the answer ends there, so that no boilerplate holds up a thread.
 */
export function distinctPage(
  reader: Read,
  { offset, limit, rank, reach }: PageAsked,
): DistinctPage {
  const { db, docValues } = reader
  // One more tells whether there is more.
  const wanted = offset + limit + 1
  const most = wanted + equalMax
  for (let count = wanted; ; count = Math.min(2 * count, most)) {
    const best = rank(Math.max(count, reach))
    const ranked = best.slice(0, count)
    const rows = rowsOf(db, docValues, { ranked, offset })
    const { places, distinct } = placesOf(rows)
    const hasMore = distinct >= wanted
    if (!hasMore && ranked.length >= count && count < most) continue
    const passages: RankedPassage[] = []
    for (let i = 0; i < ranked.length; i++) {
      const place = places[i] as number
      if (place < offset || place >= offset + limit) continue
      const row = rows[i]
      assert(row, 'what is on the page was read')
      // The row is of this page alone: a copy of ten of them takes longer than to rank them.
      passages.push(Object.assign(row, { docId: ranked[i] as number }))
    }
    const behind = equalBehind(reader, passages, best.slice(count))
    return { passages: [...passages, ...behind], hasMore }
  }
}

type Read = { db: Db; docValues: DocValues; readStems: ReadStems }

/** Only what may be equal is read: by length and stems, or all that is of another language. */
function equalBehind(
  { db, docValues: { numbers, lengths, langs }, readStems }: Read,
  passages: readonly RankedPassage[],
  behind: readonly number[],
): RankedPassage[] {
  const contents = passages.filter(({ kind }) => kind !== 'metadata')
  const isOther = (docId: number, one: RankedPassage) => langs[docId] !== langs[one.docId]
  const near = behind.filter((docId) =>
    contents.some((one) => isOther(docId, one) || lengths[docId] === lengths[one.docId]),
  )
  if (near.length === 0) return []
  const known = readStems(contents.map(({ docId }) => docId))
  const stems = readStems(near)
  const alike = near.filter((docId, i) =>
    contents.some((one, place) => {
      const [mine, its] = [stems[i], known[place]]
      return isOther(docId, one) || !mine || !its || areSameStems(mine, its)
    }),
  )
  if (alike.length === 0) return []
  const texts = new Set(contents.map(({ text }) => text))
  const rows = passagesByNo(
    db,
    alike.map((docId) => numbers[docId] as number),
  )
  return alike.flatMap((docId) => {
    const row = rows.get(numbers[docId] as number)
    const isEqual = row !== undefined && row.kind !== 'metadata' && texts.has(row.text)
    return isEqual ? [Object.assign(row, { docId })] : []
  })
}

type Rows = readonly (ShownPassage | undefined)[]

/**
 * Beside the ranked documents what may be on the page, and what of before it may be equal to
 * something: of the same length, which is counted without the stop words of its language.
 */
function rowsOf(
  db: Db,
  { numbers, lengths, kinds, langs }: DocValues,
  { ranked, offset }: { ranked: readonly number[]; offset: number },
): Rows {
  const count = counted(offset === 0 ? [] : ranked.map((docId) => lengths[docId] as number))
  const isOne = offset === 0 || ranked.every((docId) => langs[docId] === langs[ranked[0] as number])
  const isRead = ranked.map((docId, i) => {
    const isAlone = isOne && count.get(lengths[docId] as number) === 1
    return i >= offset || (!isAlone && kinds[docId] !== isName)
  })
  const read = ranked.filter((_, i) => isRead[i])
  const rows = passagesByNo(
    db,
    read.map((docId) => numbers[docId] as number),
  )
  return ranked.map((docId, i) => {
    const row = rows.get(numbers[docId] as number)
    assert(row || !isRead[i], `passage ${numbers[docId]} is indexed but not in the table`)
    return row
  })
}

/** For each the place of the first one that is equal to it, counting distinct ones. */
function placesOf(rows: Rows) {
  // Texts are compared, not looked up: most differ in their first letters, and to look one up all
  // of its letters are read.
  const ofLength = new Map<number, { text: string; place: number }[]>()
  let distinct = 0
  const places = rows.map((row) => {
    // Two assets that are called the same are still two.
    if (row === undefined || row.kind === 'metadata') return distinct++
    const { text } = row
    const others = ofLength.get(text.length)
    const before = others?.find((other) => other.text === text)
    if (before) return before.place
    const one = { text, place: distinct++ }
    if (others) others.push(one)
    else ofLength.set(text.length, [one])
    return one.place
  })
  return { places, distinct }
}

function counted(values: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
