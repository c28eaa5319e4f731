import type { Clock } from '../../base/clock.ts'
import type { TenantId } from '../../base/ids.ts'
import type { Reading } from '../../store/reading.ts'
import type { RoomStore } from '../../store/tx.ts'
import type { Catalog } from '../catalog/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Ingest } from '../ingest/index.ts'

export type ErasureRoom = {
  readonly store: RoomStore
  /** For what is counted, and for what is found only by looking through a table. */
  readonly reading: Reading
  readonly clock: Clock
  readonly identity: Identity
  readonly catalog: Catalog
  readonly ingest: Ingest
  /** Tenants that are being erased here and now. */
  readonly underWay: Set<TenantId>
}
