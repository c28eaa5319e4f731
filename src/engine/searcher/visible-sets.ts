import type { Db } from '../../store/tx.ts'
import type { Catalogue, VisibleSet } from '../catalogue.ts'
import { type Kept, keepLatest } from '../keep-latest.ts'
import type { Visibility } from '../port.ts'

/** So much is kept: two hundred sets of ten thousand datasets each. */
const bytesMax = 32 * 2 ** 20
const bytesPerNumber = 8
const viewersMax = 10_000

/**
 * What viewers see, asked in the snapshot of a search and kept while nothing changes of who may see
 * what. Viewers who see the same have the same set, and one is the same object as long as it is
 * kept: so what was counted among its documents is theirs together, and stays when somebody else's
 * things change.
 */
export function openVisibleSets(catalogue: Catalogue) {
  const ofViewers: Kept<string, VisibleSet> = keepLatest({ max: viewersMax, sizeOf: () => 1 })
  const sets: Kept<string, VisibleSet> = keepLatest({ max: bytesMax, sizeOf: bytesOf })
  let change = -1

  function known(set: VisibleSet): VisibleSet {
    const key = `${set.datasetNos.join()}:${set.hiddenObjectNos.join()}`
    const same = sets.get(key) ?? set
    if (same === set) sets.set(key, set)
    return same
  }

  return (db: Db, visibility: Visibility): VisibleSet => {
    const now = catalogue.changeOf(db)
    if (now !== change) ofViewers.clear()
    change = now
    const viewer = JSON.stringify(visibility)
    const kept = ofViewers.get(viewer)
    if (kept) return kept
    const set = known(catalogue.visible(db, visibility))
    ofViewers.set(viewer, set)
    return set
  }
}

function bytesOf({ datasetNos, hiddenObjectNos }: VisibleSet, key: string): number {
  return bytesPerNumber * (datasetNos.length + hiddenObjectNos.length) + key.length
}
