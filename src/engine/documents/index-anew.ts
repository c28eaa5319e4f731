import type { RoomStore } from '../../store/tx.ts'
import { analysisVersion } from '../limits.ts'
import { findAnalysisVersion, setAnalysisVersion } from './queries.ts'
import { rebuildIndex } from './rebuild-index.ts'

/** So many passages take about a quarter of a second, in which others write, too. */
const passagesPerSlice = 500

/**
 * Makes the rows of the index anew that an earlier version's analyser made, a slice at a time; true
 * when the next may follow at once. Searches find all passages meanwhile, by the old words or the
 * new ones.
 */
export async function indexAnewAfterUpgrade({ store }: { store: RoomStore }): Promise<boolean> {
  const at = findAnalysisVersion(store.db)
  if (at && at.version >= analysisVersion) return false
  if (!at) {
    await store.write((tx) => setAnalysisVersion(tx, currentVersion))
    return false
  }
  const slice = { afterNo: at.afterPassageNo, done: 0, limit: passagesPerSlice }
  const { nextNo } = await rebuildIndex({ store }, slice)
  const next = { version: at.version, afterPassageNo: nextNo ?? 0 }
  await store.write((tx) => setAnalysisVersion(tx, nextNo === undefined ? currentVersion : next))
  return nextNo !== undefined
}

const currentVersion = { version: analysisVersion, afterPassageNo: 0 }
