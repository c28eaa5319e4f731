import { setImmediate } from 'node:timers/promises'
import type { RoomStore } from '../../store/tx.ts'
import { indexRowOf } from './index-row.ts'
import {
  countPassages,
  insertIntoIndex,
  listOrphans,
  listPassages,
  mergeIndex,
  noteRebuild,
  removeFromIndex,
} from './queries.ts'

/** How far it has come. `nextNo` is where to go on; undefined: it is done. */
export type IndexProgress = {
  readonly done: number
  readonly total: number
  readonly nextNo: number | undefined
}

export type IndexSlice = {
  afterNo: number
  done: number
  limit: number
  /** Ends it after the passages that are under way. */
  signal?: AbortSignal | undefined
}

/** One transaction of the only writer; requests wait no longer than this takes. */
const passagesPerWrite = 50

/**
 * Makes the index anew out of the passages, some at a time: each goes out and comes in again in
 * one transaction, so that searches find it all the while. Whoever calls goes on at `nextNo`. With
 * the last ones rows without a passage are removed and the searching threads read everything anew.
 */
export async function rebuildIndex(
  { store }: { store: RoomStore },
  { afterNo, done, limit, signal }: IndexSlice,
): Promise<IndexProgress> {
  const total = countPassages(store.db)
  let at = afterNo
  let count = 0
  while (count < limit && !signal?.aborted) {
    const slice = listPassages(store.db, { afterNo: at, limit: passagesPerWrite })
    const last = slice.at(-1)
    if (!last) {
      await finish(store)
      return { done: done + count, total, nextNo: undefined }
    }
    await store.write((tx) => {
      for (const passage of listPassages(tx, { afterNo: at, limit: passagesPerWrite })) {
        removeFromIndex(tx, passage.passageNo)
        insertIntoIndex(tx, indexRowOf(passage))
      }
    })
    at = last.passageNo
    count += slice.length
    await setImmediate()
  }
  return { done: done + count, total, nextNo: at }
}

async function finish({ db, write }: RoomStore): Promise<void> {
  for (;;) {
    const orphans = listOrphans(db, { limit: passagesPerWrite })
    if (orphans.length === 0) break
    await write((tx) => {
      for (const passageNo of orphans) removeFromIndex(tx, passageNo)
    })
  }
  await write((tx) => {
    mergeIndex(tx)
    noteRebuild(tx)
  })
}
