import assert from 'node:assert/strict'
import type { Db } from '../../store/tx.ts'
import type { DocValues } from '../documents/doc-values.ts'
import { passagesByNo } from '../documents/queries.ts'
import type { Collapsed } from './collapse.ts'
import type { DistinctPage, PageAsked } from './distinct-page.ts'

/** How much more is ranked where one object has many of the best passages. */
const moreOf = 8

/**
 * A page of objects, each by the best of its passages, so that none takes the places of others
 * with the many that it has.
 */
export function objectPage(
  { db, docValues }: { db: Db; docValues: DocValues },
  { offset, limit, rank }: PageAsked,
): DistinctPage {
  // One more tells whether there is more.
  const wanted = offset + limit + 1
  for (let count = wanted; ; count *= moreOf) {
    const ranked = rank(count)
    const best = bestOfEach(ranked, docValues)
    if (best.length < wanted && ranked.length >= count) continue
    const docIds = best.slice(offset, offset + limit)
    const numberOf = (docId: number) => docValues.numbers[docId] as number
    const rows = passagesByNo(db, docIds.map(numberOf))
    const passages = docIds.map((docId) => {
      const row = rows.get(numberOf(docId))
      assert(row, `passage ${numberOf(docId)} is indexed but not in the table`)
      return Object.assign(row, { docId })
    })
    return { passages, hasMore: best.length >= wanted }
  }
}

function bestOfEach(ranked: readonly number[], { objects }: DocValues): number[] {
  const seen = new Set<number>()
  return ranked.filter((docId) => {
    const objectNo = objects[docId] as number
    return !seen.has(objectNo) && seen.add(objectNo)
  })
}

/** A passage that stands for its object, and so for no other's. */
export function alone<T>(one: T): Collapsed<T> {
  return { one, alike: 0, copies: [] }
}
