import type { Catalogue } from '../../engine/index.ts'
import {
  hiddenObjectNos,
  listObjectNames,
  visibilityChange,
  visibleDatasetNos,
  visibleScope,
} from '../catalog/index.ts'

/**
 * Who sees what, for the threads of the engine: the catalog's rules, which hold in the snapshot in
 * which they search, so that a search that comes after a take-down finds nothing of it. What they
 * said is kept while `changeOf` says the same.
 */
export const marketCatalogue: Catalogue = {
  visible(db, viewer) {
    const datasetNos = visibleDatasetNos(db, viewer)
    return { datasetNos, hiddenObjectNos: hiddenObjectNos(db, { datasetNos, viewer }) }
  },
  changeOf: visibilityChange,
  namedDatasets: (db, viewer) => visibleScope(db, viewer).datasets,
  objectNames: listObjectNames,
}
