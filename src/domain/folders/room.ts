import type { Clock } from '../../base/clock.ts'
import type { TenantId } from '../../base/ids.ts'
import type { SigningKeys } from '../../base/secrets.ts'
import type { RoomStore } from '../../store/tx.ts'
import type { Catalog } from '../catalog/index.ts'
import type { ImportNeeds } from './import-needs.ts'
import type { ImportRecords } from './import-record.ts'
import type { ServerFolders } from './ports.ts'
import type { WatchRecords } from './watch-record.ts'

/** A folder of this machine that imports may read, because a setting says so. */
export type Root = {
  readonly rootId: string
  readonly path: string
  /** Whose people may, besides platform administrators; null: nobody's. */
  readonly tenantId: TenantId | null
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
