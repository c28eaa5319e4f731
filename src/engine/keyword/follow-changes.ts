import type { Db } from '../../store/tx.ts'
import { stemCounts } from '../analysis/analyse.ts'
import { tokenise } from '../analysis/tokenise.ts'
import {
  appendDocument,
  clearDocuments,
  type DocValues,
  deleteDocument,
} from '../documents/doc-values.ts'
import { fillMemory } from './fill-memory.ts'
import type { MemoryIndex } from './keyword-index.ts'
import { lastChange, listChanges, listOutlines, listTexts, oldestChange } from './queries.ts'

export type CatchUp = {
  /** At most so many passages; an engine in memory is filled only where there is no limit. */
  readonly limit: number
  /** Asked now and then while an engine in memory is filled, with what that takes for a moment. */
  readonly mayGoOn?: (bytesAhead: number) => boolean
}

export type Follower = {
  /**
   * Takes in what changed since the last time; says whether that was all. Everything is read from
   * the snapshot that the caller has open.
   */
  catchUp(db: Db, options: CatchUp): boolean
  /** Whether nothing was taken in yet, or all of it was given up. */
  isEmpty(): boolean
}

export const noLimit = Number.MAX_SAFE_INTEGER

/** So many at a time: one JSON text holds them. */
const pageMax = 20_000
/** Deleted documents are given up when they are more than those in use, and more than this. */
const deletedMax = 10_000

/**
 * Keeps the doc values, and an engine in memory if there is one, in step with the database. New
 * passages are those with higher numbers than all before, because numbers never come back; what
 * was removed is told by the changes. Whoever was away for too long begins anew.
 */
export function openFollower(docValues: DocValues, memory?: MemoryIndex): Follower {
  /** The last change that was taken in; undefined: nothing was. */
  let seq: number | undefined
  let completeAt: number | undefined

  function beginAnew(): void {
    clearDocuments(docValues)
    memory?.clear()
    seq = undefined
    completeAt = undefined
  }

  /** What changed since `after`; a rebuilt index makes everything begin anew. */
  function takeIn(db: Db, { after, limit }: { after: number; limit: number }): boolean {
    const changes = listChanges(db, { after, limit })
    if (changes.some(({ op }) => op === 'rebuild')) {
      beginAnew()
      return true
    }
    for (const { op, passageNo } of changes) {
      if (op === 'remove' && passageNo !== null) deleteDocument(docValues, passageNo)
    }
    seq = changes.at(-1)?.seq ?? after
    return changes.length < limit
  }

  function takeNew(db: Db, { limit }: { limit: number }): boolean {
    for (let left = limit; left > 0; ) {
      const asked = Math.min(left, pageMax)
      const added = appendAfter(db, { docValues, limit: asked })
      if (memory && seq !== undefined) remember(db, { docValues, memory, added })
      if (added < asked) return true
      left -= added
    }
    return false
  }

  function fill(db: Db, mayGoOn: (bytesAhead: number) => boolean): boolean {
    takeNew(db, { limit: noLimit })
    const full = !memory || fillMemory(db, { docValues, memory, mayGoOn })
    if (!full) beginAnew()
    return full
  }

  return {
    catchUp(db, { limit, mayGoOn = () => true }) {
      const last = lastChange(db)
      if (completeAt === last) return true
      const missed = seq !== undefined && oldestChange(db) > seq + 1
      const crowded = docValues.size - docValues.living > docValues.living + deletedMax
      if (missed || crowded) beginAnew()
      if (seq !== undefined && !takeIn(db, { after: seq, limit })) return false
      if (seq === undefined && memory) {
        if (limit < noLimit || !fill(db, mayGoOn)) return false
        seq = last
      }
      seq ??= last
      if (!takeNew(db, { limit })) return false
      completeAt = last
      return true
    },
    isEmpty: () => seq === undefined,
  }
}

function appendAfter(db: Db, { docValues, limit }: { docValues: DocValues; limit: number }) {
  const afterNo = docValues.size === 0 ? 0 : (docValues.numbers[docValues.size - 1] as number)
  const page = listOutlines(db, { afterNo, limit })
  for (const passage of page) appendDocument(docValues, passage)
  return page.length
}

type Added = { docValues: DocValues; memory: MemoryIndex; added: number }

/** Hands the texts of the passages that were just appended to the engine. */
function remember(db: Db, { docValues, memory, added }: Added): void {
  if (added === 0) return
  const first = docValues.size - added
  const fromNo = docValues.numbers[first] as number
  const toNo = docValues.numbers[docValues.size - 1] as number
  listTexts(db, { fromNo, toNo }).forEach((passage, i) => {
    memory.add({
      docId: first + i,
      stems: stemCounts(passage),
      words: new Set(tokenise(passage.text).map(({ term }) => term)),
    })
  })
}
