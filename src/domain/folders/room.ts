import type { Clock } from '../../base/clock.ts'
import type { SigningKeys } from '../../base/secrets.ts'
import type { RoomStore, Write } from '../../store/tx.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Review } from '../review/index.ts'
import type { ImportRecords } from './import-record.ts'
import type { ServerFolders } from './ports.ts'
import type { Root } from './root.ts'
import type { WatchRecords } from './watches.ts'

/** What an import asks of others. */
export type ImportNeeds = {
  readonly catalog: Pick<
    Catalog,
    | 'requireImportable'
    | 'requireTakable'
    | 'requireSpaceFor'
    | 'importState'
    | 'importFile'
    | 'importedFrom'
    | 'replacedFrom'
    | 'removeImported'
  >
  readonly review: Pick<Review, 'approveAsOperator'>
  readonly clock: Clock
  readonly write: Write
}

export type FoldersRoom = {
  readonly store: RoomStore
  readonly clock: Clock
  readonly cursorKey: SigningKeys
  readonly catalog: ImportNeeds['catalog'] & Pick<Catalog, 'importTarget' | 'datasetName'>
  readonly review: ImportNeeds['review']
  readonly folders: ServerFolders
  readonly roots: readonly Root[]
  readonly imports: ImportRecords
  readonly watches: WatchRecords
}
