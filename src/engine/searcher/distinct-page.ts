import assert from 'node:assert/strict'
import type { Db } from '../../store/tx.ts'
import type { DocValues } from '../documents/doc-values.ts'
import { passageKinds } from '../documents/passage.ts'
import { passagesByNo, type ShownPassage } from '../documents/queries.ts'

export type RankedPassage = ShownPassage & { readonly docId: number }

export type DistinctPage = {
  /** The passages of the page in their order, those that are equal to one of them included. */
  readonly passages: RankedPassage[]
  readonly hasMore: boolean
}

type Asked = {
  readonly offset: number
  readonly limit: number
  /** The best so many documents in order, or all where there are fewer. */
  readonly rank: (count: number) => readonly number[]
}

const isName = passageKinds.indexOf('metadata')
/** So many passages that say nothing new are looked through behind a page, and no more. */
export const equalMax = 1_000

/**
 * A page of passages that say different things. Equal ones count as one, in the place of the best
 * of them, before pages are cut: so one of an earlier page does not come again, and a page is full
 * as long as there is enough. Those that rank far behind the page are not looked for; where more
 * than `equalMax` say nothing new, the answer ends there, so that no boilerplate holds up a thread.
 */
export function distinctPage(
  { db, docValues }: { db: Db; docValues: DocValues },
  { offset, limit, rank }: Asked,
): DistinctPage {
  // One more tells whether there is more.
  const wanted = offset + limit + 1
  const most = wanted + equalMax
  for (let count = wanted; ; count = Math.min(2 * count, most)) {
    const ranked = rank(count)
    const rows = rowsOf(db, docValues, { ranked, offset })
    const placeOf = placesOf(ranked, rows)
    const hasMore = placeOf.distinct >= wanted
    if (!hasMore && ranked.length >= count && count < most) continue
    const isHere = (place: number) => place >= offset && place < offset + limit
    const docIds = ranked.filter((_, i) => isHere(placeOf.places[i] as number))
    return { passages: docIds.map((docId) => ({ ...rowAt(rows, docId), docId })), hasMore }
  }
}

/** What may be on the page, and what of before it may be equal to something: of the same length. */
function rowsOf(
  db: Db,
  { numbers, lengths, kinds }: DocValues,
  { ranked, offset }: { ranked: readonly number[]; offset: number },
): Map<number, ShownPassage> {
  const lengthsHere = new Map<number, number>()
  for (const docId of ranked) {
    const length = lengths[docId] as number
    lengthsHere.set(length, (lengthsHere.get(length) ?? 0) + 1)
  }
  const isAlone = (docId: number) => lengthsHere.get(lengths[docId] as number) === 1
  const read = ranked.filter((docId, i) => {
    return i >= offset || !(isAlone(docId) || kinds[docId] === isName)
  })
  const rows = passagesByNo(
    db,
    read.map((docId) => numbers[docId] as number),
  )
  return new Map(
    read.map((docId) => {
      const row = rows.get(numbers[docId] as number)
      assert(row, `passage ${numbers[docId]} is in the index but not in the table`)
      return [docId, row]
    }),
  )
}

/** For each document the place of the first one that is equal to it, counting distinct ones. */
function placesOf(ranked: readonly number[], rows: ReadonlyMap<number, ShownPassage>) {
  const placeOfText = new Map<string, number>()
  let distinct = 0
  const places = ranked.map((docId) => {
    const row = rows.get(docId)
    // Two assets that are called the same are still two.
    const text = row && row.kind !== 'metadata' ? row.text : undefined
    const before = text === undefined ? undefined : placeOfText.get(text)
    if (before !== undefined) return before
    if (text !== undefined) placeOfText.set(text, distinct)
    return distinct++
  })
  return { places, distinct }
}

function rowAt(rows: ReadonlyMap<number, ShownPassage>, docId: number): ShownPassage {
  const row = rows.get(docId)
  assert(row, 'what is on the page was read')
  return row
}
