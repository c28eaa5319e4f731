import type { Visibility } from '../port.ts'
import type { VisibleCollection } from '../ranking/visible-collection.ts'
import type { IndexReader } from './index-reader.ts'

/** What one viewer sees of the index. */
export type IndexView = IndexReader & {
  visibility: Visibility
  datasetNos: readonly number[]
  collection: VisibleCollection
}

export function viewOf(reader: IndexReader, visibility: Visibility): IndexView {
  const visible = reader.visibleSetOf(reader.db, visibility)
  const { datasetNos } = visible
  return { ...reader, visibility, datasetNos, collection: reader.collectionOf(visible) }
}
