import type { Db } from '../store/tx.ts'
import type { Visibility } from './port.ts'

/**
 * What the records say of datasets and objects. The engine ranks; who may see what is a rule of
 * the market, which gives the searching threads this. Each search asks in its snapshot whether
 * something changed, and if so what, so that a dataset that was closed a moment ago is closed.
 */
export type Catalogue = {
  /** The datasets that may be seen, and the objects in them that must not show. */
  visible(db: Db, visibility: Visibility): VisibleSet
  /** Another number after each change of who may see what: the same number, the same sight. */
  changeOf(db: Db): number
  /** The same datasets with their names, for `dataset:name`. */
  namedDatasets(db: Db, visibility: Visibility): readonly NamedDataset[]
  /** What the objects of some datasets are called: `title:`, `filename:`, `folder:`, `tag:`. */
  objectNames(db: Db, datasetNos: readonly number[]): readonly ObjectNames[]
}

export type VisibleSet = {
  readonly datasetNos: readonly number[]
  readonly hiddenObjectNos: readonly number[]
}

export type NamedDataset = {
  readonly datasetNo: number
  readonly datasetId: string
  readonly name: string
}

export type ObjectNames = {
  readonly objectNo: number
  readonly title: string
  readonly filename: string
  readonly folder: string
  readonly tags: readonly string[]
}
