import { setImmediate } from 'node:timers/promises'
import { wordsPerWriteMax, wordsSliceMax } from '../limits.ts'
import { areWordsThere, indexWords, listWithoutWords } from '../queries.ts'
import type { MicroIpRoom } from '../room.ts'

/**
 * Puts the words of licences into the index that are not in it, or as an earlier version's
 * analyser made them, a slice at a time; true when the next may follow at once.
 */
export async function indexAnewAfterUpgrade(room: Pick<MicroIpRoom, 'store'>): Promise<boolean> {
  const { db, write } = room.store
  if (areWordsThere(db)) return false
  const slice = listWithoutWords(db, { limit: wordsSliceMax })
  for (let at = 0; at < slice.length; at += wordsPerWriteMax) {
    await write((tx) => indexWords(tx, slice.slice(at, at + wordsPerWriteMax)))
    await setImmediate()
  }
  return slice.length === wordsSliceMax
}
