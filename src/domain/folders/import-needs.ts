import type { Clock } from '../../base/clock.ts'
import type { Write } from '../../store/tx.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Review } from '../review/index.ts'

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
