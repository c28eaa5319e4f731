import type { Db } from '../../../store/tx.ts'
import type { MemoryKeywords } from '../ports.ts'
import { stemCounts, tokenise } from '../text/index.ts'
import {
  appendPassage,
  buryPassage,
  clearPassages,
  type PassageColumns,
} from './passage-columns.ts'
import { lastChange, listChanges, listOutlines, listTexts, oldestChange } from './queries.ts'

export type Follower = {
  /**
   * Takes in what changed since the last time, at most so many passages; says whether that was
   * all. Everything is read from the snapshot that the caller has open.
   */
  catchUp(db: Db, options: { limit: number }): boolean
}

/** So many at a time: one JSON text holds them. */
const pageMax = 20_000
/** Buried places are given up when they are more than those in use, and more than this. */
const buriedMax = 10_000

/**
 * Keeps the columns, and an engine in memory if there is one, in step with the database. New
 * passages are those with higher numbers than all before, because numbers never come back; what
 * was removed is told by the changes. Whoever was away for too long begins anew.
 */
export function openFollower(columns: PassageColumns, memory?: MemoryKeywords): Follower {
  /** The last change that was taken in; undefined: nothing was. */
  let seq: number | undefined
  let completeAt: number | undefined

  function beginAnew(): void {
    clearPassages(columns)
    memory?.clear()
    seq = undefined
    completeAt = undefined
  }

  function takeIn(db: Db, { limit }: { limit: number }): boolean {
    const changes = listChanges(db, { after: seq ?? 0, limit })
    for (const { op, passageNo } of changes) {
      if (op === 'rebuild') beginAnew()
      if (op === 'remove' && passageNo !== null) buryPassage(columns, passageNo)
    }
    seq = changes.at(-1)?.seq ?? seq
    return changes.length < limit
  }

  function takeNew(db: Db, { limit }: { limit: number }): boolean {
    for (let left = limit; left > 0; ) {
      const asked = Math.min(left, pageMax)
      const afterNo = columns.size === 0 ? 0 : (columns.numbers[columns.size - 1] as number)
      const page = listOutlines(db, { afterNo, limit: asked })
      for (const passage of page) appendPassage(columns, passage)
      if (memory) remember(db, { columns, memory, added: page.length })
      if (page.length < asked) return true
      left -= page.length
    }
    return false
  }

  return {
    catchUp(db, { limit }) {
      const last = lastChange(db)
      if (completeAt === last) return true
      const isFirst = seq === undefined
      const missed = seq !== undefined && oldestChange(db) > seq + 1
      const crowded = columns.size - columns.living > columns.living + buriedMax
      if (missed || crowded) beginAnew()
      if (isFirst || missed || crowded) seq = last
      if (!takeIn(db, { limit })) return false
      if (!takeNew(db, { limit })) return false
      seq ??= last
      completeAt = last
      return true
    },
  }
}

type Added = { columns: PassageColumns; memory: MemoryKeywords; added: number }

/** Hands the texts of the passages that were just appended to the engine. */
function remember(db: Db, { columns, memory, added }: Added): void {
  if (added === 0) return
  const first = columns.size - added
  const fromNo = columns.numbers[first] as number
  const toNo = columns.numbers[columns.size - 1] as number
  listTexts(db, { fromNo, toNo }).forEach((passage, i) => {
    memory.add({
      place: first + i,
      stems: stemCounts(passage),
      words: new Set(tokenise(passage.text).map(({ term }) => term)),
    })
  })
}
