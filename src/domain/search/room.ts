import type { Clock } from '../../base/clock.ts'
import type { Db, Write } from '../../store/tx.ts'
import type { Ledger } from '../ledger/index.ts'
import type { SearchPool } from './ports.ts'

export type SearchSettings = {
  /** Whether open listed data can be searched without a credential. */
  readonly publicSearch: boolean
}

export type SearchDeps = {
  readonly store: { readonly db: Db; readonly write: Write }
  readonly clock: Clock
  readonly pool: Pick<SearchPool, 'search' | 'suggest'>
  readonly ledger: Pick<
    Ledger,
    'recordSearch' | 'requireAllowance' | 'meterRetrieval' | 'creditsOf'
  >
  readonly settings: SearchSettings
}
